"""Start-up times, and the assembler's speed and size: `make bench-asm`, or `python tools/records/bench_asm.py`.

Processor time of new processes, the median of several runs each after one that is not counted, so that Python has its
byte code and dsp56k its tables: only Python, imports, `dsp56k` with small tasks, the first `assemble`, the first call
of the library, `asm56000` on 1,000 lines, `dsp56k disasm` on three full memories. Then expanded source lines a second
of `assemble_file` in a new process that has assembled something else: straight-line code in which nearly no two lines
are equal, calls of a macro, tables of constants, and a DUP. Last the memory that a DUP of a million NOPs takes.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import recorder
from dsp56k.lib.program_cache import assembled
from recorder import Spread, Target, spread

RUNS = 5
COMMAND = "from dsp56k.cli.start import dsp56k; raise SystemExit(dsp56k())"
TIMED = """
import time
from dsp56k.asm import assemble, assemble_file
assemble("")
begun = time.process_time()
assert assemble_file("source.asm").ok
print(time.process_time() - begun)
"""
WORDS = 65_536
SMALL = "_START SMALL 0000 0000 0000 DSP56K\n_DATA P 0000\n0C0000\n_END 0000\n"
"""A program that is one jump to itself."""
ASM56000 = "from dsp56k.cli.motorola.asm56000 import main; raise SystemExit(main())"
MACRO = """tap     macro   n,from
        move    x:from+n,x0
        mac     x0,y0,a
        if      n==0
        rnd     a
        endif
        endm
"""


def straight(count: int) -> str:
    """Return instructions, equates and constants with changing operands."""
    random = Random(56001)
    lines = ["        org     p:$40"]
    for number in range(count):
        lines.append(
            (
                f"lab{number}   move    #{random.randrange(1 << 16)},r{random.randrange(8)}   ; comment {number}",
                f"        mac     x0,y0,a x:(r{random.randrange(4)})+,x0 y:(r{4 + random.randrange(4)})+,y0",
                f"        jmp     lab{number - 2}",
                f"sym{number}  equ     {number}*2+$10",
                f"        jclr    #{random.randrange(24)},x:$ffe9,lab{number - 4}",
            )[number % 5]
        )
    return "\n".join(lines) + "\n"


SOURCES: dict[str, tuple[Callable[[], str], int]] = {
    "straight code, nearly no two lines equal": (lambda: straight(20_000), 20_000),
    "calls of a macro with IF and expressions, expanded": (
        lambda: MACRO + "i set 0\n" + "i set i+1\n        tap     i&7,$20\n" * 3000,
        3000 * 7,
    ),
    "DC with six arguments": (
        lambda: "        org     x:0\n" + "        dc      1,$22,0.3,-4,5*6,'abc'\n" * 8000,
        8000,
    ),
    "DUP of NOP": (lambda: "        dup     50000\n        nop\n        endm\n", 50_000),
}
"""Functions that return a source, and its lines after expansion."""
STARTS = {
    "only Python, which is a part of all starts, s": ("-c", "pass"),
    "`import dsp56k.emu`, s": ("-c", "import dsp56k.emu"),
    "`import dsp56k.asm`, s": ("-c", "import dsp56k.asm"),
    "`dsp56k --help`, s": ("-c", COMMAND, "--help"),
    "`dsp56k run` of a program of one word, s": ("-c", COMMAND, "run", "small.lod"),
    "the first `assemble`, with all start-up, s": ("-c", "from dsp56k.asm import assemble; assemble('')"),
    "`modexp` as the first call, with all start-up, s": (
        "-c",
        "from dsp56k.lib import modexp; modexp(2, 3, 5)",
    ),
    "`asm56000 -a -b -l` on 1,000 lines, with all start-up, s": ("-c", ASM56000, "-a", "-b", "-l", "thousand"),
    "`dsp56k disasm` of three full spaces, with the library in P, s": ("-c", COMMAND, "disasm", "full.lod"),
}
"""Processes, from their start to their end."""
TARGETS = {
    "`import dsp56k.emu`, s": Target(0.06),
    "`import dsp56k.asm`, s": Target(0.1),
    "`dsp56k --help`, s": Target(0.15),
    "`dsp56k run` of a program of one word, s": Target(0.25),
    "the first `assemble`, with all start-up, s": Target(0.15),
    # Half of the time that each process took to assemble the library.
    "`modexp` as the first call, with all start-up, s": Target(0.3),
    "`asm56000 -a -b -l` on 1,000 lines, with all start-up, s": Target(0.5),
    "`dsp56k disasm` of three full spaces, with the library in P, s": Target(5.0),
    **{f"{name}, lines/s": Target(10_000.0, least=True) for name in SOURCES},
    "straight code, nearly no two lines equal, lines/s": Target(40_000.0, least=True),
}


def environment(folder: str) -> dict[str, str]:
    """Return the environment of a user who has run the command before: Python and dsp56k have their caches."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": folder, "XDG_CACHE_HOME": folder}


