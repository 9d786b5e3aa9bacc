"""The assembler's speed and size: `make bench-asm`, or `python tools/records/bench_asm.py [--json] [--record]`.

Processor time of new processes, the median of several runs each: Python alone, `import dsp56k.asm`, its first use, and
`asm56000` on 1,000 lines. Then expanded source lines a second, beyond what the first use takes: straight code in which
nearly no two lines are equal, calls of a macro, tables of constants, and a DUP. Last the memory that a DUP of a million
NOPs takes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

import recording
from recording import Spread, spread

RUNS = 5
FIRST_USE = "first assemble(), s"
ASSEMBLE = "from dsp56k.asm import assemble_file; assert assemble_file"
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
    """Instructions, equates and constants with changing operands."""
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


SOURCES = {
    "straight code": (straight(20_000), 20_000),
    "macro calls": (MACRO + "i set 0\n" + "i set i+1\n        tap     i&7,$20\n" * 3000, 3000 * 7),
    "tables": ("        org     x:0\n" + "        dc      1,$22,0.3,-4,5*6,'abc'\n" * 8000, 8000),
    "DUP": ("        dup     50000\n        nop\n        endm\n", 50_000),
}
"""Sources, and their lines after expansion."""
TARGETS = {
    "import dsp56k.asm, s": 0.1,
    "asm56000 -a -b -l, 1,000 lines, s": 0.5,
    **{f"{name}, lines/s": 10_000.0 for name in SOURCES},
}
"""At most that long; at least that many a second."""


def seconds(arguments: Sequence[str], folder: str) -> list[float]:
    """The processor time of several runs of Python with arguments."""
    times = []
    for _ in range(RUNS):
        before = os.times()
        command = [sys.executable, *arguments]
        subprocess.run(command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
        after = os.times()
        times.append(after.children_user + after.children_system - before.children_user - before.children_system)
    return times


def megabytes(arguments: Sequence[str], folder: str) -> float:
    """The memory that Python takes at most with arguments."""
    command = [sys.executable, *arguments]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL) as process:
        _, _, usage = os.wait4(process.pid, 0)
    return usage.ru_maxrss / 1024


def measure() -> dict[str, Spread]:
    """Everything, by name with its unit."""
    results = {}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "thousand.asm").write_text(straight(1000))
        Path(folder, "nops.asm").write_text("        dup     1000000\n        nop\n        endm\n")
        for name, arguments in (
            ("Python alone, s", ("-c", "pass")),
            ("import dsp56k.asm, s", ("-c", "import dsp56k.asm")),
            (FIRST_USE, ("-c", "from dsp56k.asm import assemble; assemble('')")),
            ("asm56000 -a -b -l, 1,000 lines, s", ("-c", ASM56000, "-a", "-b", "-l", "thousand")),
        ):
            results[name] = spread(seconds(arguments, folder))
        for number, (name, (source, count)) in enumerate(SOURCES.items()):
            Path(folder, f"source{number}.asm").write_text(source)
            used = seconds(("-c", f"{ASSEMBLE}('source{number}').ok"), folder)
            results[f"{name}, lines/s"] = spread([count / (one - results[FIRST_USE].median) for one in used])
        results["asm56000 -a, 1,000,000 NOPs, MB"] = spread([megabytes(("-c", ASM56000, "-a", "nops"), folder)])
    return results


if __name__ == "__main__":
    recording.main(__doc__, "speed-assembler", RUNS, measure)
