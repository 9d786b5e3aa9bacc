"""Compare the clocks of the 80286 model with captures of an 80C286's bus, instruction by instruction.

    python tests/silicon/captures_286.py DIRECTORY [--tests 300] [--list] [--record]

DIRECTORY holds the files of SingleStepTests/80286, `v1_real_mode/*.MOO.gz` (309 MB, not committed here):

    git clone https://github.com/SingleStepTests/80286

A file is a form: an opcode, or an opcode with its extension. Each of its tests begins with the first fetch after a jump
and executes one instruction and then HLT, without wait states. The clocks from the first fetch to the HALT cycle are
compared with the model's.

The comparison omits tests that end in an exception, LOCK, only HLT, words of ports at odd addresses, and short branches
to the next instruction. A capture shows if an operand has an odd address, which is charged as the PC charges it.

The rules were made from four fifths of the forms. `is_held_out` chooses the others, which test the rules.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import struct
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import msgspec

from dsp56k.host.clocks import MEASURED_LEVELS, Blocks, new_level, time_code
from dsp56k.host.clocks.instruction_forms import SHIFT_MASK, Flow, Timing
from dsp56k.host.cpu_modes import MODES
from dsp56k.host.errors import ProgramError
from dsp56k.system.files import write_whole
from dsp56k.system.records import Record, encode, package_version

RECORD = Path(__file__).parents[2] / "docs" / "records" / "captures-286.json"
HALVES = {"used": False, "held out": True}
"""The groups of forms by name, and whether the group is held out."""
SUFFIXES = (".MOO.gz", ".MOO")
TESTS = 300
"""Tests of a form, evenly spaced: the shares of all tests are the same to half a percent."""
_HELD_OUT_OF_256 = 56
"""Forms of 256 that are held out."""
_REGISTERS = ("ax", "bx", "cx", "dx", "cs", "ss", "ds", "es", "sp", "bp", "si", "di", "ip", "flags")
_CYCLE = struct.Struct("<BIBBBBHBBBB")
_STATUS = {4: "HALT", 5: "read", 6: "write", 9: "port read", 10: "port write", 13: "fetch"}
"""Bus status of a cycle; the manual's names differ for each pair of status pins."""
_FIRST_CLOCK = 1
"""T-state of the first clock of a bus cycle, Ts."""
_BHE_HIGH = 2
_LOCK = 0xF0
_HLT = b"\xf4"
_BASE = MODES["real16"].base
_START = _BASE + 0x200
"""Address of the tested instruction. All captures begin at even addresses."""
_TARGET = _BASE + 0x400


