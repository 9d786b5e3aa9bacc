"""The structs of a study file; docs/reference/studies.md explains every key.

`plan` checks conditions that a struct cannot express: that a component exists, that a run has what its `where` needs.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from dsp56k.lib.image import Commands

SCHEMA = "dsp56k-study/1"
MAX_SIZES = 200
"""Sizes of one job: a study of a million points has many corners, not many sizes."""
MAX_DATA = 1 << 20
"""The largest size, in the unit of the operation: beyond the buffers of all programs."""

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
    "free",
    "free_share",
    "bus_bytes",
    "coefficient",
    "count",
    "size",
    "utilization",
    "memory_rate",
    "correct",
]
PointQuantity = Literal[
    "rate", "time", "clocks", "share", "free", "free_share", "bus_bytes", "utilization", "memory_rate", "correct"
]
"""Quantities of a single call."""
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
"""Kinds of counts in a call: docs/reference/studies.md."""
FitTarget = (
    Literal["us", "host_busy_us", "free_us", "bus_bytes", "clocks.driver", "clocks.bus", "clocks.poll", "clocks.dsp"]
    | CountName
)
"""Columns of a point that a model can describe."""
VerdictName = Literal["agrees", "disagrees above", "disagrees below", "not comparable", "input"]
"""Results of the comparison with a published value: dsp56k.study.conclusions.assessments."""
FigureKind = Literal["curves", "bars", "map", "table"]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base of all tables of a study: unknown keys are errors."""


Hertz = Annotated[int, Meta(ge=1_000_000, le=40_000_000)]


class BoardFile(Table, frozen=True):
    """A card: boards/NAME.toml."""

    schema: Literal["dsp56k-board/1"]
    about: Text
    dsp_clock_hz: Hertz
    bank_words: Literal[8192, 32768]
    des_chip: bool
    bus_master: bool | None = None
    """True if a chip of the card masters the PC's bus."""
    card: Name | None = None
    """The class of board, by its name in `dsp56k.card.boards`; by default the card of the paper."""
    options: dict[Name, Setting] = {}
    """Further parameters of boards of this class."""


class FirmwareFile(Table, frozen=True):
    """The firmware of the card's DSP: firmwares/NAME.toml."""

    schema: Literal["dsp56k-firmware/1"]
    about: Text
    image: Literal["library"] = "library"
    placement: Literal["internal", "external"] = "internal"
    """Memory of the inner loops: the DSP's internal P memory, or like the rest the card's."""
    des_pace: Annotated[int, Meta(ge=0, le=8194, multiple_of=2)] = 0
    """Idle clocks of the DSP in each DES block, 0 or at least 6: the firmware at the rate of a slower one."""
    md2_pace: Annotated[int, Meta(ge=0, le=8194, multiple_of=2)] = 0
    """Idle clocks of the DSP in each MD2 block."""
    loops: Literal["unrolled", "general"] = "unrolled"
    """Rounds of DES and steps of MD2 as in the library, or in loops without parallel moves (banks of 8192 words)."""
    checks: Annotated[int, Meta(ge=0, le=7)] = 7
    """The card's checks, as the command CHECKS has them; 0: only the checksums of the transfers."""
    source: Name | None = None
    """An assembly file with user commands, in the study's directory."""
    commands: Commands | None = None
    """Commands of the library that replace the user's."""


class VariantFile(Table, frozen=True):
    """A step of the optimisations of ciphers on a DSP: variants/NAME.toml."""

    schema: Literal["dsp56k-variant/1"]
    about: Text
    step: Literal["plain", "computation", "latency", "placement", "streams", "port", "helper"]
    wait_states: Annotated[int, Meta(ge=0, le=15)] = 0
    """Wait states of each external access, as BCR has them: the latency of memory."""


