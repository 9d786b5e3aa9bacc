"""Generated code that can't be had, or is left by an exception of Python's: nothing is lost.

Memory that was written and may not be executed: prctl(2), PR_SET_MDWE, of Linux 6.3 and later.
"""

import subprocess
import sys

import pytest

from differential.engines.compare import engine, same
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001, build_info
from dsp56k.emu.timeline import Time
from dsp56k.emu.validation import why_not_compiled

LOOPS = " org p:$40\nstart do #20,one\n add x0,a\none\n rep #9\n asl b\n jmp start\n"
FORBID = f"""
import ctypes, warnings
from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001

def forbid():
    set_mdwe, refuse_exec_gain = 65, 1
    if ctypes.CDLL(None).prctl(set_mdwe, refuse_exec_gain, 0, 0, 0):
        raise SystemExit(77)

def prepared(engine):
    dsp = Dsp56001(engine=engine)
    for origin in (0x40, 0x80):
        dsp.load_words(assemble({LOOPS!r}.replace("$40", str(origin))).words)
    dsp.regs.pc, dsp.regs.x0 = 0x40, 5
    return dsp

"""


def told(*lines: str) -> list[str]:
    """Return the output of a program after these lines, in a separate process."""
    program = FORBID + "\n".join(lines)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    if done.returncode == 77:
        pytest.skip("this system can't forbid such memory")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_host_that_forbids_generated_code_has_the_interpreter_and_is_told_once() -> None:
    assert told(
        "forbid()",
        "with warnings.catch_warnings(record=True) as said:",
        "    chips = [prepared('interpreter'), *(prepared('jit') for _ in range(3))]",
        "print(*(one.message for one in said))",
        "print(*(chip.engine for chip in chips))",
        "for chip in chips: chip.run(max_clocks=300_000)",
        "print(len({chip.snapshot() for chip in chips}), chips[0].instructions > 50_000)",
    ) == [
        "cannot compile code: the operating system refuses executable memory; the interpreter executes the program",
        "interpreter interpreter interpreter interpreter",
        "1 True",
    ]


def test_a_build_without_a_code_generator_is_the_reason_that_is_told() -> None:
    assert build_info()["code_generator"] == "Cranelift", "the hosts of the tests have one"
    build = build_info() | {"target": "riscv64", "os": "linux", "code_generator": "none"}
    assert why_not_compiled(build) == (
        "cannot compile code: this build has no code generator for riscv64 linux; the interpreter executes the program"
    )


def test_where_memory_for_code_is_refused_later_the_interpreter_goes_on() -> None:
    assert told(
        "chips = [prepared('interpreter'), prepared('jit')]",
        "assert chips[1]._chip.generate(1)",
        "for chip in chips: chip.run(max_clocks=300_000)",
        "forbid()",
        "with warnings.catch_warnings(record=True) as said:",
        "    for chip in chips:",
        "        chip.run(max_clocks=300_000)",
        "        print(chip.engine)",
        "        chip.regs.pc = 0x80",
        "        for _ in range(3): chip.run(max_clocks=100_000)",
        "        chip.regs.sr = chip.regs.sr",
        "        print(chip.engine, *(one.message for one in said))",
        "print(chips[0].snapshot() == chips[1].snapshot(), chips[0].instructions > 150_000)",
        "with warnings.catch_warnings(record=True) as said:",
        "    print(prepared('jit').engine, len(said))",
    ) == [
        "interpreter",
        "interpreter",
        "jit",
        "interpreter cannot allocate executable memory for more compiled code; the interpreter executes the rest",
        "True True",
        "interpreter 1",
    ]


class FailingDevice:
    """Raises at every seventh access."""

    def __init__(self) -> None:
        self.accesses = 0

    def read(self, _offset: int, now: Time) -> int:
        self.accesses += 1
        if self.accesses % 7 == 0:
            raise LookupError(f"access {self.accesses} at {now}")
        return self.accesses

    def write(self, offset: int, value: int, now: Time) -> None:
        self.read(offset, now)


def test_an_exception_of_a_device_leaves_generated_code_as_it_leaves_the_interpreter() -> None:
    body = " move x:(r0),x0\n add x0,a x:(r2)+,x1\n move a,x:(r1)\n"
    source = f" org p:$40\nstart do #9,end\n{body}end\n move #0,r2\n jmp start\n"
    both = Dsp56001(engine="interpreter"), engine()
    said: tuple[list[str], list[str]] = [], []
    for dsp, lines in zip(both, said, strict=True):
        dsp.port_a.map_device("X", 0x1000, 0x1001, FailingDevice())
        dsp.load_words(assemble(source).words)
        dsp.regs.pc, dsp.regs.r0, dsp.regs.r1 = 0x40, 0x1000, 0x1001
        while dsp.clocks < 20_000:
            try:
                dsp.run(max_clocks=20_000 - dsp.clocks)
            except LookupError as error:
                lines.append(f"{error} {dsp.clocks} {dsp.regs.pc}")
    assert said[0] == said[1]
    assert len(said[0]) > 50
    assert same(*both)


PANICS = """
class Device:
    def __init__(self):
        self.accesses = 0

    def read(self, offset, now):
        self.accesses += 1
        if self.accesses == 800:
            # Once an exception has come to the extension, this is the one that its panics are; raised, it is a panic.
            raise next(kind for kind in BaseException.__subclasses__() if kind.__name__ == "PanicException")("no way")
        return self.accesses

    def write(self, offset, value, now):
        self.read(offset, now)

def panics(engine, move):
    dsp = Dsp56001(engine=engine)
    if engine == "jit":
        assert dsp._chip.generate(1)
    device = Device()
    dsp.port_a.map_device("X", 0x1000, 0x1001, device)
    # Code that brings little between its accesses is given up.
    dsp.load_words(assemble(f" org p:$40\\nstart rep #50\\n add x0,a\\n {move}\\n asl b\\n jmp start\\n").words)
    dsp.regs.pc, dsp.regs.r0, dsp.regs.r1, dsp.regs.b = 0x40, 0x1000, 0x1001, 1
    try:
        dsp.run(max_clocks=1_000_000)
    except BaseException as error:
        told = [repr(error), dsp.snapshot()]
    return [*told, dsp.instructions > 20_000, dsp.run(max_clocks=50_000).reason, dsp.snapshot(), device.accesses]

"""


def test_a_panic_in_generated_code_is_an_exception_and_nothing_is_lost() -> None:
    moves = ("move x:(r0),x0", "move x:>$1000,x0", "move a,x:(r1)", "bset #3,x:(r0)")
    assert told(
        PANICS,
        f"for move in {moves}:",
        "    first, second = panics('interpreter', move), panics('jit', move)",
        "    print(first == second, first[0], first[2], first[-1] > 1_000)",
    ) == ["True PanicException('no way') True True"] * len(moves)