class CaptureError(Exception):
    """A file is not a capture, or is damaged."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """The first clock of a bus cycle.

    Attributes:
        clock: its number in the capture.
        status: of _STATUS.
        address: on the bus.
        high: whether the upper byte of the bus is used.
    """

    clock: int
    status: str
    address: int
    high: bool


@dataclass(frozen=True, slots=True)
class Test:
    """One execution.

    Attributes:
        code: the instruction's bytes.
        registers: before it.
        final: those that changed, IP behind the HLT.
        cycles: of the bus.
        is_exception: whether an exception was taken.
    """

    code: bytes
    registers: dict[str, int]
    final: dict[str, int]
    cycles: list[Cycle]
    is_exception: bool

    @property
    def clocks(self) -> int:
        """Clocks from the first fetch to the HALT cycle."""
        return self.cycles[-1].clock - self.cycles[0].clock


def is_held_out(form: str) -> bool:
    """Return True for the forms that test the rules: a fifth, chosen by the hash of their names."""
    return hashlib.sha256(form.encode()).digest()[0] < _HELD_OUT_OF_256


def name_of(path: Path) -> str:
    """Return the name of the form in a file."""
    return path.name.split(".MOO")[0]


def read_tests(path: Path, count: int) -> list[Test]:
    """Return `count` tests of a file, evenly spaced; CaptureError if it is damaged."""
    try:
        content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        tests = [body for tag, body in _chunks(content) if tag == b"TEST"]
        if not tests:
            raise CaptureError(f"{path}: not a capture: no chunk TEST")
        return [_test(body) for body in tests[:: max(1, len(tests) // count)][:count]]
    except (OSError, EOFError, ValueError, struct.error, KeyError, IndexError) as error:
        raise CaptureError(f"{path}: cannot read the capture: {str(error) or type(error).__name__}") from error


def _chunks(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = 0
    while place < len(content):
        tag, size = content[place : place + 4], *struct.unpack_from("<I", content, place + 4)
        if place + 8 + size > len(content):
            raise ValueError(f"chunk {tag!r} at byte {place} ends behind the file")
        yield tag, content[place + 8 : place + 8 + size]
        place += 8 + size


def _test(body: bytes) -> Test:
    chunks = dict(_chunks(body[4:]))
    (size,) = struct.unpack_from("<I", chunks[b"BYTS"])
    states = chunks[b"CYCL"][4:]
    cycles = [
        Cycle(clock, _STATUS[status & 15], address, not pins & _BHE_HIGH)
        for clock, (pins, address, *_, status, state, _, _) in enumerate(_CYCLE.iter_unpack(states))
        if state & 7 == _FIRST_CLOCK and status & 15 in _STATUS
    ]
    if not cycles or cycles[0].status != "fetch" or cycles[-1].status != "HALT":
        raise ValueError("a test does not run from a fetch to a HALT cycle")
    return Test(
        code=chunks[b"BYTS"][4 : 3 + size],
        registers=_registers(chunks[b"INIT"]),
        final=_registers(chunks[b"FINA"]),
        cycles=cycles,
        is_exception=b"EXCP" in chunks,
    )


def _registers(state: bytes) -> dict[str, int]:
    content = dict(_chunks(state))[b"REGS"]
    present, *values = struct.unpack(f"<{len(content) // 2}H", content)
    names = [name for bit, name in enumerate(_REGISTERS) if present >> bit & 1]
    return dict(zip(names, values, strict=True))


@lru_cache(None)
def _timing(code: bytes, measured: bool) -> Timing | str:
    """Return the time of an instruction, or the reason why the PC refuses it."""
    if code[-2:-1] and _relative(code):
        code = code[:-1] + b"\x20"
    try:
        (timing,) = time_code([(_START, code)], cpu="i286", mode="real16", measured=measured).at.values()
    except (ProgramError, ValueError) as error:
        return str(error).partition(", ")[2] or str(error)
    return timing


def _relative(code: bytes) -> bool:
    """Return True if the last byte is the distance of a short branch, on which the clocks do not depend."""
    opcode = next((byte for byte in code if byte not in b"\x26\x2e\x36\x3e\xf0\xf2\xf3"), 0)
    return opcode in range(0x70, 0x80) or opcode in range(0xE0, 0xE4) or opcode == 0xEB


def _leads_on(code: bytes) -> bool:
    """Return True for a short branch to the next instruction: the capture does not show if it was taken."""
    return _relative(code) and code[-1] == 0


@lru_cache(None)
def modelled(code: bytes, level: str, taken: bool, odd: bool, items: int) -> int:
    """Return the model's clocks from the first fetch to the HALT cycle, without odd operands and shifts by CL."""
    timing = _timing(code, level in MEASURED_LEVELS)
    assert isinstance(timing, Timing)
    after = _TARGET + odd if taken else _START + len(code)
    body = code[:-1] + b"\x20" if _relative(code) else code
    program = time_code([(_START, body), (after, _HLT)], cpu="i286", mode="real16", measured=level in MEASURED_LEVELS)
    blocks = Blocks(program, new_level("i286", "real16", level, 0, program.at))
    repeated = timing.flow in (Flow.REPEAT, Flow.REPEAT_WHILE)
    blocks.unseen_items[_START] = lambda: items
    if repeated or timing.flow in (Flow.JUMP, Flow.CONDITIONAL):
        edge = blocks.follow(blocks.root, _START, len(code))
        clocks = edge.clocks
        for _ in range(items if timing.flow is Flow.REPEAT else 0):
            edge = blocks.follow(edge.node, _START, len(code))
            clocks += edge.clocks
        edge = blocks.follow(edge.node, after, len(_HLT))
        return clocks + edge.clocks + edge.node.state.busy
    edge = blocks.follow(blocks.root, _START, len(code) + len(_HLT))
    return edge.clocks + edge.node.state.busy