class DriverFile(Table, frozen=True):
    """The PC's program that drives the card: drivers/NAME.toml."""

    schema: Literal["dsp56k-driver/1"]
    about: Text
    program: Literal["driver", "driver-interrupt", "packets"]
    overhead_us: Annotated[int, Meta(ge=0, le=100_000)]
    """The wait of each call before it begins, by the PC's interval timer."""
    layers: Annotated[int, Meta(ge=0, le=100)] = 0
    """Layers of software above the driver: each is a software interrupt, and copies request, data and results."""
    batch_command: Annotated[int, Meta(ge=0x60, le=0x7F)] | None = None
    """The command that takes a batch of operations; without it the driver does one job a call."""
    batch_keys: Literal["each", "once", "table"] | None = None
    """Keys of a batch.

    Each operation has its key and IV; or all have one key and an IV of zeros; or each has its IV and the index of a key
    that the card has received before.
    """
    batch_most: Annotated[int, Meta(ge=1, le=10_000)] | None = None
    """Maximum operations of one command; by default as many as its buffer holds."""
    stream_command: Annotated[int, Meta(ge=0x60, le=0x7F)] | None = None
    """The command by which operations go through the card's FIFOs."""
    stream_order: Literal["each", "batched", "window"] | None = None
    """Each operation's parameters before its data, those of all before all data, or those of all by the window."""
    stream_checked: bool | None = None
    """True if a known operation precedes and follows all others, which is the default."""
    stream_endless: bool | None = None
    """True if the command opens a stream without an end before the call; by default it does not."""
    stream_back: bool | None = None
    """True if results go back through the chip and are compared with the input; by default they do not."""
    way: Name | None = None
    """The transport of packets to the card, by its name in `dsp56k.host.packets`."""
    dma_mode: Literal["demand", "single", "block"] | None = None
    """The mode of the DMA controller."""
    sums: bool | None = None
    """True if a session of packets has checksums over the transferred data, which is the default."""
    dma_cycle: Annotated[int, Meta(ge=1, le=16)] | None = None
    """DMA clocks of a byte by the controller."""
    dma_takeover: Annotated[int, Meta(ge=0, le=64)] | None = None
    """DMA clocks that a grant and the return of the bus take."""
    master_cycle: Annotated[int, Meta(ge=1, le=16)] | None = None
    """Bus clocks of a byte by a board that masters the bus."""
    disk_bytes_per_second: Annotated[int, Meta(ge=1, le=250_000)] | None = None
    """The rate of a disk that transfers to memory by another channel meanwhile."""


class ProgramFile(Table, frozen=True):
    """Software of the PC: programs/NAME.toml. It has one of `grade`, `elf` and `source`."""

    schema: Literal["dsp56k-program/1"]
    about: Text
    grade: Name | None = None
    """The variant of the software that comes with the package."""
    elf: Name | None = None
    """Another program that comes with the package."""
    source: Name | None = None
    """A C or NASM file in the study's directory, which is compiled."""
    optimize: Literal["0", "1", "2", "3", "s"] | None = None
    """gcc's level for `source`."""


class InputTable(Table, frozen=True):
    """`[inputs] name = { random = 16 }`: bytes of an operation, from the seed."""

    random: Annotated[int, Meta(ge=1, le=65_536)] | Literal["size"]


class PcTable(Table, frozen=True):
    """`[pc]` of an operation."""

    program: Name
    """The program that computes the correct results, after it has reproduced the vectors."""
    call: Text
    """A function and its arguments: numbers, names of inputs, `name.bytes`, and `answer`, where it writes its result.
    """


class CardTable(Table, frozen=True):
    """`[card]` of an operation: user commands in the firmware."""

    command: Annotated[int, Meta(ge=0x60, le=0x7F)]
    input: Name
    """The input that it changes in place; the result is its beginning."""
    setup: Annotated[int, Meta(ge=0x60, le=0x7F)] | None = None
    setup_input: Name | None = None
    clocks_per_byte: Annotated[int, Meta(ge=1, le=100_000)] = 1000
    """Maximum cost of either command, in clocks of the DSP: the driver waits that long."""


class VectorTable(Table, frozen=True):
    """`[[vector]]`: a known-answer test, bytes in hexadecimal."""

    source: Text
    inputs: dict[str, str]
    answer: str


