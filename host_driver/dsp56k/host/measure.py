"""The measurement: every job in the PC's own software and, through the driver, on the card.

Every time comes from executed code: x86 code under the clock model, and DSP code on the emulated chip. A card's time is
end to end: the driver's call to its return, with the bus and the waiting in it; the firmware runs before it begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

from dsp56k import lib
from dsp56k.card import Card
from dsp56k.host.driver import CardDriver
from dsp56k.host.errors import HostError
from dsp56k.host.jobs import JOBS, Job
from dsp56k.host.model import Point, crossing, fit
from dsp56k.host.pc import PC
from dsp56k.host.program import builtin_program
from dsp56k.host.results import Crossover, Results
from dsp56k.host.routines import measure_routines
from dsp56k.host.slot import insert
from dsp56k.host.software import GRADES, HostSoftware, Measured, host_software
from dsp56k.host.workload import Workload

HOSTS = ("386-20",)
"""The PCs: a 386 at 20 MHz, the paper's fast PC."""

Progress = Callable[[str, int, int], None]
"""Told what is being measured, how many steps are done, and how many there are."""

_PICOSECONDS = 1_000_000


@dataclass(frozen=True)
class Settings:
    """What to measure; the same settings give the same results."""

    jobs: tuple[Job, ...]
    hosts: tuple[str, ...]
    seed: int
    dsp_clock_hz: int
    bank_words: int

    @classmethod
    def of(
        cls,
        jobs: Sequence[str] = (),
        hosts: Sequence[str] = (),
        seed: int = 1990,
        dsp_clock_hz: int = 20_000_000,
        bank_words: int = 8192,
    ) -> Settings:
        """Settings from names; none means all.

        Raises:
            HostError: an unknown job or host.
        """
        for kind, names, known in (("job", jobs, tuple(JOBS)), ("host", hosts, HOSTS)):
            for name in names:
                if name not in known:
                    raise HostError(f"unknown {kind} {name!r}: there is {', '.join(known)}", **{kind: name})
        chosen = tuple(job for job in JOBS.values() if not jobs or job.name in jobs)
        return cls(chosen, tuple(hosts) or HOSTS, seed, dsp_clock_hz, bank_words)

    def as_json(self) -> dict[str, Any]:
        """The settings' entry in the results file."""
        return {
            "jobs": [job.name for job in self.jobs],
            "hosts": list(self.hosts),
            "seed": self.seed,
            "dsp_clock_hz": self.dsp_clock_hz,
            "bank_words": self.bank_words,
        }


class Side(Protocol):
    """What can do a job: `time` in microseconds for so many bytes, the result checked."""

    name: str

    def time(self, job: Job, size: int) -> float:
        """Microseconds for the job on `size` bytes; HostError if the result is wrong."""


def measure(settings: Settings, progress: Progress | None = None) -> Results:
    """Measure all that `settings` name.

    Raises:
        HostError: a driver or card that fails, or a result that is wrong.
    """
    work = Workload(settings.seed)
    steps = _Steps(progress, 1 + len(settings.hosts) * sum((1 + len(GRADES)) * len(job.sizes) for job in settings.jobs))
    routines = measure_routines(work, settings.dsp_clock_hz, CardSide(work, settings).card.dsp)
    steps.done("routines on the DSP")
    crossovers: list[Crossover] = []
    boot_us = 0.0
    for host in settings.hosts:
        card = CardSide(work, settings)
        boot_us = card.boot_us
        software = [SoftwareSide(work, host_software(grade)) for grade in GRADES]
        for job in settings.jobs:
            crossovers += _measure_job(job, host, software, card, steps)
    return Results(settings.as_json(), routines, crossovers, boot_us)


