"""A study file, as the structs that it is read into; docs/reference/studies.md explains every key.

What a struct cannot say (that a part exists, that a run has what its `where` needs) is checked by `plan`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from dsp56k.lib.image import Commands

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
QuantityName = Literal[
    "rate",
    "time",
    "clocks",
    "ratio",
    "crossing",
    "share",
    "bus_bytes",
    "coefficient",
    "count",
    "size",
    "utilization",
    "memory_rate",
    "correct",
]
PointQuantity = Literal["rate", "time", "clocks", "share", "bus_bytes", "utilization", "memory_rate", "correct"]
"""What a call has by itself."""
CountName = Literal[
    "instructions",
    "multiplications",
    "additions",
    "shifts",
    "digit-shifts",
    "loads",
    "stores",
    "x-accesses",
    "y-accesses",
    "external-accesses",
    "stalled-clocks",
    "code-words",
    "longest-sum",
    "largest-products",
    "accumulator-bits",
    "word-bits-squared",
    "out-of-range",
    "bus-cycles",
    "bus-grants",
    "disk-bytes",
    "disk-bytes-lost",
]
"""What is counted in a call: docs/reference/studies.md."""
VerdictName = Literal["reproduced", "exceeded", "bounded", "contradicted", "no number in our copy"]
"""What a study can expect."""
AnyVerdict = VerdictName | Literal["set"]
"""And of a paper's own setting, that it stands here as it is printed."""
FigureKind = Literal["curves", "bars", "map", "table"]


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
    bus_master: bool | None = None
    """Whether a chip of the card masters the PC's bus."""
    card: Name | None = None
    """The class of board, by its name in `dsp56k.card.boards`; by default the card of the paper."""
    options: dict[Name, Setting] = {}
    """Parameters that boards of this class have besides."""


class FirmwareFile(Table, frozen=True):
    """What runs on the card's DSP: firmwares/NAME.toml."""

    schema: Literal["dsp56k-firmware/1"]
    about: Text
    image: Literal["library"] = "library"
    placement: Literal["internal", "external"] = "internal"
    """Where the inner loops run: in the DSP's internal P memory, or like the rest in the card's."""
    des_pace: Annotated[int, Meta(ge=0, le=8194, multiple_of=2)] = 0
    """Idle clocks of the DSP in each DES block, 0 or from 6 on: the firmware at the rate of a slower one."""
    md2_pace: Annotated[int, Meta(ge=0, le=8194, multiple_of=2)] = 0
    """The same in each MD2 block."""
    source: Name | None = None
    """A file of assembly with commands of the user's own, beside the study."""
    commands: Commands | None = None
    """Commands of the library's own that stand in the place of the user's."""


class VariantFile(Table, frozen=True):
    """A step of the ladder of optimisations of ciphers on a DSP alone: variants/NAME.toml."""

    schema: Literal["dsp56k-variant/1"]
    about: Text
    step: Literal["plain", "computation", "latency", "placement", "streams", "port", "helper"]
    wait_states: Annotated[int, Meta(ge=0, le=15)] = 0
    """Of each external access, as BCR has them: the latency of memory."""


class DriverFile(Table, frozen=True):
    """The PC's program that drives the card: drivers/NAME.toml."""

    schema: Literal["dsp56k-driver/1"]
    about: Text
    program: Literal["driver", "packets"]
    overhead_us: Annotated[int, Meta(ge=0, le=100_000)]
    """What each call waits before it begins, by the PC's interval timer."""
    batch_command: Annotated[int, Meta(ge=0x60, le=0x7F)] | None = None
    """The command that takes a batch of operations; without it the driver does one job a call."""
    batch_keys: Literal["each", "once", "table"] | None = None
    """Whether each operation brings its key and IV, all have one key and an IV of zeros, or each brings its IV and
    names one of the keys that the card was given before.
    """
    batch_most: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    """Operations that go with one command at most; by default as many as its buffer holds."""
    stream_command: Annotated[int, Meta(ge=0x60, le=0x7F)] | None = None
    """The command under which operations go through the card's FIFOs."""
    stream_order: Literal["each", "batched", "window"] | None = None
    """Each operation's parameters before its data, those of all before all data, or those of all by the window."""
    stream_checked: bool | None = None
    """Whether a known operation goes before and after all others; by default it does."""
    stream_endless: bool | None = None
    """Whether the command opens a stream without an end, which it does before the call; by default it does not."""
    stream_back: bool | None = None
    """Whether results go back through the chip and are compared with what was given; by default they do not."""
    way: Name | None = None
    """How packets go to the card, by its name in `dsp56k.host.packets`."""
    dma_mode: Literal["demand", "single", "block"] | None = None
    """Of the DMA controller."""
    sums: bool | None = None
    """Whether a session of packets has sums over what it moves; by default it does."""
    dma_cycle: Annotated[int, Meta(ge=1, le=16)] | None = None
    """DMA clocks of a byte by the controller."""
    dma_takeover: Annotated[int, Meta(ge=0, le=64)] | None = None
    """DMA clocks that a grant and the return of the bus take."""
    master_cycle: Annotated[int, Meta(ge=1, le=16)] | None = None
    """Bus clocks of a byte by a board that masters the bus."""
    disk_bytes_per_second: Annotated[int, Meta(ge=1, le=250_000)] | None = None
    """What a disk brings to memory by another channel of it meanwhile."""


