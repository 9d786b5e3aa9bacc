"""Studies as data: configurations of parts, measured at sizes and corners, judged against what the papers print.

A `Plan` says what is to be measured, a `Measurer` has it measured by an `executor` and keeps it in a `Cache`. What
follows from the numbers is drawn by `conclude` of `dsp56k.study.conclusions.analysis`, and written by
`dsp56k.study.reports.writing`: these need SciPy, which takes long to import.
"""

from typing import TYPE_CHECKING

from dsp56k.system.lazily import lazy_names

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

if TYPE_CHECKING:
    from dsp56k.study.errors import ExecutionError, StudyError
    from dsp56k.study.measuring.cache import Cache
    from dsp56k.study.measuring.execution import Executor, executor
    from dsp56k.study.measuring.measurer import Measurer
    from dsp56k.study.plans.plan import Plan
    from dsp56k.study.published import Published, builtin_published
    from dsp56k.study.reading import builtin_studies
    from dsp56k.study.results.quantities import Quantity
    from dsp56k.study.results.result import Crossing, Fit, StudyResult, Verdict
else:
    # A list of the studies needs neither the PC nor SciPy.
    _MODULES = {
        "errors": (
            "ExecutionError",
            "StudyError",
        ),
        "measuring.cache": ("Cache",),
        "measuring.execution": (
            "Executor",
            "executor",
        ),
        "measuring.measurer": ("Measurer",),
        "plans.plan": ("Plan",),
        "reading": ("builtin_studies",),
        "published": (
            "Published",
            "builtin_published",
        ),
        "results.quantities": ("Quantity",),
        "results.result": (
            "Crossing",
            "Fit",
            "StudyResult",
            "Verdict",
        ),
    }
    __getattr__, __dir__ = lazy_names(__name__, _MODULES)
