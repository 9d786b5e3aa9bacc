"""The emulator's speed: `make bench`, or `python tools/records/bench.py [--json] [--record]`.

Four programs of on-chip code with 256 words of on-chip data in X and in Y run in turn, several times. Printed are the
median of each, the least and the most, in million instructions a second of processor time, a REP and each repetition
counting one. Then what a short use costs: construction, the first run of 100 words, one step, code that rewrites
itself against code that does not, and a checked call of a routine from Python. Last, in wall time, two chips one after
the other against both at once in a thread each.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import recording
from dsp56k.asm import assemble, assemble_file
from dsp56k.emu import Dsp56001, build_info
from dsp56k.lib import Routine
from recording import Spread, spread

PROGRAMS = Path(__file__).parents[2] / "tests" / "benchmarks" / "programs"


@dataclass(frozen=True)
class Workload:
    """A program, its DEFINE symbols, the bits of its data, and its target in million instructions a second."""

    name: str
    source: str
    target: int
    bits: int = 23
    defines: dict[str, str] = field(default_factory=dict)

    def chip(self) -> Dsp56001:
        """A chip that holds the program and its data."""
        program = assemble_file(PROGRAMS / self.source, defines=self.defines)
        if not program.ok:
            raise SystemExit("\n".join(str(diagnostic) for diagnostic in program.diagnostics))
        return chip(dict(program.words), self.bits)


WORKLOADS = (
    Workload("MACLOOP-DO", "mac_loop.asm", 110, defines={"REPEATED": "0"}),
    Workload("MACLOOP-REP", "mac_loop.asm", 120, defines={"REPEATED": "1"}),
    Workload("TABLELOOP", "table_loop.asm", 200, bits=8),
    Workload("BRANCHY", "branchy.asm", 180),
)
TARGETS = {f"{workload.name}, million instructions/s": float(workload.target) for workload in WORKLOADS} | {
    "construction, ms": 0.1,
    "first run, ms": 0.2,
    "step, us": 1.0,
    "self-modifying, times": 2.0,
    "call of a routine, us": 100.0,
}
"""At least that many a second; at most that long."""

STEPS = 10_000
CALLS = 1_000

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

# Fifty passes over two words that every pass rewrites with what they hold, and the same that rewrite data.
REWRITING = """
        org     p:0
start   move    #<patched,r0
        move    #>$200040,x0
        do      #50,pass
        {move}    x0,{target}
patched add     x0,a
        rol     b
        eor     x0,a
        asl     b
        lsr     a
        add     x0,b
        neg     a
        asr     b
pass
        jmp     <start
"""


def chip(words: dict[tuple[str, int], int], bits: int = 23, seed: int = 1) -> Dsp56001:
    """A chip with a program, no wait states, and its on-chip data RAM full of seeded random words of so many bits."""
    dsp, rng = Dsp56001(), random.Random(seed)
    for memory in (dsp.x, dsp.y):
        memory[0:256] = [rng.getrandbits(bits) for _ in range(256)]
    dsp.x[0xFFFE] = 0
    for (_, address), word in words.items():
        dsp.p[address] = word
    return dsp


def seconds(action: Callable[[], object]) -> float:
    """Processor time of an action: other work on the machine does not count, but slows down through shared caches."""
    begun = time.thread_time()
    action()
    return time.thread_time() - begun


def throughput(runs: int, millions: float) -> dict[str, Spread]:
    """Million instructions a second of each workload; the workloads take turns."""
    chips = [(workload.name, workload.chip()) for workload in WORKLOADS]
    count = int(millions * 1e6)
    rates: dict[str, list[float]] = {name: [] for name, _ in chips}
    for _, dsp in chips:
        dsp.run(max_instructions=count // 10)
    for _ in range(runs):
        for name, dsp in chips:
            before = dsp.instructions
            spent = seconds(partial(dsp.run, max_instructions=count))
            rates[name].append((dsp.instructions - before) / spent / 1e6)
    return {f"{name}, million instructions/s": spread(values) for name, values in rates.items()}


def small_costs(runs: int) -> dict[str, Spread]:
    """Construction, first run and a step; self-modifying against ordinary time."""
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

    return {
        "construction, ms": spread([1e3 * seconds(Dsp56001) for _ in range(50 * runs)]),
        "first run, ms": spread([1e3 * first_run() for _ in range(10 * runs)]),
        "step, us": spread([1e6 * seconds(steps) / STEPS for _ in range(runs)]),
        "self-modifying, times": spread(rewriting_ratios(runs)),
        "call of a routine, us": spread(calls(runs)),
    }


def calls(runs: int) -> list[float]:
    """Microseconds of a checked call of a routine with a fresh chip."""
    registers = ("x0", "y0", "y1", "b")
    routine = Routine.from_source(CALLED, "called", inputs={name: name for name in registers}, outputs={"r": "x:$20"})

    def many() -> None:
        for number in range(CALLS):
            routine(x0=number, y0=5, y1=7, b=0)

    many()
    return [1e6 * seconds(many) / CALLS for _ in range(runs)]


def rewriting_ratios(runs: int) -> list[float]:
    """Time of code that rewrites one of its ten instructions in each pass, relative to the same that writes data."""
    chips = []
    for move, target in (("movem", "p:(r0)"), ("move ", "x:(r0)")):
        program = assemble(REWRITING.format(move=move, target=target))
        if not program.ok:
            raise SystemExit("\n".join(str(diagnostic) for diagnostic in program.diagnostics))
        chips.append(chip(dict(program.words)))
    ratios = []
    for _ in range(runs):
        changing, ordinary = (seconds(partial(dsp.run, max_instructions=500_000)) for dsp in chips)
        ratios.append(changing / ordinary)
    return ratios


def parallel_gains(runs: int, millions: float) -> list[float]:
    """Wall time of two chips run one after the other, relative to a thread each; 2 at best, on two idle cores."""
    chips = [WORKLOADS[-1].chip() for _ in range(2)]
    count = int(millions * 1e6)

    def wall(threads: int) -> float:
        begun = time.perf_counter()
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda dsp: dsp.run(max_instructions=count), chips))
        return time.perf_counter() - begun

    return [wall(1) / wall(2) for _ in range(runs)]


def main() -> None:
    """Measure and print."""
    parser = recording.options(__doc__)
    parser.add_argument("--runs", type=int, default=7, help="interleaved runs of each program (default %(default)s)")
    parser.add_argument("--millions", type=float, default=10, help="million instructions a run (default %(default)s)")
    options = parser.parse_args()
    build = build_info()
    if build["profile"] != "release":
        sys.exit(f"the extension is a {build['profile']} build; run `make build`")
    load = os.getloadavg()[0]
    values = throughput(options.runs, options.millions) | small_costs(options.runs)
    values["two threads, times"] = spread(parallel_gains(options.runs, options.millions))
    if not recording.tell("speed-emulator", recording.record(values, options.runs, load), options):
        return
    print(f"build: {', '.join(f'{key} {value}' for key, value in build.items())}; load average {load:.1f}")
    for name, value in values.items():
        target = f"   (target {TARGETS[name]:g})" if name in TARGETS else ""
        print(f"{name:42}{value.median:9.4g}   {value.least:.4g} to {value.most:.4g}{target}")


if __name__ == "__main__":
    main()
