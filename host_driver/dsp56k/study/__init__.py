"""Studies as data: configurations of parts, measured at sizes and corners, judged against what the papers print.

A `Plan` says what is to be measured, a `Measurer` has it measured by an `executor` and keeps it in a `Cache`. What
follows from the numbers is drawn by `conclude` of `dsp56k.study.conclusions.analysis`, and written by
`dsp56k.study.reports.writing`: these need SciPy, which takes long to import.
"""

from dsp56k.study.errors import ExecutionError, StudyError
from dsp56k.study.measuring.cache import Cache
from dsp56k.study.measuring.execution import Executor, executor
from dsp56k.study.measuring.measurer import Measurer
from dsp56k.study.plans.plan import Plan, builtin_studies
from dsp56k.study.published import Published, builtin_published
from dsp56k.study.results.quantities import Quantity
from dsp56k.study.results.result import Crossing, Fit, StudyResult, Verdict

__all__ = [
    "Cache",
    "Crossing",
    "ExecutionError",
    "Executor",
    "Fit",
    "Measurer",
    "Plan",
    "Published",
    "Quantity",
    "StudyError",
    "StudyResult",
    "Verdict",
    "builtin_published",
    "builtin_studies",
    "executor",
]