class OperationFile(Table, frozen=True):
    """A user-defined operation: operations/NAME.toml."""

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
    """`[[run]]`: a configuration. `where` selects the components that it needs."""

    name: Name
    where: Where
    machine: Name | None = None
    board: Name | None = None
    firmware: Name | None = None
    variant: Name | None = None
    """The variant on a DSP, for ciphers that have variants."""
    driver: Name | None = None
    program: Name | None = None
    set: dict[str, Setting] = {}
    """Parameters of this run that differ from its components: `"board.dsp_clock_hz" = 27_000_000`."""
    expect_wrong: bool = False


class SizesTable(Table, frozen=True):
    """`sizes = { from, to, factor | step }`."""

    start: Annotated[int, Meta(ge=0, le=MAX_DATA)] = msgspec.field(name="from")
    to: Annotated[int, Meta(ge=0, le=MAX_DATA)]
    factor: Annotated[int, Meta(ge=2, le=MAX_DATA)] | None = None
    step: Annotated[int, Meta(ge=1, le=MAX_DATA)] | None = None


class JobTable(Table, frozen=True):
    """`[[job]]`: an operation at some sizes, in bytes, or in operations if the operation counts those."""

    operation: Name
    sizes: (
        Annotated[tuple[Annotated[int, Meta(ge=0, le=MAX_DATA)], ...], Meta(min_length=1, max_length=MAX_SIZES)]
        | SizesTable
    )
    name: Name | None = None
    """The name; by default the operation's, with the suffix "-loaded" for a loaded key."""
    key: KeyPolicy = "cold"
    runs: tuple[Name, ...] = ()
    """The runs that do this job; by default all."""
    counted: bool = False
    """True if the executed instructions of each call are counted."""


class FitTable(Table, frozen=True):
    """`[[fit]]`: a model. Its names that are not columns of the points are coefficients."""

    model: Text
    run: Name | None = None
    job: Name | tuple[Name, ...] | None = None
    """The jobs; by default every run, and every job of it, that has enough sizes. One model may cover several jobs."""
    of: FitTarget = "us"
    """The described column: the time, a part of it, or a count."""
    left_out: tuple[Annotated[int, Meta(ge=0, le=MAX_DATA)], ...] = ()
    """Sizes that the fit does not use: the model is checked on them."""
    name: Name | None = None
    """The name; by default "RUN, JOB"."""


class CrossingTable(Table, frozen=True):
    """`[[crossing]]`: from which sizes on is the first of two runs no slower than the second?"""

    of: tuple[Name, Name]
    job: Name | None = None
    """The job; by default every job that both do."""


class CauseTable(Table, frozen=True):
    """`[[expect.cause]]`: two runs or two jobs that differ in one thing, and so show the effect of that thing.

    The factor is the rate of `run` at `job` over that of `against` at `versus`.
    """

    run: Name
    against: Name
    job: Name | None = None
    """The job; by default the job of the expectation."""
    versus: Name | None = None
    """The job of `against`; by default the same."""
    size: Annotated[int, Meta(ge=0, le=MAX_DATA)] | None = None
    """The size; by default the largest."""


class SelectTable(Table, frozen=True, kw_only=True):
    """The selection of one value of a study."""

    quantity: QuantityName
    of: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=2)]
    """One run; for a crossing and a ratio two: the first over, or against, the second."""
    job: Name | None = None
    versus: Name | None = None
    """For a ratio: the job of the second run, if it is another one.

    For a count: the job by whose count it is divided. For a coefficient: the fit by whose coefficient it is divided.
    """
    size: Annotated[int, Meta(ge=0, le=MAX_DATA)] | None = None
    """The size; by default the largest."""
    fit: Name | None = None
    coefficient: Name | None = None
    kinds: tuple[CountName, ...] = ()
    """For a count: the kinds that are added up."""
    beyond: Name | None = None
    """For a count: the job whose count is subtracted first."""
    each: Annotated[int, Meta(ge=1, le=MAX_DATA)] | None = None
    """For a count: the number of units in the call, by which it is divided."""
    symbols: Name | None = None
    """For a size: the prefix of the program's symbols."""


