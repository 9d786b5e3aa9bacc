"""The emulator and three others: `python tools/records/bench_peers.py FOLDER` after `tools/peers/build.sh FOLDER`.

Each program runs in separate processes on each engine in turn, from the same image of words and data, and is measured
at the first end of an iteration after each of a few numbers of instructions: in processor time, with the construction
of the chip and all compilation. The rate is that between the last two. At each end, data memory is compared with that
of the interpreter; the record lists the pairs that differ. The table has no rate of an engine that does not get there.
"""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial, reduce
from pathlib import Path
from typing import NamedTuple

import program_loops
import recorder
import workloads
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001
from dsp56k.emu.validation import ENGINE_VARIABLE
from dsp56k.lib.library_runner import BCR
from program_loops import library_chip
from recorder import Benchmark, Spread, spread
from workloads import Workload, sound

OTHERS = {"Hatari": "hatari", "mborgerson": "mborgerson", "asmjit": "asmjit"}
"""The other engines by the names of their programs in FOLDER."""
OURS = ("interpreter", "auto", "jit")
ENGINES = (*OTHERS, *OURS)
RUNS = 7
LENGTHS = (100_000, 1_000_000, 10_000_000)
"""Instructions to each end that the table of first instructions has."""
STEADY = {
    "Hatari": (),
    "mborgerson": (60_000_000,),
    "asmjit": (100_000_000, 200_000_000),
    "interpreter": (60_000_000,),
    "auto": (200_000_000, 600_000_000),
    "jit": (200_000_000, 600_000_000),
}
"""Instructions to further ends, in about half a second."""
END = r"^(\d+\.\d+) ([0-9a-f]{16})$"
"""The line that a driver prints at each end; emulators print others."""
MAX_SECONDS = 60
"""The limit of a process."""
EARLY = ("MACLOOP-DO", "BRANCHY", "KERNEL", "rc4", "des_cbc")
"""Programs of the table of first instructions."""
ORIGIN, CALLER, DATA, BYTES = 0x100, 0xE00, 0x2000, 512
"""Some of the other emulators have vectors below P:$100, and no further RAM at X:$4000."""
COUNTER, COUNT, DONE, AGAIN = 0x3F00, 0xF00, 0xF10, 0xF20
"""The X address of the remaining iterations, and P addresses of the code that counts them."""
CODE_WORDS, X_WORDS, Y_WORDS = 0x3000, 0x3000, 0x100
"""Words of an image, and of the digest."""
COUNTING = f"""
        org     p:${COUNT:x}
        move    x:>${COUNTER:x},a
        move    #>1,b
        sub     b,a
        move    a1,x:>${COUNTER:x}
        jeq     <${DONE:x}
        jmp     <${AGAIN:x}
        org     p:${DONE:x}
        move    x:>${COUNTER:x},a
        tst     a
        jeq     <${DONE:x}
        jmp     <${AGAIN:x}
        org     p:${AGAIN:x}
        jmp     <{{again}}
        end     start
"""
MD2 = """
        include 'digests/md2_table.asm'
        org     p:$100
start   move    #>md2_table,r0
        move    #<0,r1
        do      #256,_end
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_end
        move    #>255,m0
        move    #<47,m4
        move    #<15,m5
repeat  move    #>{data},r3
        move    #>{bytes}/128,n7
        jsr     md2_blocks
        jmp     <repeat
        include 'digests/md2_block.asm'
        end     start
"""
FNV = 0xCBF2_9CE4_8422_2325, 0x100_0000_01B3, (1 << 64) - 1
"""Start, factor and mask of the digest, FNV-1a over words instead of bytes."""


