"""The values of a study that an `[[expect]]` or a `[[hold]]` selects: in the base, at corners, with another time.

A selection is checked when the study is read. After the measurement it has a value at each corner, and a budget of its
uncertainty. Values can be computed as if the first run took longer or shorter, which shows the change that a
comparison notices.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from dsp56k.study.conclusions.assessments import UnitError, converter
from dsp56k.study.conclusions.crossovers import winners
from dsp56k.study.conclusions.monte_carlo import Axis, coverage
from dsp56k.study.plans.plan import SEED, Corner, Job, Plan
from dsp56k.study.points import Point
from dsp56k.study.results.quantities import Budget, Component, Coverage, Quantity
from dsp56k.study.results.result import UNITS, Crossing, Fit, value_of
from dsp56k.study.schema import QuantityName, SelectTable
from dsp56k.study.toml_reader import Keys
from dsp56k.system.suggestions import unknown

Pair = tuple[tuple[str, str], Job]
"""Two runs, and the job of both."""

CLOCK_ERROR = "machine.clock_error"
"""The parameter of a machine whose range bounds the error of the PC's clocks."""

_OF_TWO: frozenset[QuantityName] = frozenset(("ratio", "crossing"))
_BY_TIME: Mapping[QuantityName, int] = {"rate": -1, "memory_rate": -1, "time": 1, "clocks": 1, "ratio": -1}
"""The power of our time with which a quantity changes; 0 for all others but crossings, shares and coefficients."""
_OF_TIME = {"ns", "us", "ms", "s", "clocks"}
"""Units of coefficients that change with our time, also per byte or another unit."""


@dataclass(frozen=True)
class Selected:
    """A selected value: its table with the jobs resolved, and the conversion to the unit in which it is compared.

    `against` is the job of the second run, `beyond` the job whose count is subtracted.
    """

    table: SelectTable
    job: Job
    against: Job
    beyond: Job | None
    sizes: tuple[int, ...]
    unit: str
    convert: Callable[[float], float]


