"""A process whose addresses are limited: too little memory is a MemoryError, after which it goes on."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

resource = pytest.importorskip("resource")

COMMON = """
import gc
import sys
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001

STORES = " do #100,last\\n move a,x:(r0)+\\n move a,y:(r1)+\\nlast nop\\n jmp *"
CALLS = "again jsr one\\n jsr two\\n jmp again\\none jsr two\\n rts\\ntwo nop\\n rts"
# If CPython 3.11 has no memory for the offset of an instruction above 256, it repeats exception_unwind (ceval.c) for
# ever. The assembler has handlers at such offsets, so it runs before memory ends.
PROGRAMS = {text: assemble(" org p:$200\\n move #$1000,r0\\n move #$8000,r1\\n" + text) for text in (STORES, CALLS)}
kept = []

def chip(text=STORES):
    dsp = Dsp56001(engine=sys.argv[1])
    dsp.load(PROGRAMS[text])
    dsp.regs.pc = 0x200
    return dsp

def full(dsp):
    for address in range(0x1000, 0xF000, 7):
        dsp.x[address] = dsp.y[address] = 1
    return dsp
"""
SCENES = {
    "chips": """
        def go():
            dsp = chip()
            dsp.run(max_clocks=5000)
            kept.append(dsp)
    """,
    "snapshots": """
        dsp = full(chip())
        def go():
            kept.append(dsp.snapshot())
    """,
    "restored chips": """
        state = full(chip()).snapshot()
        def go():
            dsp = chip()
            dsp.restore(state)
            kept.append(dsp)
    """,
    "a trace": """
        def go():
            kept.extend(iter(chip(CALLS).trace(max_clocks=10**9)))
    """,
    "a profile": """
        def go():
            dsp = chip(CALLS)
            with dsp.profile(entries=10_000_000) as profiler:
                dsp.run(max_clocks=10**9)
            kept.append(profiler.result())
    """,
    "words for the SSI": """
        dsp, words = chip(), [1] * 100_000
        def go():
            dsp.ssi.feed(words)
    """,
    "programs that fill P": """
        def go():
            dsp = chip()
            dsp.p[0x200:0x10000] = [0] * (0x10000 - 0x200)
            dsp.run(max_clocks=600_000)
            kept.append(dsp)
    """,
}
END = """
try:
    for _ in range(100_000):
        go()
    raise AssertionError("there is memory enough")
except (MemoryError, SystemError) as error:
    # CPython 3.11 may lose the MemoryError of a call for whose frame it has no memory; also where no chip is released.
    assert isinstance(error, MemoryError) or str(error) == "error return without exception set", repr(error)
    kept.clear()
    gc.collect()
dsp = chip()
dsp.run(max_clocks=5000)
print("goes on", dsp.clocks)
"""


def runs(scene: str, engine: str, megabytes: int, tmp_path: Path) -> None:
    script = tmp_path / "scene.py"
    script.write_text(COMMON + textwrap.dedent(SCENES[scene]) + END)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    done = subprocess.run(
        [sys.executable, "-W", "ignore", script, engine],
        preexec_fn=limit,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "goes on 5000\n"), done.stderr[-2000:]


@pytest.mark.parametrize("engine", ["interpreter", "jit"])
@pytest.mark.parametrize("megabytes", [64, 107, 150])
def test_chips_until_memory_is_full(engine: str, megabytes: int, tmp_path: Path) -> None:
    runs("chips", engine, megabytes, tmp_path)


@pytest.mark.parametrize("engine", ["interpreter", "jit"])
@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene != "chips"])
def test_what_grows_with_a_run(engine: str, scene: str, tmp_path: Path) -> None:
    runs(scene, engine, 110, tmp_path)