class ExpectTable(SelectTable, frozen=True, kw_only=True):
    """`[[expect]]`: a value that is compared with a published one."""

    published: Name
    verdict: VerdictName
    because: str = ""
    """A remark: the difference of the two set-ups. It is not a cause, because no run shows it."""
    cause: tuple[CauseTable, ...] = ()
    """Runs that show the cause of a difference; without any the report states "not explained"."""
    repeats: bool = False
    """True if another study assesses it, and this one only shows it with its numbers."""


class HoldTable(SelectTable, frozen=True, kw_only=True):
    """`[[hold]]`: a value of the study itself that must not change unnoticed."""

    value: float
    """The recorded value, in our unit."""
    within: Annotated[float, Meta(gt=0, lt=1)] = 0.005
    """The relative difference up to which a value is the recorded one."""


class ClaimTable(SelectTable, frozen=True, kw_only=True):
    """`[[joint.claim]]`: a value that is compared with a published one, together with others."""

    published: Name


class JointTable(Table, frozen=True):
    """`[[joint]]`: claims of one paper about one machine, which must hold at the same parameters."""

    name: Name
    claim: Annotated[tuple[ClaimTable, ...], Meta(min_length=2, max_length=100)]
    instead: dict[Name, Annotated[tuple[Name, ...], Meta(min_length=1, max_length=20)]] = {}
    """For a word in the names of the claims' runs the words that replace it; each combination is tried."""


class StepTable(Table, frozen=True):
    """`[[figure.step]]`: the speed-up of a run over the one before it, with the published one."""

    published: Name
    of: tuple[Name, Name]
    """The run, and the one before it."""


class FigureTable(Table, frozen=True):
    """`[figure]`: the picture; keys that are missing select everything."""

    kind: FigureKind
    title: str = ""
    caption: str = ""
    """A sentence below it."""
    quantity: PointQuantity = "rate"
    """The length of bars."""
    job: Name | None = None
    runs: tuple[Name, ...] = ()
    size: Annotated[int, Meta(ge=0, le=MAX_DATA)] | None = None
    """The size of bars; by default the largest."""
    batches: bool = False
    """True if the sizes of operations are those of batches, over which rates are drawn as curves."""
    unit: Literal["bit/s", "byte/s"] = "bit/s"
    """The unit of the rates of curves."""
    together: tuple[Name, ...] = ()
    """Jobs whose curves share one panel: each run's of the first job that does it."""
    step: tuple[StepTable, ...] = ()
    """Speed-ups that the panel states in words, at the largest size of both runs in a common job."""


class StudyFile(Table, frozen=True):
    """A complete study."""

    schema: Literal["dsp56k-study/1"]
    title: Name
    about: Text
    run: Annotated[tuple[RunTable, ...], Meta(min_length=1, max_length=100)]
    job: Annotated[tuple[JobTable, ...], Meta(min_length=1, max_length=100)]
    seed: Annotated[int, Meta(ge=0, le=(1 << 63) - 1)] = 1990
    seeds: Annotated[int, Meta(ge=1, le=100)] = 1
    """The number of seeds, from `seed` onwards, for operations whose time depends on keys or data.

    The base has the first, each other one is a corner.
    """
    vary: dict[str, Annotated[tuple[Setting, ...], Meta(min_length=1, max_length=100)]] = {}
    fit: tuple[FitTable, ...] = ()
    crossing: tuple[CrossingTable, ...] = ()
    published: dict[Name, dict[str, Any]] = {}
    """`[published.ID]`: numbers of another paper, as published.toml has them; `Plan.published` converts them."""
    expect: tuple[ExpectTable, ...] = ()
    hold: tuple[HoldTable, ...] = ()
    joint: tuple[JointTable, ...] = ()
    figure: FigureTable | None = None