@dataclass(frozen=True, slots=True)
class Form:
    """The comparison of a form.

    Attributes:
        name: of its file.
        text: its first instruction.
        off: tests by the model's clocks less the capture's.
        refused: why the PC refuses it, if it does.
    """

    name: str
    text: str
    off: Counter[int]
    refused: str = ""

    @property
    def is_off(self) -> bool:
        """True if the model is wrong by more than one clock in more than one test of a hundred."""
        return self.beyond(1) > self.off.total() / 100

    def beyond(self, clocks: int) -> int:
        """Return the number of tests that are off by more than `clocks`."""
        return sum(times for off, times in self.off.items() if abs(off) > clocks)


def compare(path: Path, level: str, count: int) -> Form:
    """Return the comparison of the form in a file."""
    name, off, refused, text = name_of(path), Counter[int](), "", ""
    for test in read_tests(path, count):
        if test.is_exception or _LOCK in test.code or test.code[-1:] == _HLT or _leads_on(test.code):
            continue
        timing = _timing(test.code, level in MEASURED_LEVELS)
        if isinstance(timing, str):
            refused = refused or timing
            continue
        text = text or timing.text
        clocks = _clocks(test, timing, level)
        if clocks is not None:
            off[clocks - test.clocks] += 1
    return Form(name, text, off, "" if off else refused)


def _clocks(test: Test, timing: Timing, level: str) -> int | None:
    """Return the model's clocks of a test, or None for words of ports at odd addresses."""
    cx = test.registers["cx"]
    items = cx - test.final.get("cx", cx) if timing.item else 0
    ip, cs = (test.final.get(name, test.registers[name]) for name in ("ip", "cs"))
    target = 16 * cs + ip - 1
    taken = timing.flow is Flow.JUMP or (
        timing.flow is Flow.CONDITIONAL and ip - 1 != (test.registers["ip"] + timing.size) & 0xFFFF
    )
    reads, writes, ports = _second_cycles(test.cycles)
    if ports:
        return None
    clocks = modelled(test.code, level, taken, bool(target & 1), items)
    if "byte ptr" not in timing.text and timing.row != "xlat":
        unit = new_level("i286", "real16", level, 0, {})
        clocks += unit.crossing * reads + (unit.crossing - unit.write_overlap(timing)) * writes
    count = cx & SHIFT_MASK
    shifted = (timing.by_cl * count if count else timing.unshifted) if timing.by_cl else 0
    is_clear = not test.registers["flags"] & 1
    return clocks + shifted + (timing.unless if is_clear else 0)


def _second_cycles(cycles: list[Cycle]) -> tuple[int, int, int]:
    """Return the numbers of words at odd addresses that were read, that were written, and of ports."""
    data = [cycle for cycle in cycles if cycle.status not in ("fetch", "HALT")]
    found = Counter[str]()
    place = 0
    while place + 1 < len(data):
        first, second = data[place : place + 2]
        is_word = first.status == second.status and first.address & 1 and not second.address & 1 and not second.high
        if is_word:
            found[first.status] += 1
        place += 2 if is_word else 1
    return found["read"], found["write"], found["port read"] + found["port write"]


class Group(msgspec.Struct, frozen=True):
    """The comparison of some forms.

    Attributes:
        forms: how many.
        tests: of all of them.
        exact, within_1, within_2: shares of the tests, in per cent: the model is exact, or off by no more clocks.
        off: forms that are off by more than one clock in more than a hundredth of their tests.
        refused: forms that the PC does not execute.
    """

    name: str
    forms: int
    tests: int
    exact: float
    within_1: float
    within_2: float
    off: list[str]
    refused: list[str]


