"""The emulator's speed: `make bench`, or `python tools/records/bench.py [--json] [--record]`.

Programs of internal code with 256 words of internal data in X and in Y alternate, several times, four of them also in
external memory, and a kernel of the library at its address, all of them also as compiled code; one also with a hook and
with a watchpoint, another with a profile. The output has the median of each and the quartiles, in million instructions
a second of processor time; a REP and each repetition count as one. Compiled code is also measured in loops around one
instruction, and its host instructions are counted for four programs. Then follow the cost of the library for its
callers, and of short uses: construction, the first run of 100 words, one step, a register, a snapshot, self-modifying
code against other code, and a checked call of a routine from Python. Last, in wall time, two chips one after the other
against both at once in a thread each, and 64 in processes on all cores. Targets are printed next to the measurements,
and missed ones once more with the reason.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import host_instructions
import program_loops
import recorder
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001
from dsp56k.lib import Routine, des_cbc_encrypt, modexp, montgomery_product, sweep
from recorder import Spread, Target, spread
from workloads import WORKLOADS, chip, endless, engine, kernel, rewriting_chip, seconds, sound

OBSERVED = WORKLOADS[2]
PROFILED = WORKLOADS[3]
BRANCHY = WORKLOADS[3]
TRACED = WORKLOADS[5]
EXTERNAL = 0x400
AWAY = " in external memory, relative to its speed on the chip"
CORES = len(os.sched_getaffinity(0))
REGISTERS = "most of it gives the host's registers to a whole region, and Cranelift is not optimised in full"
ONE_BY_ONE = "each instruction reads the result of the one before from memory, in a loop as in straight-line code"
BUSY = "wall time, which other work on the machine takes part of"
FEW = (
    "before a loop of a few iterations the budget is checked, and registers and flags are pushed, "
    "which takes as long as ten of them"
)
CHAINED = "each look-up waits for the one before it: an addition, a mask, a load and a XOR"
GENERATED = {
    "MACLOOP-DO": 8,
    "MACLOOP-REP": 9,
    "TABLELOOP": 7,
    "BRANCHY": 15,
    "BRANCHY-LFSR": 5,
    "FIR-200": 10,
    "KERNEL": 11,
    "rc4": 5,
    "md4": 4,
    "des_cbc": 4,
}
"""Targets of the speed of compiled code relative to the interpreter."""
HOST_INSTRUCTIONS = {"TABLELOOP": 5, "MACLOOP-DO": 8, "des_cbc": 18, "md4": 16}
"""Targets of the host instructions of compiled code for a DSP instruction."""
WAITS = "an access whose address is data looks up its page and its wait states, and tests the budget after it"
FORM_FACTOR = 4
"""The target of instruction forms."""
TARGETS = {
    **{f"{each.name}, million instructions/s": Target(each.target, least=True) for each in WORKLOADS if each.target},
    **{f"{workload.name}{AWAY}, times": Target(0.9, least=True) for workload in WORKLOADS if workload.moves},
    **{
        f"{name} as generated code, relative to interpreted, times": Target(
            times, least=True, why={"TABLELOOP": CHAINED}.get(name, FEW)
        )
        for name, times in GENERATED.items()
    },
    **{
        f"compiled code for an instruction of {name}, host instructions": Target(
            count, why=FEW if name == "MACLOOP-DO" else WAITS
        )
        for name, count in HOST_INSTRUCTIONS.items()
    },
    **{
        f"`{form}` as generated code, relative to interpreted, times": Target(FORM_FACTOR, least=True)
        for form in program_loops.FORMS
    },
    "BRANCHY as generated code, 400 clocks a call, relative to interpreted, times": Target(1.0, least=True),
    "a loop that rewrites itself, as generated code, relative to interpreted, times": Target(0.95, least=True),
    "compilation of an instruction of straight-line MAC, us": Target(10.0, why=REGISTERS),
    "compilation of a word in loops over four MAC, us": Target(
        20.0, why=f"each is written twice, for many passes and for one; {REGISTERS}"
    ),
    "entry to generated code and exit, ns": Target(
        20.0, why="the state passes through memory in both directions, and the interpreter decodes again"
    ),
    "a thousand `modexp` by `sweep`, with generated code, s": Target(1.0),
    "construction of a `Dsp56001` that has generated code, ms": Target(0.02),
    "`modexp` of 512 bits, exponent included, ms": Target(4.0),
    # 1.9 times the 96 at the time when code in external memory took the slow path.
    "`modexp` of 512 bits, its Python included, million instructions/s": Target(182, least=True),
    "a thousand `modexp` by `sweep` in one process, s": Target(4.0),
    "`montgomery_product` of 22 digits, each with a fresh chip, us": Target(
        80.0, why="Python: a chip's objects, digits in and out, two runs; the instructions themselves are a fifth"
    ),
    "construction of a `Dsp56001`, ms": Target(0.1),
    "first run of a program of 100 words, ms": Target(0.2),
    "`step()` from Python, us": Target(1.0),
    "reading a register from Python, us": Target(
        0.15, why="a call from Python into the chip, and the check that it is not running"
    ),
    "writing a register from Python, us": Target(0.15, why="the same, and the check of the value"),
    "a snapshot, and going back to it, us": Target(5.0, why="it holds all memory that was ever written to"),
    "`trace()`, million instructions/s": Target(1.0, least=True, why="each instruction becomes Python objects"),
    "a DO over a MAC and a MACR, relative to the same written out, times": Target(1.5, least=True, why=ONE_BY_ONE),
    "a DO over four operations, relative to the same written out, times": Target(1.5, least=True, why=ONE_BY_ONE),
    "a loop that rewrites one of ten instructions, relative to one writing data, times": Target(2.0),
    "a checked call of a `Routine` of 45 instructions, us": Target(100.0),
    "TABLELOOP with a hook that it never meets, relative to without, times": Target(0.98, least=True),
    "TABLELOOP with a watched word, relative to without, times": Target(0.75, least=True),
    "BRANCHY with `dsp.profile()`, relative to without, times": Target(0.33, least=True),
    "two chips in turn, relative to a thread each, in wall time, times": Target(1.92, least=True, why=BUSY),
    "64 chips in one process, relative to `sweep` on all cores, in wall time, times": Target(
        0.9 * CORES, least=True, why=BUSY
    ),
}

ROUNDS = 96
RUNS = 7
BODIES = {
    "a DO over a MAC and a MACR, relative to the same written out, times": [
        "mac x0,y0,a x:(r0)+,x0 y:(r4)+,y0",
        "macr x1,y1,b x:(r1)+,x1 y:(r5)+,y1",
    ],
    "a DO over four operations, relative to the same written out, times": [
        "mpy x0,y0,b x:(r0)+,x0 y:(r4)+,y0",
        "addl b,a",
        "macr x0,x1,a a,x:(r1)+",
        "eor y0,b y:(r5)+,y0",
    ],
}
STEPS = 10_000
CALLS = 1_000
SLICE = 400
# Their data are in internal memory.
STRAIGHT = 240
FIRST_PASSES = 100
LOOPED = 4
BODY = 30
PASSES = 200_000

# A routine of 30 words and 45 instructions.
CALLED = """
        org     p:$100