class ProgramFile(Table, frozen=True):
    """Software of the PC: programs/NAME.toml. It has one of `grade`, `elf` and `source`."""

    schema: Literal["dsp56k-program/1"]
    about: Text
    grade: Name | None = None
    """Of the software that comes with the package."""
    elf: Name | None = None
    """Another program that comes with the package."""
    source: Name | None = None
    """A C or NASM file beside the study, which is compiled."""
    optimize: Literal["0", "1", "2", "3", "s"] | None = None
    """gcc's level for `source`."""


class InputTable(Table, frozen=True):
    """`[inputs] name = { random = 16 }`: bytes of an operation, from the seed."""

    random: Annotated[int, Meta(ge=1, le=65_536)] | Literal["size"]


class PcTable(Table, frozen=True):
    """`[pc]` of an operation."""

    program: Name
    """The part whose answers are the right ones, once they have given the vectors."""
    call: Text
    """A function and its arguments: numbers, names of inputs, `name.bytes`, and `answer`, where it puts it."""


class CardTable(Table, frozen=True):
    """`[card]` of an operation: commands of the user's own in the firmware."""

    command: Annotated[int, Meta(ge=0x60, le=0x7F)]
    input: Name
    """What it changes in place; the answer is its begin."""
    setup: Annotated[int, Meta(ge=0x60, le=0x7F)] | None = None
    setup_input: Name | None = None
    clocks_per_byte: Annotated[int, Meta(ge=1, le=100_000)] = 1000
    """The most that either command takes, in clocks of the DSP: the driver waits so long."""


class VectorTable(Table, frozen=True):
    """`[[vector]]`: a known answer, bytes in hexadecimal."""

    source: Text
    inputs: dict[str, str]
    answer: str


class OperationFile(Table, frozen=True):
    """A user's own operation: operations/NAME.toml."""

    schema: Literal["dsp56k-operation/1"]
    about: Text
    inputs: Annotated[dict[str, InputTable], Meta(min_length=1, max_length=8)]
    answer_bytes: Annotated[int, Meta(ge=1, le=65_536)] | Literal["size"]
    pc: PcTable
    vector: Annotated[tuple[VectorTable, ...], Meta(min_length=1, max_length=100)]
    card: CardTable | None = None
    least: Annotated[int, Meta(ge=1, le=65_536)] = 1
    step: Annotated[int, Meta(ge=1, le=65_536)] = 1


class RunTable(Table, frozen=True):
    """`[[run]]`: a configuration. `where` says which of the parts it needs."""

    name: Name
    where: Where
    machine: Name | None = None
    board: Name | None = None
    firmware: Name | None = None
    variant: Name | None = None
    """Of a DSP alone, for the ciphers that have variants."""
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
    counted: bool = False
    """Whether what each call executes is counted, instruction by instruction."""


class FitTable(Table, frozen=True):
    """`[[fit]]`: a model, whose names that are columns of the points are those, and all others coefficients."""

    model: Text
    run: Name | None = None
    job: Name | tuple[Name, ...] | None = None
    """By default every run, and every job of it, that has enough sizes. One model may go through several jobs."""
    left_out: tuple[Annotated[int, Meta(ge=0, le=MAX_DATA)], ...] = ()
    """Sizes that the fit does not see: the model is checked on them."""
    name: Name | None = None
    """By default "RUN, JOB"."""