class Selector:
    """Checks the selections of a study.

    Args:
        plan: The study.
        pairs: The crossover points that the study searches for.
        fits: The names in each model, by the name of its fit.
    """

    def __init__(self, plan: Plan, pairs: Sequence[Pair], fits: Mapping[str, tuple[str, ...]]) -> None:
        self._plan = plan
        self._pairs = pairs
        self._fits = fits

    def select(
        self, keys: Keys, table: SelectTable, unit: str | None = None, *, maximum: bool = False, searched: bool = True
    ) -> Selected:
        """Return a selection; StudyError at `keys` if it refers to something that does not exist.

        Args:
            keys: The position of the table.
            table: The selection.
            unit: The unit in which the value is compared; by default our own.
            searched: False if a crossover point may be interpolated between the sizes of the job.
            maximum: True if the greatest value over all sizes is selected, unless the table names a size.
        """
        refused = self._plan.document.refused
        other_job = table.versus if table.quantity != "coefficient" else None
        two = table.quantity in _OF_TWO and not other_job
        if two != (len(table.of) == 2) and not other_job:
            raise refused((*keys, "of"), f"a {table.quantity} is of {'two runs' if two else 'one run'}")
        if table.versus and table.quantity not in ("ratio", "count", "coefficient"):
            raise refused((*keys, "versus"), "only a ratio, a count or a coefficient can refer to another one")
        job = self._plan.job_of((*keys, "job"), table.job, table.of[:1] if other_job else table.of)
        against = self._plan.job_of((*keys, "versus"), other_job, table.of[-1:]) if other_job else job
        if table.quantity == "coefficient":
            self._check_coefficient(keys, table)
        pairs = [(of, one.name) for of, one in self._pairs]
        if table.quantity == "crossing" and searched and (table.of, job.name) not in pairs:
            raise refused((*keys, "of"), f"no [[crossing]] of {' and '.join(table.of)} at {job.name}")
        beyond = self._plan.job_of((*keys, "beyond"), table.beyond, table.of[:1]) if table.beyond else None
        self._check_count(keys, table, {"job": job, "versus": against, "beyond": beyond})
        if table.size is not None and table.size not in job.sizes:
            raise refused((*keys, "size"), f"{job.name} is not measured at {table.size}")
        if table.quantity == "size" and not self.size(table):
            raise refused((*keys, "symbols"), f"no symbol of the program begins with {table.symbols!r}")
        sizes = (job.sizes[-1] if table.size is None else table.size,)
        ours = UNITS["ratio"] if table.quantity == "count" and table.versus else UNITS.get(table.quantity, "")
        try:
            convert = converter(table.quantity, ours, unit, job.operation.block_bytes * job.operation.bytes_each)
        except UnitError as error:
            raise refused((*keys, "quantity"), str(error)) from None
        is_over_sizes = maximum and table.size is None
        return Selected(table, job, against, beyond, job.sizes if is_over_sizes else sizes, unit or ours, convert)

    def size(self, table: SelectTable) -> int:
        """Return the bytes of the symbols of the run's program that a selection names."""
        program = self._plan.program(table.of[0])
        return program.size_of(table.symbols or "") if program else 0

    def _check_count(self, keys: Keys, table: SelectTable, jobs: Mapping[str, Job | None]) -> None:
        refused = self._plan.document.refused
        own = {"kinds": "count", "beyond": "count", "each": "count", "symbols": "size"}
        for key, quantity in own.items():
            if getattr(table, key) and table.quantity != quantity:
                raise refused((*keys, key), f"only a {quantity} has {key}")
        for key in ("kinds", "symbols"):
            if not getattr(table, key) and table.quantity == own[key]:
                raise refused((*keys, key), f"missing: a {table.quantity} needs it")
        for key, job in jobs.items():
            if table.quantity != "count" or job is None:
                continue
            if not job.counted:
                raise refused((*keys, key), f"no counts of {job.name}: it requires counted = true")
            if table.size is not None and table.size not in job.sizes:
                raise refused((*keys, "size"), f"{job.name} is not measured at {table.size}")

    def _check_coefficient(self, keys: Keys, table: SelectTable) -> None:
        refused = self._plan.document.refused
        for key, name in (("fit", table.fit), *([("versus", table.versus)] if table.versus else [])):
            names = self._fits.get(name or "")
            if names is None:
                raise refused((*keys, key), unknown("fit", name, self._fits))
            if table.coefficient not in names:
                raise refused((*keys, "coefficient"), unknown("coefficient", table.coefficient, names))