class Captures(Record, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The record of a comparison of all forms.

    Attributes:
        level: of the model.
        tests_of_a_form: at most.
        groups: first the forms that the rules were made from, and those held out.
    """

    level: str
    tests_of_a_form: int
    groups: tuple[Group, Group]


def group(name: str, forms: Sequence[Form]) -> Group:
    """Return the sums of `forms`."""
    total = sum(form.off.total() for form in forms)
    shares = (100 - 100 * sum(form.beyond(clocks) for form in forms) / max(1, total) for clocks in range(3))
    exact, within_1, within_2 = (round(share, 2) for share in shares)
    return Group(
        name=name,
        forms=len(forms),
        tests=total,
        exact=exact,
        within_1=within_1,
        within_2=within_2,
        off=[f"{form.name}: {form.text}" for form in forms if form.is_off],
        refused=[f"{form.name}: {form.refused}" for form in forms if form.refused],
    )


def lines(captures: Captures) -> Iterator[str]:
    """Yield the lines of the printed table."""
    yield f"{'forms':10} {'number':>7} {'tests':>8} {'exact':>8} {'within 1':>9} {'within 2':>9} {'off by more':>12}"
    for some in captures.groups:
        shares = f"{some.exact:>7.2f}% {some.within_1:>8.2f}% {some.within_2:>8.2f}%"
        yield f"{some.name:10} {some.forms:>7} {some.tests:>8,} {shares} {len(some.off):>12}"
    yield from (f"off      {text}" for some in captures.groups for text in some.off)
    yield from (f"refused  {text}" for some in captures.groups for text in some.refused)


def main() -> int:
    """Return 0; 1 if the directory or a file in it cannot be used."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("directory", type=Path, help="of the captures")
    parser.add_argument("--tests", type=int, default=TESTS, help=f"number of tests of each form [{TESTS}]")
    parser.add_argument("--level", default="three-units", help="level [three-units]")
    parser.add_argument("--forms", nargs="+", metavar="FORM", help="compare only these, such as 88 F7.4")
    parser.add_argument("--list", action="store_true", help="print every form that is not exact in all of its tests")
    parser.add_argument("--record", action="store_true", help="keep the result in docs/records, for pc-validation.md")
    chosen = parser.parse_args()
    found = {name_of(path): path for suffix in SUFFIXES for path in sorted(chosen.directory.glob(f"*{suffix}"))}
    wanted = chosen.forms or sorted(found)
    missing = [name for name in wanted if name not in found]
    if missing or not wanted:
        sys.stderr.write(f"{chosen.directory}: no capture {', '.join(missing) or '*.MOO.gz'}\n")
        return 1
    forms = []
    try:
        for name in wanted:
            form = compare(found[name], chosen.level, chosen.tests)
            forms.append(form)
            if chosen.list and form.off.keys() - {0}:
                off = ", ".join(f"{clocks:+} {times} times" for clocks, times in sorted(form.off.items()))
                sys.stdout.write(f"{form.name:6} {form.text:40} {off}\n")
                sys.stdout.flush()
    except CaptureError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    halves = {name: [form for form in forms if is_held_out(form.name) is held] for name, held in HALVES.items()}
    used, held_out = (group(name, half) for name, half in halves.items())
    inputs = hashlib.sha256()
    for name in wanted:
        inputs.update(found[name].read_bytes())
    captures = Captures(
        id=RECORD.stem,
        title="The 80286's clocks and captures of an 80C286's bus",
        command=f"python tests/silicon/captures_286.py DIRECTORY --tests {chosen.tests} --level {chosen.level}",
        version=package_version(),
        inputs=inputs.hexdigest(),
        units=dict.fromkeys(("exact", "within_1", "within_2"), "%"),
        level=chosen.level,
        tests_of_a_form=chosen.tests,
        groups=(used, held_out),
    )
    sys.stdout.write("\n".join([*lines(captures), ""]))
    if chosen.record:
        write_whole({RECORD: encode(captures)})
    return 0


if __name__ == "__main__":
    sys.exit(main())
