"""The measurement: every job in the PC's own software and, through the driver, on the card.

Every time comes from executed code: x86 code under the clock model, and DSP code on the emulated chip. A card's time is
end to end: the driver's call to its return, with the bus and the waiting in it; the firmware runs before it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any, Protocol

from dsp56k import lib
from dsp56k.card import Card
from dsp56k.host.driver import CardDriver, driver_pc
from dsp56k.host.errors import HostError
from dsp56k.host.jobs import JOBS, Job
from dsp56k.host.machines import DEFAULT_MACHINE, MachineRow, builtin_machines
from dsp56k.host.model import Point, crossing, fit
from dsp56k.host.results import Crossover, Results, UnverifiedError
from dsp56k.host.routines import measure_routines
from dsp56k.host.slot import insert
from dsp56k.host.software import GRADES, HostSoftware, Measured, host_software
from dsp56k.host.workload import Workload

Progress = Callable[[str, int, int], None]
"""Told what is being measured, how many steps are done, and how many there are."""

_PICOSECONDS = 1_000_000


@dataclass(frozen=True)
class Settings:
    """What to measure; the same settings give the same results.

    Attributes:
        jobs, hosts: what on which PCs.
        seed: of keys, data and the noise circuit.
        dsp_clock_hz, bank_words: the card.
        host_clock_hz: the PC's clock; None for its own.
        wait_states: CPU clocks that each access to the PC's memory takes beyond two; None for its own.
        isa_cycle: clocks of the ISA bus for an access to the card; None for the PC's own.
    """

    jobs: tuple[Job, ...]
    hosts: tuple[MachineRow, ...]
    seed: int
    dsp_clock_hz: int
    bank_words: int
    host_clock_hz: int | None = None
    wait_states: int | None = None
    isa_cycle: int | None = None

    @classmethod
    def of(
        cls,
        jobs: Sequence[str] = (),
        hosts: Sequence[str] = (),
        seed: int = 1990,
        dsp_clock_hz: int = 20_000_000,
        bank_words: int = 8192,
        machines: Mapping[str, MachineRow] | None = None,
        **pc: Any,
    ) -> Settings:
        """Settings from names; none means all jobs, and the PC DEFAULT_MACHINE. `machines` are hosts beside those that
        come with the package, and go before them. `pc` are host_clock_hz, wait_states and isa_cycle.

        Raises:
            HostError: an unknown job or host, or wait states for a host that has none.
        """
        known_hosts = {**builtin_machines(), **(machines or {})}
        for kind, wanted, known in (("job", jobs, tuple(JOBS)), ("host", hosts, tuple(known_hosts))):
            for name in wanted:
                if name not in known:
                    raise HostError(f"unknown {kind} {name!r}: there is {', '.join(known)}", **{kind: name})
        chosen = tuple(job for job in JOBS.values() if not jobs or job.name in jobs)
        pcs = tuple(known_hosts[host] for host in hosts or (DEFAULT_MACHINE,))
        settings = cls(chosen, pcs, seed, dsp_clock_hz, bank_words, **pc)
        for host in pcs:
            if settings.wait_states is not None and host.wait_states is None:
                raise HostError(f"{host.name}: its memory ({host.memory}) has no wait states", host=host.name)
        return settings

    def pc(self, host: MachineRow) -> dict[str, Any]:
        """The parameters of the PC `host`."""
        parameters = host.parameters
        if self.host_clock_hz is not None:
            parameters["clock_hz"] = self.host_clock_hz
        if self.wait_states is not None:
            parameters["wait_states"] = self.wait_states
        if self.isa_cycle is not None:
            parameters["isa"] = replace(host.isa, cycle=self.isa_cycle)
        return parameters

    def label(self, host: MachineRow) -> str:
        """What the results call the PC `host`: its name, or with another clock its processor and clock in MHz."""
        if self.host_clock_hz in (None, host.clock_hz):
            return host.name
        return f"{host.name.partition('-')[0]}-{self.host_clock_hz / 1e6:g}"

    def as_json(self) -> dict[str, Any]:
        """The settings' entry in the results file."""
        pcs = [self.pc(host) for host in self.hosts]
        return {
            "jobs": [job.name for job in self.jobs],
            "hosts": [self.label(host) for host in self.hosts],
            "seed": self.seed,
            "dsp_clock_hz": self.dsp_clock_hz,
            "bank_words": self.bank_words,
            "host_clocks_hz": [pc["clock_hz"] for pc in pcs],
            "wait_states": _shared([pc.get("wait_states") for pc in pcs]),
            "isa": _shared([asdict(pc["isa"]) for pc in pcs]),
            "memory": _shared([pc["memory"] + ", byte rules" * pc.get("byte_rules", False) for pc in pcs]),
            "multiply": "exact",
        }


def _shared(values: list[Any]) -> Any:
    """What is the same for all PCs, or a list with one value for each."""
    return values[0] if all(value == values[0] for value in values) else values


class Side(Protocol):
    """What can do a job."""

    name: str

    def time(self, job: Job, size: int) -> Timed:
        """Do the job on `size` bytes."""


@dataclass(frozen=True)
class Timed:
    """The time of a job in microseconds, and whether its result was right."""

    us: float
    right: bool


