"""The gain and loss of the JIT from a process's first instruction: `make bench-early`, or this script.

Each program runs in fresh processes, with the interpreter and with the JIT in turn, and is measured after each of
`LENGTHS` instructions: the processor time of the interpreter relative to the JIT's, and the JIT's loss up to then.
Programs of the library are calls with a chip each, the first of which are longer than the shortest lengths; their setup
is not measured.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

import msgspec

import recorder
import workloads
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001
from dsp56k.emu.validation import ENGINE_VARIABLE, ENGINES
from dsp56k.lib import Result, des_cbc_encrypt, md2, modexp
from recorder import Spread, Target, spread

LENGTHS = (100_000, 1_000_000, 10_000_000, 100_000_000)
"""Instructions."""
RUNS = 15
LOOPS = 200
STRAIGHT = 800
Run = Callable[[int], int]
"""Executes at least this many more instructions; returns their number."""


def of_chip(dsp: Dsp56001) -> Run:
    """Return a function that runs one chip."""

    def run(instructions: int) -> int:
        before = dsp.instructions
        dsp.run(max_instructions=instructions)
        return dsp.instructions - before

    return run


def of_library(call: Callable[[], int]) -> Run:
    """Return a function that repeats calls, which return their instructions."""

    def run(instructions: int) -> int:
        done = 0
        while done < instructions:
            done += call()
        return done

    return run


def loops() -> Run:
    """Return many loops of a few iterations each, one after the other, repeated forever."""
    rng = random.Random(1)
    bodies = ("add x0,a", "move x:(r0)+,x0", "eor y0,b", "asl b", "move a1,y:(r4)", "mac x0,y0,a", "rol a")
    lines = [" org p:$200", "start move #<$10,r0", " move #<$20,r4"]
    for number in range(LOOPS):
        body = [f" {rng.choice(bodies)}" for _ in range(rng.randint(2, 5))]
        lines += [f" do #{rng.randint(3, 9)},end{number}", *body, f"end{number}", " move #<$10,r0"]
    return external(lines)


def straight() -> Run:
    """Return straight-line code in external memory, repeated forever."""
    rng = random.Random(1)
    kinds = ("mac x0,y0,a x:(r0)+,x0 y:(r4)+,y0", "add x0,a", "asr b", "eor y0,b", "move a1,x:<$20", "sub y0,a")
    lines = [" org p:$200", "start move #<$10,r0", " move #<$20,r4"]
    return external([*lines, *(f" {rng.choice(kinds)}" for _ in range(STRAIGHT))])


def external(lines: list[str]) -> Run:
    """Return a function that runs a program in external memory, repeated forever."""
    lines = [*lines, " move #<$20,r4", " jmp >start"]
    pointers = [" move #<63,m0", " move #<63,m4"]
    dsp = workloads.chip(workloads.sound(assemble("\n".join([" org p:$100", *pointers, " jmp >start", *lines]))))
    dsp.regs.pc = 0x100
    return of_chip(dsp)


def library(name: str) -> Run:
    """Return a function that calls the library."""
    rng = random.Random(1)
    key, vector, text = rng.randbytes(8), rng.randbytes(8), rng.randbytes(8192)
    modulus, exponent = rng.getrandbits(512) | 1 << 511 | 1, rng.getrandbits(511)
    calls: dict[str, Callable[[], Result[bytes] | Result[int]]] = {
        "md2": partial(md2, text),
        "des_cbc": partial(des_cbc_encrypt, key, vector, text),
        "modexp": partial(modexp, 3, exponent, modulus),
    }
    call = calls[name]
    call()
    return of_library(lambda: call().instructions)


def workload(number: int) -> Run:
    """Return a function that runs a program of `workloads.py`."""
    return of_chip(workloads.WORKLOADS[number].chip())


PROGRAMS: dict[str, Callable[[], Run]] = {
    **{each.name: partial(workload, number) for number, each in enumerate(workloads.WORKLOADS)},
    "KERNEL": lambda: of_chip(workloads.kernel()),
    "straight code": straight,
    "200 short loops": loops,
    "self-modifying": lambda: of_chip(workloads.rewriting_chip()),
}


def cell(name: str, length: int) -> str:
    """Return the record's name for the speed of a program at a length."""
    return f"{name} after {length:,}, times"


