"""A study file, as the structs that it is read into; docs/study.md explains every key.

What a struct cannot say (that a part exists, that a run has what its `where` needs) is checked by `plan`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

SCHEMA = "dsp56k-study/1"
MAX_SIZES = 200
"""Sizes of one job: a study of a million points has many corners, not many sizes."""
MAX_DATA = 1 << 20
"""The longest size, in the unit of the operation: beyond the buffers of all programs."""

Name = Annotated[str, Meta(min_length=1, max_length=80)]
Text = Annotated[str, Meta(min_length=1, max_length=4000)]
Where = Literal["dsp", "card", "pc"]
KeyPolicy = Literal["cold", "loaded"]
Setting = bool | int | float | str
QuantityName = Literal["rate", "time", "clocks", "ratio", "crossing", "share", "bus_bytes", "coefficient"]
VerdictName = Literal["reproduced", "exceeded", "bounded", "contradicted", "no number in our copy"]
FigureKind = Literal["curves", "bars", "map", "table"]
Axis = Annotated[str, Meta(min_length=1, max_length=80)]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What all tables of a study have in common: nothing in them is left unread."""


Hertz = Annotated[int, Meta(ge=1_000_000, le=40_000_000)]


class BoardFile(Table, frozen=True):
    """A card: boards/NAME.toml."""

    schema: Literal["dsp56k-board/1"]
    about: Text
    dsp_clock_hz: Hertz
    bank_words: Literal[8192, 32768]
    des_chip: bool


class FirmwareFile(Table, frozen=True):
    """What runs on the card's DSP: firmwares/NAME.toml."""

    schema: Literal["dsp56k-firmware/1"]
    about: Text
    image: Literal["library"]


class DriverFile(Table, frozen=True):
    """The PC's program that drives the card: drivers/NAME.toml."""

    schema: Literal["dsp56k-driver/1"]
    about: Text
    program: Literal["driver"]
    overhead_us: Annotated[int, Meta(ge=0, le=100_000)]
    """What each call waits before it begins, by the driver's own delay loop."""


class ProgramFile(Table, frozen=True):
    """Software of the PC: programs/NAME.toml."""

    schema: Literal["dsp56k-program/1"]
    about: Text
    grade: Name


class RunTable(Table, frozen=True):
    """`[[run]]`: a configuration. `where` says which of the parts it needs."""

    name: Name
    where: Where
    machine: Name | None = None
    board: Name | None = None
    firmware: Name | None = None
    driver: Name | None = None
    program: Name | None = None
    set: dict[str, Setting] = {}
    """Parameters that this run has otherwise than its parts: `"board.dsp_clock_hz" = 27_000_000`."""
    expect_wrong: bool = False


class SizesTable(Table, frozen=True):
    """`sizes = { from, to, factor | step }`."""

    start: Annotated[int, Meta(ge=0, le=MAX_DATA)] = msgspec.field(name="from")
    to: Annotated[int, Meta(ge=0, le=MAX_DATA)]
    factor: Annotated[int, Meta(ge=2, le=MAX_DATA)] | None = None
    step: Annotated[int, Meta(ge=1, le=MAX_DATA)] | None = None


class JobTable(Table, frozen=True):
    """`[[job]]`: an operation at some sizes, in bytes, or operations where the operation counts those."""

    operation: Name
    sizes: (
        Annotated[tuple[Annotated[int, Meta(ge=0, le=MAX_DATA)], ...], Meta(min_length=1, max_length=MAX_SIZES)]
        | SizesTable
    )
    name: Name | None = None
    """By default the operation's, with "-loaded" after it for a loaded key."""
    key: KeyPolicy = "cold"
    runs: tuple[Name, ...] = ()
    """The runs that do this job; by default all."""


class FitTable(Table, frozen=True):
    """`[[fit]]`: a model, whose names that are columns of the points are those, and all others coefficients."""

    model: Text
    run: Name
    job: Name | None = None
    """By default the only one."""
    name: Name | None = None


class CrossingTable(Table, frozen=True):
    """`[[crossing]]`: from which sizes on is the first of two runs no slower than the second?"""

    of: tuple[Name, Name]
    job: Name | None = None
    """By default every job that both do."""


class ExpectTable(Table, frozen=True):
    """`[[expect]]`: what our value has to do with a published one."""

    published: Name
    quantity: QuantityName
    of: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=2)]
    """One run; of a crossing and a ratio two: the first over, or against, the second."""
    verdict: VerdictName
    because: Text
    job: Name | None = None
    versus: Name | None = None
    """Of a ratio: the job of the second run, if it is another one."""
    size: Annotated[int, Meta(ge=0, le=MAX_DATA)] | None = None
    """Where to look; by default at the largest size."""
    fit: Name | None = None
    coefficient: Name | None = None
    tolerance: Annotated[float, Meta(ge=0, lt=1)] = 0.0
    """Relative, of a value that is reproduced."""
    at_least: float | None = None
    at_most: float | None = None
    """What a claim without a number, or a drawn bar, comes to in ours."""


class FigureTable(Table, frozen=True):
    """`[figure]`: the picture; what is not said is all of it."""

    kind: FigureKind
    title: str = ""
    caption: str = ""
    quantity: QuantityName = "rate"
    job: Name | None = None
    runs: tuple[Name, ...] = ()
    size: Annotated[int, Meta(ge=0, le=MAX_DATA)] | None = None
    x: Axis | None = None
    y: Axis | None = None
    z: Axis | None = None


class StudyFile(Table, frozen=True):
    """A whole study."""

    schema: Literal["dsp56k-study/1"]
    title: Name
    about: Text
    run: Annotated[tuple[RunTable, ...], Meta(min_length=1, max_length=100)]
    job: Annotated[tuple[JobTable, ...], Meta(min_length=1, max_length=100)]
    seed: Annotated[int, Meta(ge=0, le=(1 << 63) - 1)] = 1990
    vary: dict[str, Annotated[tuple[Setting, ...], Meta(min_length=1, max_length=100)]] = {}
    fit: tuple[FitTable, ...] = ()
    crossing: tuple[CrossingTable, ...] = ()
    expect: tuple[ExpectTable, ...] = ()
    figure: FigureTable | None = None
