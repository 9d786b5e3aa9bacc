"""Studies as data: configurations of components, measured at sizes and corners, compared with published values.

A `Plan` describes the measurements. A `Measurer` runs them by an `executor` and stores the outcomes in a `Cache`.
`analyze` of `dsp56k.study.conclusions.analysis` evaluates them, and `dsp56k.study.reports.writer` writes the results;
these need SciPy, which takes long to import.
"""

from typing import TYPE_CHECKING

from dsp56k.system.imports import lazy_names

if TYPE_CHECKING:
    __all__: list[str]

    from dsp56k.study.errors import ExecutionError as ExecutionError
    from dsp56k.study.errors import StudyError as StudyError
    from dsp56k.study.measurement.cache import Cache as Cache
    from dsp56k.study.measurement.execution import Executor as Executor
    from dsp56k.study.measurement.execution import executor as executor
    from dsp56k.study.measurement.measurer import Measurer as Measurer
    from dsp56k.study.plans.plan import Plan as Plan
    from dsp56k.study.published import Published as Published
    from dsp56k.study.published import builtin_published as builtin_published
    from dsp56k.study.results.quantities import Quantity as Quantity
    from dsp56k.study.results.result import Crossing as Crossing
    from dsp56k.study.results.result import Fit as Fit
    from dsp56k.study.results.result import StudyResult as StudyResult
    from dsp56k.study.results.result import Verdict as Verdict
    from dsp56k.study.toml_reader import builtin_studies as builtin_studies
else:
    # A list of the studies must import neither the PC nor SciPy.
    __getattr__, __dir__, __all__ = lazy_names(__name__)