class Values:
    """The values of selections, from the measurements of a study.

    Args:
        plan: The study.
        points, crossings, fits: The measurements and conclusions.
    """

    def __init__(
        self,
        plan: Plan,
        selector: Selector,
        points: Sequence[Point],
        crossings: Sequence[Crossing],
        fits: Sequence[Fit],
    ) -> None:
        self._plan = plan
        self._selector = selector
        self._crossings = {(one.of, one.job): one for one in crossings}
        self._fits = {one.name: one for one in fits}
        self._series: dict[tuple[str, str, str], dict[int, Point]] = {}
        for point in points:
            series = self._series.setdefault((point.run, point.job, _key(point.corner)), {})
            series[point.size] = point

    def at(self, run: str, job: Job, corner: Corner, size: int) -> Point:
        """Return the point of a run at a job, corner and size."""
        return self._sizes(run, job, corner)[size]

    def quantity(self, one: Selected) -> Quantity:
        """Return a value with its range over the corners."""
        if one.table.quantity == "coefficient":
            value, *ends = map(one.convert, self._coefficients(one, 1.0))
            return Quantity.of(value, ends, one.unit)
        values = [one.convert(self._value(one, corner, 1.0, 0.0)) for corner in ({}, *self._plan.corners)]
        return Quantity.of(values[0], values, one.unit)

    def budget(self, one: Selected, scale: float = 1.0) -> Budget:
        """Return a value with its uncertainty by component, as if the first run's time were `scale` times as long.

        Components are each single varied parameter (or part of the PC), the seed, and the error of the PC's clocks,
        unless a part of the PC has it.
        """
        if one.table.quantity == "coefficient":
            value, low, high = map(one.convert, self._coefficients(one, scale))
            components = [] if low == high else [Component("parameters", min(low, high), max(low, high))]
            return Budget(value, tuple(components))
        value = one.convert(self._value(one, {}, scale, 0.0))
        moved: dict[str, list[float]] = {}
        for corner in self._plan.corners:
            felt = self._felt(one, corner)
            if len(felt) == 1:
                moved.setdefault(felt.pop(), []).append(one.convert(self._value(one, corner, scale, 0.0)))
        errors = self._clock_errors(one)
        if any(errors):
            moved[CLOCK_ERROR] = [one.convert(self._value(one, {}, scale, error)) for error in errors]
        return Budget(
            value, tuple(Component(name, min(value, *all_), max(value, *all_)) for name, all_ in moved.items())
        )

    def coverage(self, one: Selected) -> Coverage | None:
        """Return the interval that covers 95 % of a value; None if nothing varies, or if it is not finite."""
        plan = self._plan
        if one.table.quantity == "coefficient":
            return None
        felt = [(corner, self._felt(one, corner)) for corner in plan.corners]
        seeds = [corner for corner, keys in felt if SEED in keys]
        varied = [corner for corner, keys in felt if SEED not in corner]
        names = {key: None for _, keys in felt for key in keys if key != SEED}
        settings = {key: setting for run, _ in self._done(one) for key, setting in plan.settings_at(run, {}).items()}
        base = {name: settings.get(name, "declared") for name in names}
        axes = {name: Axis(tuple(dict.fromkeys((base[name], *plan.study.vary[name])))) for name in names}
        errors = self._clock_errors(one)
        if not (axes or seeds or any(errors)):
            return None

        def at(corner: Corner, error: float = 0.0) -> float:
            return one.convert(self._value(one, corner, 1.0, error))

        value = at({})
        if not value or not math.isfinite(value):
            return None
        points = [({name: corner.get(name, base[name]) for name in names}, at(corner)) for corner in [{}, *varied]]
        moved = [at({}, error) / value for error in errors] or [1.0]
        factors = [at(corner) / value for corner in seeds]
        return coverage(axes, points, factors, (min(moved), max(moved)), plan.study.seed)

    def _felt(self, one: Selected, corner: Corner) -> set[str]:
        """Return the keys of a corner on which a value depends."""
        return {key for run, job in self._done(one) for key in self._plan.felt_keys(run, corner, job)}

    def at_corner(self, one: Selected, corner: Corner) -> Budget:
        """Return a value at a corner with its uncertainty, which is only the error of the PC's clocks."""
        value = one.convert(self._value(one, corner, 1.0, 0.0))
        moved = [one.convert(self._value(one, corner, 1.0, error)) for error in self._clock_errors(one)]
        return Budget(value, (Component(CLOCK_ERROR, min(value, *moved), max(value, *moved)),) if moved else ())

    def _done(self, one: Selected) -> list[tuple[str, Job]]:
        """Return each run of a selection with its job."""
        return [(one.table.of[0], one.job), (one.table.of[-1], one.against)]

    def _clock_errors(self, one: Selected) -> tuple[float, ...]:
        """Return the limits of the error of the PC's clocks; nothing if it is varied, or if no run has a PC."""
        if self._plan.varied and self._plan.study.vary.keys() & {CLOCK_ERROR, "machine", "machine.cpu"}:
            return ()
        machines = {self._plan.configurations[run].parts.get("machine") for run, _ in self._done(one)} - {None}
        ranges = [self._plan.machines[name].ranges.get("clock_error", (0.0, 0.0)) for name in machines if name]
        if not ranges:
            return ()
        return float(min(low for low, _ in ranges)), float(max(high for _, high in ranges))

    def _sizes(self, run: str, job: Job, corner: Corner) -> dict[int, Point]:
        return self._series[run, job.name, _key(self._plan.felt(run, corner, job))]

    def _value(self, one: Selected, corner: Corner, scale: float, error: float) -> float:
        """Return our value in our unit at a corner.

        Args:
            one: The selection.
            corner: The corner.
            scale: The factor of the first run's time.
            error: The relative error of the PC's clocks in all runs.
        """
        table = one.table
        quantity = table.quantity
        if quantity == "count":
            return self._count(one, corner)
        if quantity == "size":
            return float(self._selector.size(table))
        if quantity == "crossing":
            return self._crossing(one, corner, scale, error)
        first = {size: _slower(self.at(table.of[0], one.job, corner, size), error) for size in one.sizes}
        if quantity == "ratio":
            nearest = {size: min(one.against.sizes, key=lambda other: abs(other - size)) for size in one.sizes}
            other = {size: _slower(self.at(table.of[-1], one.against, corner, nearest[size]), error) for size in first}
            value = max(point.bits_per_second / other[size].bits_per_second for size, point in first.items())
        elif quantity == "share":
            # Polling takes the card's time, and the rest is the PC's.
            value = max(_slower(point, scale - 1, busy=True).host_share * 100 for point in first.values())
        else:
            value = max(value_of(point, quantity) for point in first.values())
        return value * scale ** _BY_TIME.get(quantity, 0)

    def _coefficients(self, one: Selected, scale: float) -> tuple[float, float, float]:
        """Return a coefficient, with its minimum and maximum over corners, divided by that of another fit, if any."""
        table = one.table

        def found(fit: str | None) -> Quantity:
            return next(part.corners for part in self._fits[fit or ""].coefficients if part.name == table.coefficient)

        ours = found(table.fit)
        power = float(one.unit.partition("/")[0] in _OF_TIME or bool(table.versus))
        factor = scale**power / (found(table.versus).value if table.versus else 1)
        return ours.value * factor, ours.low * factor, ours.high * factor

    def _crossing(self, one: Selected, corner: Corner, scale: float, error: float) -> float:
        """Return the crossover point, as `crossover_size` does; between two sizes it is interpolated."""
        of, job = (one.table.of[0], one.table.of[-1]), one.job
        mine, theirs = (self._sizes(run, job, corner) for run in of)
        sizes = sorted(size for size in mine if size in theirs and job.sizes[0] <= size <= job.sizes[-1])
        times = [(scale * _slower(mine[size], error).us, _slower(theirs[size], error).us) for size in sizes]
        faster = winners(of, times)
        if faster[-1] != of[0]:
            return math.inf
        slow = [place for place, name in enumerate(faster) if name != of[0]]
        if not slow:
            return 0.0
        low, high = sizes[slow[-1]], sizes[slow[-1] + 1]
        if high - low <= job.operation.step:
            return float(low)
        before, after = (one - two for one, two in (times[slow[-1]], times[slow[-1] + 1]))
        return low + (high - low) * before / (before - after)

    def _count(self, one: Selected, corner: Corner) -> float:
        """Return a count of the job's call: minus another job's, per part, or relative to another's."""
        table, size = one.table, one.sizes[-1]

        def counted(run: str, job: Job) -> int:
            counts = self.at(run, job, corner, size).counts
            return sum(counts.get(kind, 0) for kind in table.kinds)

        first, last = table.of[0], table.of[-1]
        ours = (counted(first, one.job) - (counted(first, one.beyond) if one.beyond else 0)) / (table.each or 1)
        return ours / max(1, counted(last, one.against)) if table.versus else ours


def _key(corner: Corner) -> str:
    return repr(sorted(corner.items()))


def _slower(point: Point, error: float, *, busy: bool = False) -> Point:
    """Return a point whose PC takes longer by a relative error: its instructions, or all in which it is busy."""
    total = point.pc_clocks
    if not error or point.where == "dsp" or not total:
        return point
    more = error * (point.host_busy_us if busy else point.us * point.clocks.driver / total)
    return msgspec.structs.replace(point, us=point.us + more, host_busy_us=point.host_busy_us + more)