class CrossingTable(Table, frozen=True):
    """`[[crossing]]`: from which sizes on is the first of two runs no slower than the second?"""

    of: tuple[Name, Name]
    job: Name | None = None
    """By default every job that both do."""


class CauseTable(Table, frozen=True):
    """`[[expect.cause]]`: two runs of the study that differ in one thing, and so show how much that thing matters.

    The factor is the rate of `run` over that of `against`.
    """

    run: Name
    against: Name
    job: Name | None = None
    """By default the job of the expectation."""
    size: Annotated[int, Meta(ge=0, le=MAX_DATA)] | None = None
    """By default the largest size."""


class ExpectTable(Table, frozen=True):
    """`[[expect]]`: the relation of our value to a published one."""

    published: Name
    quantity: QuantityName
    of: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=2)]
    """One run; of a crossing and a ratio two: the first over, or against, the second."""
    verdict: VerdictName
    because: str = ""
    """A remark: how the two set-ups differ. It is not a cause, because no run shows it."""
    cause: tuple[CauseTable, ...] = ()
    """Why the values differ, by runs that show it; without any the report says "not explained"."""
    repeats: bool = False
    """Whether another study judges it, and this one only shows it beside its numbers."""
    job: Name | None = None
    versus: Name | None = None
    """Of a ratio: the job of the second run, if it is another one. Of a count: the job over whose own it is."""
    size: Annotated[int, Meta(ge=0, le=MAX_DATA)] | None = None
    """Where to look; by default at the largest size."""
    fit: Name | None = None
    coefficient: Name | None = None
    kinds: tuple[CountName, ...] = ()
    """Of a count: what is counted, added up."""
    beyond: Name | None = None
    """Of a count: the job whose own is taken away first."""
    each: Annotated[int, Meta(ge=1, le=MAX_DATA)] | None = None
    """Of a count: how many the call has of what it is said for."""
    symbols: Name | None = None
    """Of a size: what the names of the program's symbols begin with."""
    tolerance: Annotated[float, Meta(ge=0, lt=1)] = 0.0
    """Relative, of a value that is reproduced."""
    at_least: float | None = None
    at_most: float | None = None
    """What a claim without a number, or a drawn bar, comes to in ours."""


class StepTable(Table, frozen=True):
    """`[[figure.step]]`: how much faster a run is than the one before it, beside what was published of that."""

    published: Name
    of: tuple[Name, Name]
    """The run, and the one before it."""


class FigureTable(Table, frozen=True):
    """`[figure]`: the picture; what is not said is all of it."""

    kind: FigureKind
    title: str = ""
    caption: str = ""
    """A sentence below it."""
    quantity: PointQuantity = "rate"
    """The length of bars."""
    job: Name | None = None
    runs: tuple[Name, ...] = ()
    size: Annotated[int, Meta(ge=0, le=MAX_DATA)] | None = None
    """That of bars; by default the largest."""
    batches: bool = False
    """Whether the sizes of operations are those of batches, over which rates are drawn as curves."""
    unit: Literal["bit/s", "byte/s"] = "bit/s"
    """Of the rates of curves."""
    together: tuple[Name, ...] = ()
    """Jobs whose curves share one panel: each run's of the first job that does it."""
    step: tuple[StepTable, ...] = ()
    """What that panel says in words: at the largest size that both runs have, if they can in the same job."""


class StudyFile(Table, frozen=True):
    """A whole study."""

    schema: Literal["dsp56k-study/1"]
    title: Name
    about: Text
    run: Annotated[tuple[RunTable, ...], Meta(min_length=1, max_length=100)]
    job: Annotated[tuple[JobTable, ...], Meta(min_length=1, max_length=100)]
    seed: Annotated[int, Meta(ge=0, le=(1 << 63) - 1)] = 1990
    seeds: Annotated[int, Meta(ge=1, le=100)] = 1
    """The number of seeds, from `seed` on, for operations whose time depends on keys or data: the base has the first,
    each other one is a corner.
    """
    vary: dict[str, Annotated[tuple[Setting, ...], Meta(min_length=1, max_length=100)]] = {}
    fit: tuple[FitTable, ...] = ()
    crossing: tuple[CrossingTable, ...] = ()
    expect: tuple[ExpectTable, ...] = ()
    figure: FigureTable | None = None