def _measure_job(
    job: Job, host: str, software: Sequence[SoftwareSide], card: CardSide, steps: _Steps
) -> Iterator[Crossover]:
    """One job against every grade of software; the card is measured once at each size."""
    card_us = steps.timer(job, card)
    for side in software:
        host_us = steps.timer(job, side)

        def point(size: int, host_us: _Timer = host_us) -> Point:
            # Both sides raise on a wrong result: a point that exists is verified.
            return Point(size, host_us(size), card_us(size), verified=True)

        points = tuple(point(size) for size in job.sizes)
        yield Crossover(
            job.name,
            host,
            side.name,
            points,
            fit(job.sizes, [p.host_us for p in points]),
            fit(job.sizes, [p.card_us for p in points]),
            crossing(points, job.unit, point),
        )


_Timer = Callable[[int], float]


class _Steps:
    """Counts measured sizes for the progress display; sizes between the planned ones do not move it."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self._progress = progress
        self._total = total
        self._count = 0

    def done(self, what: str) -> None:
        self._count = min(self._count + 1, self._total)
        if self._progress:
            self._progress(what, self._count, self._total)

    def timer(self, job: Job, side: Side) -> _Timer:
        """Times the job on one side, each size once."""

        @cache
        def timed(size: int) -> float:
            microseconds = side.time(job, size)
            self.done(f"{job.name}, {side.name}, {size} bytes")
            return microseconds

        return timed


class SoftwareSide:
    """The PC's own software, checked on every call."""

    def __init__(self, work: Workload, software: HostSoftware) -> None:
        self.name: str = software.grade
        self._work = work
        self._software = software

    def time(self, job: Job, size: int) -> float:
        """Microseconds for the job on `size` bytes."""
        work, software = self._work, self._software
        if job.is_rsa:
            key, operands = work.rsa_key, work.operands(size // job.unit)
            exponent = _exponent(job, work)
            if job.name == "rsa512-crt":
                measured = software.rsa_crt(operands, key)
            else:
                measured = software.rsa_power(operands, exponent, key.n)
            return _checked(job, size, measured, [work.rsa(operand, exponent) for operand in operands])
        data = work.data(size)
        if job.name == "md2":
            return _checked(job, size, software.md2(data), work.md2(data))
        return _checked(job, size, software.des_cbc_encrypt(work.des_key, work.des_iv, data), work.des_cbc(data))


class CardSide:
    """The driver, the bus and the card, checked on every call."""

    name = "card"

    def __init__(self, work: Workload, settings: Settings) -> None:
        self._work = work
        pc = PC(builtin_program("driver"))
        self.card = Card(
            dsp_clock_hz=settings.dsp_clock_hz, bank_words=settings.bank_words, seed=settings.seed, strict=True
        )
        insert(self.card, pc)
        self._driver = CardDriver(pc)
        self.boot_us = self._driver.start(lib.firmware.image().segments).time / _PICOSECONDS
        """Reset, download and start of the firmware, in microseconds."""

    def time(self, job: Job, size: int) -> float:
        """Microseconds for the job on `size` bytes, keys included."""
        work, driver = self._work, self._driver
        if job.is_rsa:
            key, operands = work.rsa_key, work.operands(size // job.unit)
            exponent = _exponent(job, work)
            if job.name == "rsa512-crt":
                measured = driver.rsa_crt(operands, key)
            else:
                undone_by = key.e if exponent == key.d else 0
                measured = driver.rsa_power(operands, exponent, key.n, undone_by=undone_by)
            return _checked(job, size, measured, [work.rsa(operand, exponent) for operand in operands])
        data = work.data(size)
        if job.name == "md2":
            return _checked(job, size, driver.md2(data), work.md2(data))
        chip = job.card == "chip"
        return _checked(
            job, size, driver.des_cbc_encrypt(work.des_key, work.des_iv, data, chip=chip), work.des_cbc(data)
        )


def _exponent(job: Job, work: Workload) -> int:
    return work.rsa_key.e if job.name == "rsa512-public" else work.rsa_key.d


def _checked(job: Job, size: int, measured: Measured[Any], right: object) -> float:
    """The time in microseconds of a right result; HostError for a wrong one."""
    if measured.value != right:
        raise HostError(f"{job.name} of {size} bytes: the result is wrong", job=job.name, bytes=size)
    return measured.time / _PICOSECONDS