class Comparison(Benchmark, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The record of a benchmark with the other emulators."""

    commits: dict[str, str]
    different: tuple[str, ...]
    """Names of rates whose data memory differs from that of the interpreter."""


def counted(source: str) -> str:
    """Return the source of an endless program with `COUNTING` before its jump to the next iteration."""
    (jump,) = re.finditer(r"jmp +<?(start|loop|repeat)\b", source)
    counting = f"{source[: jump.start()]}jmp <{COUNT}{source[jump.end() :]}"
    return re.sub(r"^ +end( +start)?$", "", counting, flags=re.MULTILINE) + COUNTING.format(again=jump[1])


def loop(each: Workload) -> Dsp56001:
    """Return a chip with a program of tests/benchmarks, and its data."""
    source = (workloads.PROGRAMS / each.source).read_text(encoding="utf-8")
    dsp = workloads.chip(sound(assemble(counted(source), defines=each.defines | {"ORIGIN": str(ORIGIN)})), each.bits)
    dsp.regs.pc = ORIGIN
    return dsp


def library_loop(source: str) -> Dsp56001:
    """Return a chip that repeats a program of the library, which is above the interrupt vectors."""
    moved = source.replace("p:$200\n", "p:$400\n").replace("p:$40\n", f"p:${ORIGIN:x}\n")
    return library_chip(counted(moved), data=DATA, size=BYTES)


def square() -> Dsp56001:
    """Return a chip that squares numbers, with the caller above the interrupt vectors."""
    dsp = workloads.kernel()
    call, address = dsp.p[dsp.regs.pc : dsp.regs.pc + 2]
    caller = f" org p:{CALLER}\nstart dc {call},{address}\n jmp <start\n"
    dsp.load_words(sound(assemble(counted(caller))))
    dsp.regs.pc = CALLER
    return dsp


PROGRAMS: dict[str, Callable[[], Dsp56001]] = {
    **{each.name: partial(loop, each) for each in workloads.WORKLOADS},
    "KERNEL": square,
    "md2": partial(library_loop, MD2),
    "rc4": partial(library_loop, f"RC4_S equ $400\n{program_loops.RC4}"),
    "md4": partial(library_loop, program_loops.MD4),
    "des_cbc": partial(library_loop, program_loops.DES_CBC),
}


def image(name: str) -> str:
    """Return the image of a program: memory space, address and value of each word that is not 0.

    The line S has the first address, C that of the counter and the numbers of checked words in X and Y.
    """
    dsp = PROGRAMS[name]()
    spaces = {"P": dsp.p[:CODE_WORDS], "X": dsp.x[:X_WORDS], "Y": dsp.y[:Y_WORDS]}
    lines = [f"S {dsp.regs.pc:x} 0", f"C {COUNTER:x} {X_WORDS << 16 | Y_WORDS:x}"]
    lines += [f"{space} {at:x} {word:x}" for space, words in spaces.items() for at, word in enumerate(words) if word]
    return "\n".join([*lines, ""])


class End(NamedTuple):
    """The end of a number of iterations: the processor time up to then in seconds, and the digest of data memory."""

    seconds: float
    digest: str


def run(path: Path, iterations: Sequence[int], instructions: Sequence[int] = ()) -> Iterator[tuple[End, int]]:
    """Run an image in this process; yield each end of a number of iterations, and the instructions up to then.

    With the numbers of `instructions` to each end, the run has no stop inside of compiled code.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    words = [(space, int(at, 16), int(value, 16)) for space, at, value in map(str.split, lines)]
    begun = time.process_time()
    dsp = Dsp56001()
    spent = time.process_time() - begun
    memories = {"P": dsp.p, "X": dsp.x, "Y": dsp.y}
    dsp.x[BCR] = 0
    for space, at, value in words:
        if space == "S":
            dsp.regs.pc = at
        elif space != "C":
            memories[space][at] = value
    for each, count in itertools.zip_longest(iterations, instructions):
        dsp.x[COUNTER] = each
        begun = time.process_time()
        dsp.run(until=None if count else DONE, max_instructions=count)
        spent += time.process_time() - begun
        dsp.regs.pc = AGAIN
        start, factor, mask = FNV
        data = [*dsp.x[:X_WORDS], *dsp.y[:Y_WORDS]]
        digest = reduce(lambda total, word: (total ^ word) * factor & mask, data, start)
        yield End(spent, f"{digest:016x}"), dsp.instructions


class Goal(NamedTuple):
    """The first end of an iteration after a number of instructions, and the digest of data memory there."""

    iterations: int
    instructions: int
    digest: str


def differences(goals: Sequence[Goal]) -> tuple[list[int], list[int]]:
    """Return the iterations, and the instructions, from each goal to the next."""
    pairs = list(itertools.pairwise([Goal(0, 0, ""), *goals]))
    iterations = [end.iterations - start.iterations for start, end in pairs]
    return iterations, [end.instructions - start.instructions for start, end in pairs]


def elsewhere(folder: Path, engine: str, path: Path, goals: Sequence[Goal]) -> list[End]:
    """Return the ends of a program on an engine, in a separate process; fewer if that fails."""
    iterations, instructions = differences(goals)
    ours = [sys.executable, __file__, str(folder), "--image", str(path), "--instructions", *map(str, instructions)]
    command = [str(folder / OTHERS[engine]), str(path)] if engine in OTHERS else [*ours, "--iterations"]
    command += map(str, iterations)
    environment = {**os.environ, ENGINE_VARIABLE: engine} if engine in OURS else None
    try:
        done = subprocess.run(
            command, stdout=subprocess.PIPE, env=environment, text=True, check=False, timeout=MAX_SECONDS
        )
    except subprocess.TimeoutExpired:
        return []
    return [End(float(spent), digest) for spent, digest in re.findall(END, done.stdout, re.MULTILINE)]


def goals_of(path: Path, lengths: Sequence[int]) -> dict[int, Goal]:
    """Return the goal for each number of instructions, which ascend, by the interpreter."""
    with workloads.engine("interpreter"):
        ((_, each),) = run(path, [1])
        ends = [-(-length // each) for length in lengths]
        reached = run(path, [end - before for before, end in itertools.pairwise([0, *ends])])
        found = zip(lengths, ends, reached, strict=True)
        return {length: Goal(end, instructions, at.digest) for length, end, (at, instructions) in found}


def measured(folder: Path, runs: int, names: Sequence[str], different: set[str]) -> dict[str, Spread]:
    """Return times and rates of each program on each engine, and add the rates with other results to `different`."""
    values: dict[str, list[float]] = {}
    failed: set[str] = set()
    engines = [engine for engine in ENGINES if engine in OURS or (folder / OTHERS[engine]).exists()]
    with tempfile.TemporaryDirectory() as images:
        paths = {name: Path(images) / name for name in names}
        for name, path in paths.items():
            path.write_text(image(name), encoding="utf-8")
        lengths = sorted({*LENGTHS, *itertools.chain(*STEADY.values())})
        reached = {name: goals_of(path, lengths) for name, path in paths.items()}
        for number, name in itertools.product(range(runs), names):
            rates: dict[str, float] = {}
            for engine in engines[:: -1 if number % 2 else 1]:
                said = rate(name, engine)
                goals = [reached[name][length] for length in (*LENGTHS, *STEADY[engine])]
                ends = [] if said in failed else elsewhere(folder, engine, paths[name], goals)
                if len(ends) < len(goals):
                    failed.add(said)
                    continue
                if any(end.digest != goal.digest for end, goal in zip(ends, goals, strict=True)):
                    different.add(said)
                rates[engine] = (goals[-1].instructions - goals[-2].instructions) / (ends[-1][0] - ends[-2][0]) / 1e6
                values.setdefault(said, []).append(rates[engine])
                if name in EARLY:
                    for length, end in zip(LENGTHS, ends, strict=False):
                        values.setdefault(early(name, engine, length), []).append(1e3 * end.seconds)
            if others := [value for engine, value in rates.items() if engine in OTHERS]:
                values.setdefault(gain(name), []).append(rates["auto"] / max(others))
    return {name: spread(of) for name, of in values.items()}


def rate(name: str, engine: str) -> str:
    """Return the record's name for the rate of a program."""
    return f"{name} on {engine}, million instructions/s"


def early(name: str, engine: str, length: int) -> str:
    """Return the record's name for the time of a program to a length."""
    return f"{name} on {engine} to {length:,}, ms"


def gain(name: str) -> str:
    """Return the record's name for the rate of `auto` relative to that of the fastest other engine."""
    return f"{name} on auto relative to the fastest other, times"


def main() -> None:
    """Measure and print."""
    parser = recorder.options(__doc__, RUNS)
    parser.add_argument("folder", type=Path, help="the directory with the other emulators, and their commits")
    parser.add_argument("--runs", type=int, help="processes for each program and engine (default %(default)s)")
    parser.add_argument("--only", nargs="*", choices=PROGRAMS, default=list(PROGRAMS), help="only these programs")
    parser.add_argument("--image", type=Path, help="run an image in this process, with --iterations")
    parser.add_argument("--iterations", nargs="*", type=int, default=(), help="iterations to each end")
    parser.add_argument("--instructions", nargs="*", type=int, default=(), help="instructions to each end")
    options = parser.parse_args()
    if options.image:
        for end, _ in run(options.image, options.iterations, options.instructions):
            print(f"{end.seconds:.6f} {end.digest}")
        return
    lines = (options.folder / "commits").read_text(encoding="utf-8").splitlines()
    commits = dict(line.split(maxsplit=1) for line in lines)
    different: set[str] = set()

    def extend(made: Benchmark) -> Comparison:
        fields = {name: getattr(made, name) for name in made.__struct_fields__}
        return Comparison(**fields, commits=commits, different=tuple(sorted(different)))

    measure = partial(measured, options.folder, options.runs, options.only, different)
    recorder.report("speed-peers", options, measure, extend=extend)


if __name__ == "__main__":
    main()