called  clr     a
        do      #8,_end
        mac     x0,y0,a
        mac     x0,y1,a
        asr     a
        addl    b,a
_end    move    a1,x:$20
        rep     #9
        asl     a
        rts
        dup     19
        nop
        endm
"""


def throughput(runs: int, millions: float) -> dict[str, Spread]:
    """Return million instructions a second of each workload; the workloads alternate."""
    chips = [(workload.name, workload.chip()) for workload in WORKLOADS]
    chips += [(workload.name + AWAY, workload.chip(EXTERNAL)) for workload in WORKLOADS if workload.moves]
    chips += [("KERNEL", kernel()), *((name, program()) for name, program in program_loops.PROGRAMS.items())]
    count = int(millions * 1e6)
    rates: dict[str, list[float]] = {name: [] for name, _ in chips}
    for _, dsp in chips:
        dsp.run(max_instructions=count // 10)
    for _ in range(runs):
        for name, dsp in chips:
            before = dsp.instructions
            spent = seconds(partial(dsp.run, max_instructions=count))
            rates[name].append((dsp.instructions - before) / spent / 1e6)
    away = {
        f"{name}, times": spread(
            [there / here for there, here in zip(values, rates[name.removesuffix(AWAY)], strict=True)]
        )
        for name, values in rates.items()
        if name.endswith(AWAY)
    }
    return {
        f"{name}, million instructions/s": spread(values) for name, values in rates.items() if not name.endswith(AWAY)
    } | away


def generated(runs: int, millions: float) -> dict[str, Spread]:
    """Return the speed of compiled code, relative to that of the interpreter on a chip in the same state."""
    ratios: dict[str, list[float]] = {}
    count = int(millions * 1e6)
    programs: list[tuple[str, Dsp56001]] = [(workload.name, workload.chip()) for workload in WORKLOADS]
    programs += [("KERNEL", kernel()), *((name, program()) for name, program in program_loops.PROGRAMS.items())]
    programs += [
        (f"`{form}`", program_loops.form_chip(form)) for form in (*program_loops.FORMS, *program_loops.SLOW_FORMS)
    ]
    for name, plain in programs:
        other = Dsp56001(engine="jit")
        other._chip.generate(1)  # noqa: SLF001 - compiled at once, as no user does
        other.restore(plain.snapshot())
        for dsp in (plain, other):
            dsp.run(max_instructions=2 * count)
        ratios[f"{name} as generated code, relative to interpreted, times"] = values = []
        for _ in range(runs):
            usual, spent = (seconds(partial(dsp.run, max_instructions=count)) for dsp in (plain, other))
            values.append(usual / spent)
    return {name: spread(values) for name, values in ratios.items()}


def counted() -> dict[str, Spread]:
    """Return the host instructions of compiled code for a DSP instruction, which are the same in each run."""
    if not host_instructions.is_supported():
        return {}
    return {
        f"compiled code for an instruction of {name}, host instructions": spread(
            [host_instructions.host_instructions(name)]
        )
        for name in HOST_INSTRUCTIONS
    }


def generated_costs(runs: int, millions: float) -> dict[str, Spread]:
    """Return the cost of compiled code: in slices, if it is rewritten, its compilation, and separate chips."""
    sliced, rewriting = [BRANCHY.chip()], [rewriting_chip()]
    with engine("jit"):
        sliced.append(BRANCHY.chip())
        rewriting.append(rewriting_chip())
    sliced[1]._chip.generate(1)  # noqa: SLF001 - as above
    count = int(millions * 1e6)

    def slices(dsp: Dsp56001) -> None:
        for _ in range(STEPS):
            dsp.run(max_clocks=SLICE)

    in_slices, rewritten = [], []
    for dsp in sliced:
        dsp.run(max_instructions=count)
    for _ in range(runs):
        usual, spent = (seconds(partial(slices, dsp)) for dsp in sliced)
        in_slices.append(usual / spent)
        usual, spent = (seconds(partial(dsp.run, max_instructions=count // 10)) for dsp in rewriting)
        rewritten.append(usual / spent)
    with engine("jit"):
        keys = [seconds(modexps()) for _ in range(runs)]
        built = [1e3 * seconds(Dsp56001) for _ in range(50 * runs)]
    return {
        f"BRANCHY as generated code, {SLICE} clocks a call, relative to interpreted, times": spread(in_slices),
        "a loop that rewrites itself, as generated code, relative to interpreted, times": spread(rewritten),
        "compilation of an instruction of straight-line MAC, us": spread([making(number) for number in range(runs)]),
        "compilation of a word in loops over four MAC, us": spread([making(number, LOOPED) for number in range(runs)]),
        "entry to generated code and exit, ns": spread(entering(runs)),
        "a thousand `modexp` by `sweep`, with generated code, s": spread(keys[1:]),
        "construction of a `Dsp56001` that has generated code, ms": spread(built),
    }


def making(number: int, looped: int = 0) -> float:
    """Return the microseconds to compile a word of straight-line code, or of loops of `looped` iterations."""
    rng = random.Random(number)
    lines = [f" mac {rng.choice(('x0,y0', 'x1,y1', 'x0,y1'))},a x:(r0)+,x0 y:(r4)+,y0" for _ in range(STRAIGHT)]
    loops = range(0, STRAIGHT, looped) if looped else range(0)
    for at in reversed(loops):
        lines[at : at + looped] = [f" do #1,end{at}", *lines[at : at + looped], f"end{at}"]
    lines = ["start move #0,r0", " move #0,r4", " nop", *lines, " jmp <start", ""]
    dsp = Dsp56001(engine="jit")
    dsp._chip.generate(1)  # noqa: SLF001 - as above
    dsp.load_words(sound(assemble("\n".join([" org p:$40", *lines]))))
    dsp.x[0xFFFE], dsp.regs.pc = 0, 0x40
    # The first of both compiles the code.
    first, again = (seconds(partial(dsp.run, max_instructions=FIRST_PASSES * STRAIGHT)) for _ in range(2))
    return (first - again) / (STRAIGHT + 2 * len(loops)) * 1e6


def entering(runs: int) -> list[float]:
    """Return the nanoseconds of an entry to compiled code and an exit to two interpreted instructions.

    It is the time of an iteration through `number` instructions in compiled code and those two, less that of as many
    instructions in compiled code, less that of the two in the interpreter. The latter times are differences of
    iterations that contain them once and twice.
    """
    code = [passing("jit", BODY, 1), passing("jit", 2 * BODY, 1)]
    interpreted = [passing("interpreter", BODY, 1), passing("interpreter", BODY, 2)]
    samples = []
    for _ in range(runs):
        (once, longer), (plain, twice) = (
            [seconds(partial(dsp.run, max_instructions=count)) / PASSES for dsp, count in chips]
            for chips in (code, interpreted)
        )
        samples.append((once - (longer - once) - (twice - plain)) * 1e9)
    return samples


def passing(name: str, number: int, ends: int) -> tuple[Dsp56001, int]:
    """Return a chip in an endless loop of instructions that can be compiled and of others that end a region.

    Also return the number of instructions of all measured iterations.
    """
    bodies = [" tfr x0,a", " eor y0,a", " tfr y1,b", " and x1,b", " move a1,y0", " move b1,x1"] * (number // 6)
    # A region ends before a peripheral register is written.
    amid = [line for end in range(1, ends) for line in (" movep #0,x:<<$ffe5", f" jmp <end{end}", f"end{end}")]
    lines = [" org p:$40", "start", *bodies, *amid, " movep #0,x:<<$ffe5", " jmp <start", ""]
    dsp = Dsp56001(engine=name)
    dsp.load_words(sound(assemble("\n".join(lines))))
    if name == "jit":
        dsp._chip.generate(1)  # noqa: SLF001 - as above
    dsp.regs.pc = 0x40
    dsp.run(max_instructions=PASSES)
    return dsp, PASSES * (number + 2 * ends)


def observed(runs: int, millions: float) -> dict[str, Spread]:
    """Return the relative speed with a Python hook that is not called, and with a watchpoint that is not hit."""
    plain, hooked, watched = chips = [OBSERVED.chip() for _ in range(3)]
    hooked.hooks.on_execute(lambda dsp, address: None, 0x1FF)
    watched.watchpoints.add("Y", 0xFF)
    for dsp in chips:
        dsp.run(max_instructions=10_000)
    count = int(millions * 1e6 / 10)
    ratios: dict[str, list[float]] = {
        "TABLELOOP with a hook that it never meets, relative to without, times": [],
        "TABLELOOP with a watched word, relative to without, times": [],
    }
    for _ in range(10 * runs):
        usual, *others = (seconds(partial(dsp.run, max_instructions=count)) for dsp in (plain, hooked, watched))
        for values, spent in zip(ratios.values(), others, strict=True):
            values.append(usual / spent)
    return {name: spread(values) for name, values in ratios.items()}


def profiled(runs: int, millions: float) -> dict[str, Spread]:
    """Return the speed of the program with most calls while it is profiled, relative to that without."""
    plain, counted = PROFILED.chip(), PROFILED.chip()
    count = int(millions * 1e6 / 10)
    ratios = []
    with counted.profile():
        for _ in range(10 * runs):
            usual, spent = (seconds(partial(dsp.run, max_instructions=count)) for dsp in (plain, counted))
            ratios.append(usual / spent)
    return {"BRANCHY with `dsp.profile()`, relative to without, times": spread(ratios)}


def short_loops(runs: int, millions: float) -> dict[str, Spread]:
    """Return the speed of loops over a few instructions, relative to that of the same instructions unrolled."""
    ratios: dict[str, list[float]] = {name: [] for name in BODIES}
    count = int(millions * 1e6 / 5)
    for name, body in BODIES.items():
        looped = endless([f"do #{ROUNDS},done", *body], "done")
        straight = endless([f"dup {ROUNDS}", *body, "endm"])
        for dsp in (looped, straight):
            dsp.run(max_instructions=count // 10)
        for _ in range(runs):
            spent, usual = (seconds(partial(dsp.run, max_instructions=count)) for dsp in (looped, straight))
            ratios[name].append(usual / spent)
    return {name: spread(values) for name, values in ratios.items()}


def library_costs(runs: int) -> dict[str, Spread]:
    """Return the cost of calls of the library, each with a separate chip."""
    rng = random.Random(1)
    modulus = rng.getrandbits(512) | 1 << 511 | 1
    base, exponent, factor = (rng.getrandbits(511) for _ in range(3))
    key, vector, text = rng.randbytes(8), rng.randbytes(8), rng.randbytes(8192)

    def products() -> None:
        for _ in range(CALLS):
            montgomery_product(base, factor, modulus, 22)

    measured: dict[str, tuple[Callable[[], object], float]] = {
        "`modexp` of 512 bits, exponent included, ms": (partial(modexp, base, exponent, modulus), 1e3),
        "`des_cbc_encrypt` of 8 KB, ms": (partial(des_cbc_encrypt, key, vector, text), 1e3),
        "`montgomery_product` of 22 digits, each with a fresh chip, us": (products, 1e6 / CALLS),
    }
    for action, _ in measured.values():
        action()
    costs = {name: [unit * seconds(action) for _ in range(runs)] for name, (action, unit) in measured.items()}
    instructions = modexp(base, exponent, modulus).instructions
    return {name: spread(values) for name, values in costs.items()} | {
        "`modexp` of 512 bits, its Python included, million instructions/s": spread(
            [instructions / 1e3 / each for each in costs["`modexp` of 512 bits, exponent included, ms"]]
        ),
        "a thousand `modexp` by `sweep` in one process, s": spread([seconds(modexps())]),
    }


def modexps() -> Callable[[], object]:
    """Return a function of a thousand calls of modexp, of 512 bits."""
    rng = random.Random(1)
    modulus, exponent = rng.getrandbits(512) | 1 << 511 | 1, rng.getrandbits(511)
    return partial(sweep, modexp, {"base": range(2, 2 + CALLS), "exponent": exponent, "modulus": modulus}, jobs=1)


def small_costs(runs: int) -> dict[str, Spread]:
    """Return the times of construction, first run and a step, and of self-modifying code."""
    code = {("P", address): word for address, word in enumerate([0x200040, 0x200032, 0x44D800, 0x000000] * 25)}
    code[("P", 99)] = 0x0C0063

    def first_run() -> float:
        dsp = chip(code)
        return seconds(partial(dsp.run, until=99))

    stepped = chip(code)

    def steps() -> None:
        step = stepped.step
        for _ in range(STEPS):
            step()

    def reads() -> None:
        regs = stepped.regs
        for _ in range(STEPS):
            _ = regs.r0

    def writes() -> None:
        regs = stepped.regs
        for _ in range(STEPS):
            regs.r0 = 5

    def snapshots() -> None:
        for _ in range(CALLS):
            stepped.restore(stepped.snapshot())

    traced = TRACED.chip()

    def trace() -> None:
        for _ in traced.trace(max_instructions=STEPS):
            pass

    return {
        "construction of a `Dsp56001`, ms": spread([1e3 * seconds(Dsp56001) for _ in range(50 * runs)]),
        "first run of a program of 100 words, ms": spread([1e3 * first_run() for _ in range(10 * runs)]),
        "`step()` from Python, us": spread([1e6 * seconds(steps) / STEPS for _ in range(runs)]),
        "reading a register from Python, us": spread([1e6 * seconds(reads) / STEPS for _ in range(runs)]),
        "writing a register from Python, us": spread([1e6 * seconds(writes) / STEPS for _ in range(runs)]),
        "a snapshot, and going back to it, us": spread([1e6 * seconds(snapshots) / CALLS for _ in range(runs)]),
        "`trace()`, million instructions/s": spread([STEPS / seconds(trace) / 1e6 for _ in range(runs)]),
        "a loop that rewrites one of ten instructions, relative to one writing data, times": spread(
            rewriting_ratios(runs)
        ),
        "a checked call of a `Routine` of 45 instructions, us": spread(calls(runs)),
    }


def calls(runs: int) -> list[float]:
    """Return the microseconds of a checked call of a routine with a fresh chip."""
    registers = ("x0", "y0", "y1", "b")
    routine = Routine.from_source(CALLED, "called", inputs={name: name for name in registers}, outputs={"r": "x:$20"})

    def many() -> None:
        for number in range(CALLS):
            routine(x0=number, y0=5, y1=7, b=0)

    many()
    return [1e6 * seconds(many) / CALLS for _ in range(runs)]


def rewriting_ratios(runs: int) -> list[float]:
    """Return the time of code that rewrites one of ten instructions, relative to code that writes data."""
    chips = [rewriting_chip(), rewriting_chip("move ", "x:(r0)")]
    ratios = []
    for _ in range(runs):
        changing, ordinary = (seconds(partial(dsp.run, max_instructions=500_000)) for dsp in chips)
        ratios.append(changing / ordinary)
    return ratios


def one_of_many(number: int) -> int:
    """Run a chip of a pool for a few milliseconds."""
    dsp = WORKLOADS[3].chip()
    dsp.x[0] = number
    return dsp.run(max_instructions=10_000_000).clocks


def pool_gains(runs: int) -> list[float]:
    """Return the wall time of 64 chips in this process, relative to processes on all cores."""
    points = {"number": range(64)}

    def wall(jobs: int) -> float:
        begun = time.perf_counter()
        sweep(one_of_many, points, jobs=jobs)
        return time.perf_counter() - begun

    wall(CORES)
    return [wall(1) / wall(CORES) for _ in range(runs)]


def parallel_gains(runs: int, millions: float) -> list[float]:
    """Return the wall time of two chips run one after the other, relative to a thread each; 2 at best."""
    chips = [WORKLOADS[0].chip() for _ in range(2)]
    count = int(millions * 1e6)

    def wall(threads: int) -> float:
        begun = time.perf_counter()
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda dsp: dsp.run(max_instructions=count), chips))
        return time.perf_counter() - begun

    return [wall(1) / wall(2) for _ in range(runs)]


def measure(runs: int, millions: float) -> dict[str, Spread]:
    """Return all measurements, by name with unit; of the interpreter unless the name says compiled code."""
    values = throughput(runs, millions) | observed(runs, millions)
    values |= generated(runs, millions) | counted() | generated_costs(runs, millions)
    values |= profiled(runs, millions) | short_loops(runs, millions)
    values |= library_costs(runs) | small_costs(runs)
    values["two chips in turn, relative to a thread each, in wall time, times"] = spread(parallel_gains(runs, millions))
    values["64 chips in one process, relative to `sweep` on all cores, in wall time, times"] = spread(pool_gains(2))
    return values


def main() -> None:
    """Measure and print."""
    parser = recorder.options(__doc__, RUNS)
    parser.add_argument("--runs", type=int, help="interleaved runs of each program (default %(default)s)")
    parser.add_argument("--millions", type=float, default=10, help="million instructions a run (default %(default)s)")
    options = parser.parse_args()
    with engine("interpreter"):
        recorder.report("speed-emulator", options, partial(measure, options.runs, options.millions), TARGETS)


if __name__ == "__main__":
    main()