def measure(settings: Settings, progress: Progress | None = None) -> Results:
    """Measure all that `settings` name.

    Raises:
        HostError: a driver or card that fails.
        UnverifiedError: a result that is wrong; it carries the whole measurement.
    """
    work = Workload(settings.seed)
    steps = _Steps(progress, 1 + len(settings.hosts) * sum((1 + len(GRADES)) * len(job.sizes) for job in settings.jobs))
    chip = CardSide(work, settings, settings.hosts[0]).card.dsp
    routines = measure_routines(work, settings.dsp_clock_hz, chip)
    steps.wrong += [f"{routine.name}: the routine's result is wrong" for routine in routines if not routine.verified]
    steps.done("routines on the DSP")
    crossovers: list[Crossover] = []
    boot_us = 0.0
    for host in settings.hosts:
        card = CardSide(work, settings, host)
        boot_us = card.boot_us
        software = [SoftwareSide(work, host_software(grade, **settings.pc(host))) for grade in GRADES]
        for job in settings.jobs:
            crossovers += _measure_job(job, settings.label(host), software, card, steps)
    results = Results(settings.as_json(), routines, crossovers, boot_us)
    if steps.wrong:
        more = f" (and {len(steps.wrong) - 1} more)" if len(steps.wrong) > 1 else ""
        raise UnverifiedError(steps.wrong[0] + more, results=results)
    return results


def _measure_job(
    job: Job, host: str, software: Sequence[SoftwareSide], card: CardSide, steps: _Steps
) -> Iterator[Crossover]:
    """One job against every grade of software; the card is measured once at each size."""
    on_card = steps.timer(job, card)
    sizes = [job.worked_on(size) for size in job.sizes]
    for side in software:
        on_host = steps.timer(job, side)

        def point(size: int, on_host: _Timer = on_host) -> Point:
            mine, theirs = on_host(size), on_card(size)
            return Point(size, mine.us, theirs.us, mine.right and theirs.right)

        points = tuple(point(size) for size in job.sizes)
        yield Crossover(
            job.name,
            host,
            side.name,
            points,
            fit(sizes, [p.host_us for p in points]),
            fit(sizes, [p.card_us for p in points]),
            crossing(points, job.unit, point),
        )


_Timer = Callable[[int], Timed]


class _Steps:
    """Counts measured sizes for the progress display; sizes between the planned ones do not move it. `wrong` has a
    sentence for each wrong result.
    """

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress = progress
        self._total = total
        self._count = 0
        self.wrong: list[str] = []

    def done(self, what: str) -> None:
        self._count = min(self._count + 1, self._total)
        if self._progress:
            self._progress(what, self._count, self._total)

    def timer(self, job: Job, side: Side) -> _Timer:
        """Times the job on one side, each size once."""

        @cache
        def timed(size: int) -> Timed:
            answer = side.time(job, size)
            if not answer.right:
                self.wrong.append(f"{job.name} of {size} bytes: the result is wrong on {side.name}")
            self.done(f"{job.name}, {side.name}, {size} bytes")
            return answer

        return timed


class SoftwareSide:
    """The PC's own software, checked on every call."""

    def __init__(self, work: Workload, software: HostSoftware) -> None:
        self.name: str = software.grade
        self._work = work
        self._software = software

    def time(self, job: Job, size: int) -> Timed:
        """Do the job on `size` bytes."""
        work, software = self._work, self._software
        if job.is_rsa:
            key, operands = work.rsa_key, work.operands(size // job.unit)
            exponent = _exponent(job, work)
            if job.name == "rsa512-crt":
                measured = software.rsa_crt(operands, key)
            else:
                measured = software.rsa_power(operands, exponent, key.n)
            return _timed(measured, [work.rsa(operand, exponent) for operand in operands])
        data = work.data(size)
        if job.name == "md2":
            return _timed(software.md2(data), work.md2(data))
        return _timed(software.des_cbc_encrypt(work.des_key, work.des_iv, data), work.des_cbc(data))


class CardSide:
    """The driver, the bus and the card, checked on every call."""

    name = "card"

    def __init__(self, work: Workload, settings: Settings, host: MachineRow) -> None:
        self._work = work
        pc = driver_pc(**settings.pc(host))
        self.card = Card(
            dsp_clock_hz=settings.dsp_clock_hz, bank_words=settings.bank_words, seed=settings.seed, strict=True
        )
        insert(self.card, pc)
        self._driver = CardDriver(pc)
        self.boot_us = self._driver.start(lib.firmware.image().segments).time / _PICOSECONDS
        """Reset, download and start of the firmware, in microseconds."""

    def time(self, job: Job, size: int) -> Timed:
        """Do the job on `size` bytes, keys included."""
        work, driver = self._work, self._driver
        if job.is_rsa:
            key, operands = work.rsa_key, work.operands(size // job.unit)
            exponent = _exponent(job, work)
            if job.name == "rsa512-crt":
                measured = driver.rsa_crt(operands, key)
            else:
                undone_by = key.e if exponent == key.d else 0
                measured = driver.rsa_power(operands, exponent, key.n, undone_by=undone_by)
            return _timed(measured, [work.rsa(operand, exponent) for operand in operands])
        data = work.data(size)
        if job.name == "md2":
            return _timed(driver.md2(data), work.md2(data))
        chip = job.card == "chip"
        return _timed(driver.des_cbc_encrypt(work.des_key, work.des_iv, data, chip=chip), work.des_cbc(data))


def _exponent(job: Job, work: Workload) -> int:
    return work.rsa_key.e if job.name == "rsa512-public" else work.rsa_key.d


def _timed(measured: Measured[Any], right: object) -> Timed:
    return Timed(measured.time / _PICOSECONDS, measured.value == right)