def loss(name: str) -> str:
    """Return the record's name for the maximum loss of a program at any length."""
    return f"{name}, most lost, ms"


CALLS = ("md2", "des_cbc", "modexp")
NAMES = (*PROGRAMS, *CALLS)
MAX_LOSS_MS = 60
"""The allowance of a process, and one region that the balance covers only by an estimate."""
EARLY = ("MACLOOP-DO", "TABLELOOP", "BRANCHY", "FIR-200", "md2")
"""Programs that have to gain within 50 ms."""
MIN_EARLY_GAIN = 2.5
TARGETS = {
    **{loss(name): Target(MAX_LOSS_MS) for name in NAMES},
    **{cell(name, 10_000_000): Target(MIN_EARLY_GAIN, least=True) for name in EARLY},
}
Points = list[tuple[int, float]]
"""Instructions and seconds at each length."""


def one(name: str, engine: str) -> Points:
    """Return the times of a program at each length, in this process."""
    if name in CALLS:
        run = library(name)
        os.environ[ENGINE_VARIABLE] = engine
    else:
        os.environ[ENGINE_VARIABLE] = engine
        run = PROGRAMS[name]()
    done, spent, points = 0, 0.0, []
    for length in LENGTHS:
        if done < length:
            begun = time.thread_time()
            done += run(length - done)
            spent += time.thread_time() - begun
        points.append((done, spent))
    return points


def elsewhere(name: str, engine: str) -> Points:
    """Return the times of a program at each length, in a separate process."""
    command = [sys.executable, __file__, "--one", name, "--engine", engine]
    return msgspec.json.decode(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout, type=Points)


def measured(runs: int, names: Sequence[str]) -> dict[str, Spread]:
    """Return the speed of each program at each length, and its maximum loss, the engines in turn."""
    values: dict[str, list[float]] = {}
    for number in range(runs):
        for name in names:
            engines = ("interpreter", "jit") if number % 2 else ("jit", "interpreter")
            found = {engine: elsewhere(name, engine) for engine in engines}
            losses = [0.0]
            for length, (done, plain), (_, spent) in zip(LENGTHS, found["interpreter"], found["jit"], strict=True):
                # A call of the library that far exceeds a length does not measure it.
                if done < 2 * length:
                    values.setdefault(cell(name, length), []).append(plain / spent)
                losses.append(1000 * (spent - plain))
            values.setdefault(loss(name), []).append(max(losses))
    return {name: spread(of) for name, of in values.items()}


def show(values: Mapping[str, Spread], names: Sequence[str]) -> None:
    """Print the medians, a line for each program."""
    print(f"{'times the interpreter after':36}", *(f"{length:>12,}" for length in LENGTHS), "most lost, ms")
    for name in names:
        cells = [values.get(cell(name, length)) for length in LENGTHS]
        lost = f"{values[loss(name)].median:>13.1f}"
        print(f"{name:36}", *(f"{cell.median:>12.3f}" if cell else " " * 12 for cell in cells), lost)


def main() -> None:
    """Measure and print."""
    parser = recorder.options(__doc__, RUNS)
    parser.add_argument("--runs", type=int, help="processes for each program and engine (default %(default)s)")
    parser.add_argument("--only", nargs="*", choices=NAMES, default=NAMES, help="only these programs")
    parser.add_argument("--one", choices=NAMES, help="a program in this process, with --engine")
    parser.add_argument("--engine", choices=ENGINES, default=ENGINES[0])
    options = parser.parse_args()
    if options.one:
        sys.stdout.buffer.write(msgspec.json.encode(one(options.one, options.engine)))
        return
    values = recorder.report("speed-early", options, partial(measured, options.runs, options.only), TARGETS)
    if values:
        show(values, options.only)


if __name__ == "__main__":
    main()