def processes(arguments: Sequence[str], folder: str) -> list[resource.struct_rusage]:
    """Return the resource usage of several runs of Python with arguments, after one that is not counted."""
    used = []
    for _ in range(RUNS + 1):
        command = [sys.executable, *arguments]
        with subprocess.Popen(
            command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment(folder)
        ) as process:
            _, status, usage = os.wait4(process.pid, 0)
        if status:
            raise SystemExit(f"{command} failed")
        used.append(usage)
    return used[1:]


def seconds(arguments: Sequence[str], folder: str) -> list[float]:
    """Return the processor time of several runs of Python with arguments."""
    return [usage.ru_utime + usage.ru_stime for usage in processes(arguments, folder)]


def rates(source: str, count: int, folder: str) -> list[float]:
    """Return lines a second of `assemble_file` with a source, each in a process that has assembled another."""
    Path(folder, "source.asm").write_text(source)
    command = [sys.executable, "-c", TIMED]
    rates = []
    for _ in range(RUNS):
        told = subprocess.run(
            command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True, env=environment(folder)
        )
        rates.append(count / float(told.stdout))
    return rates


def full_memory() -> str:
    """Return a LOD file of three full spaces: the library's code repeated in P, and random words."""
    random = Random(56001)
    code = [word for (space, _), word in sorted(assembled("bignum.asm").words.items()) if space == "P"]
    spaces = {"P": (code * (WORDS // len(code) + 1))[:WORDS]}
    spaces |= {space: [random.getrandbits(24) for _ in range(WORDS)] for space in "XY"}
    lines = ["_START FULL 0000 0000 0000 DSP56K"]
    for space, words in spaces.items():
        lines += [f"_DATA {space} 0000", *(f"{word:06X}" for word in words)]
    return "\n".join([*lines, "_END 0000", ""])


def measure() -> dict[str, Spread]:
    """Return all measurements, by name with unit."""
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "thousand.asm").write_text(straight(1000))
        Path(folder, "nops.asm").write_text("        dup     1000000\n        nop\n        endm\n")
        Path(folder, "small.lod").write_text(SMALL)
        Path(folder, "full.lod").write_text(full_memory())
        for name, arguments in STARTS.items():
            results[name] = spread(seconds(arguments, folder))
        for name, (source, count) in SOURCES.items():
            results[f"{name}, lines/s"] = spread(rates(source(), count, folder))
        nops = processes(("-c", ASM56000, "-a", "nops"), folder)
        results["memory of `asm56000 -a` for a DUP of a million NOPs, MB"] = spread([nops[-1].ru_maxrss / 1024])
    return results


if __name__ == "__main__":
    recorder.report("speed-assembler", recorder.options(__doc__, RUNS).parse_args(), measure, TARGETS)
