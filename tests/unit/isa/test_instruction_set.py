"""The instruction set as a document: complete, and its registers read and written are those of the emulator."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import fastjsonschema
import pytest
from click.testing import CliRunner

from dsp56k import isa
from dsp56k.cli.main import main
from dsp56k.emu import Dsp56001
from dsp56k.isa.instruction_set import FLAGS, implicit_registers, instruction_set, operand_access

SCHEMA = Path(__file__).parents[3] / "docs" / "reference" / "isa" / "instruction-set.schema.json"
NAMES = (
    *("X0", "X1", "Y0", "Y1", "A0", "A1", "A2", "B0", "B1", "B2", "LA", "LC"),
    *(f"{bank}{number}" for bank in "RNM" for number in range(8)),
)
"""The registers that are compared; the flags are compared as SR."""
AT = 0x100
SCRATCH = 0x40
"""Addresses below have random words, so that an access at a changed pointer finds another one."""
MIN_TRIALS, MAX_TRIALS = 6, 300
LOW = {name[0]: 8 if name[0] == "R" else 0 for name in NAMES}
FREE = {"R": 3, "N": 2}
"""The lowest pointer, and the random bits of pointers and offsets: no address leaves the scratch memory."""
PLAIN = [
    row
    for row in isa.ROWS
    if row.sequence == "next" and row.op not in ("None", "Nop", "Move", "Andi", "Ori") and "{pp:" not in row.syntax
]
"""Encodings whose effect is on registers and memory only: not those of SR and peripherals, which have more state."""
STACK = {"SP", "SSH", "SSL"}


def word_of(row: isa.Row, rng: random.Random) -> int | None:
    """Return a random word with an encoding, without the stack's registers; None if it has no such word."""
    for _ in range(200):
        word = (rng.getrandbits(24) & ~row.mask | row.value) & ~row.dont_care
        if row.table == "alu":
            word = word & 0xFF | 0x200000
        elif row.table == "move":
            word &= 0xFFFF00
        decoded = isa.decode(word)
        if decoded and any(part.row is row for part in decoded.parts):
            named = {str(value) for part in decoded.parts for value in part.values}
            if not named & {*STACK, "SR", "OMR", "MR", "CCR"}:
                return word
    return None


def parts_of(name: str) -> set[str]:
    """Return the registers of an operand's name."""
    if "," in name:
        return set(name.split(","))
    known = isa.REGISTERS.get(name)
    if name in ("AB", "BA"):
        return {"A0", "A1", "A2", "B0", "B1", "B2"}
    return set(known.parts) if known and known.parts and name != "SR" else {name}


def declared(word: int, use: str) -> list[set[str]]:
    """Return the registers that a word is said to read or write: of each operand, and implicit ones."""
    decoded = isa.decode(word)
    assert decoded is not None
    found = []
    for part in decoded.parts:
        found.append(set(implicit_registers(part.row, "reads" if use == "read" else "writes")) - set(FLAGS))
        for place, (operand, value) in enumerate(zip(part.row.operands, part.values, strict=True)):
            if isinstance(value, tuple):
                found.append(pointer(*value, use, updates=part.row.op != "Lua"))
            elif operand.kind.cls in ("register", "product") and use in operand_access(part.row, place):
                found.append(parts_of(str(value)))
    return found


def pointer(mode: str, number: int, use: str, *, updates: bool) -> set[str]:
    """Return the registers that an addressing mode reads or writes."""
    if mode == "Absolute":
        return set()
    if use == "write":
        return {f"R{number}"} if updates and mode not in ("Indirect", "Indexed") else set()
    return {f"R{number}", f"M{number}", *([f"N{number}"] if mode in ("Indexed", "PostIncN", "PostDecN") else ())}


@cache
def chip() -> Dsp56001:
    return Dsp56001()


def outcome(word: int, second: int, state: dict[str, int], sr: int, words: list[int]) -> dict[str, int]:
    """Return the registers and the changed memory after one instruction."""
    dsp = chip()
    dsp.reset()
    dsp.x[:SCRATCH], dsp.y[:SCRATCH], dsp.p[:SCRATCH] = words, words[::-1], words
    dsp.p[AT], dsp.p[AT + 1] = word, second
    for name, value in state.items():
        setattr(dsp.regs, name.lower(), value)
    dsp.regs.sr, dsp.regs.pc = sr, AT
    dsp.step()
    memory = hash((tuple(dsp.x[:SCRATCH]), tuple(dsp.y[:SCRATCH]), tuple(dsp.p[:SCRATCH])))
    return {name: getattr(dsp.regs, name.lower()) for name in NAMES} | {"SR": dsp.regs.sr, "memory": memory}


def test_the_writable_bits_are_those_that_a_register_of_the_emulator_keeps() -> None:
    dsp = Dsp56001()
    for register in instruction_set()["registers"]:
        if register["name"] in ("AB", "BA"):  # operands of long moves, not registers
            assert register["writable"] == (1 << register["width"]) - 1
            continue
        setattr(dsp.regs, register["name"].lower(), (1 << register["width"]) - 1)
        assert getattr(dsp.regs, register["name"].lower()) == register["writable"], register["name"]


@pytest.mark.parametrize("row", PLAIN, ids=lambda row: f"{row.op} {row.syntax}")
def test_the_registers_are_those_that_the_emulator_reads_and_writes(row: isa.Row) -> None:
    rng = random.Random(row.bits)
    said: set[tuple[str, int]] = set()
    shown: set[tuple[str, int]] = set()
    for trial in range(MAX_TRIALS):
        word = word_of(row, rng)
        if word is None:
            pytest.skip("has only words with the registers of the stack or SR")
        widths = {name: isa.REGISTERS[name].width for name in NAMES}
        state = {name: LOW[name[0]] + rng.getrandbits(FREE.get(name[0], widths[name])) for name in NAMES}
        state |= {name: 0xFFFF for name in NAMES if name[0] == "M"}
        sr, second = rng.getrandbits(7), rng.randrange(SCRATCH)
        words = [rng.getrandbits(24) for _ in range(SCRATCH)]
        before = outcome(word, second, state, sr, words)
        reads, writes = declared(word, "read"), declared(word, "write")
        written = {name for name in NAMES if before[name] != state[name]}
        assert written <= set().union(*writes), f"{word:06X} writes {written}"
        read = set()
        for name in NAMES:
            bits = FREE.get(name[0], widths[name])
            change = rng.choice([(1 << bits) - 1, 1 << rng.randrange(bits)])
            changed = state | {name: 3 if name[0] == "M" else state[name] ^ change}
            after = outcome(word, second, changed, sr, words)
            differing = {other for other in after if after[other] != before[other]}
            # A register that is not read differs by itself, or not at all if it is written.
            if differing - {name} or (name in differing and name in set().union(*writes)):
                read.add(name)
        assert read <= set().union(*reads), f"{word:06X} reads {read}"
        for use, declared_names, found in (("read", reads, read), ("write", writes, written)):
            said |= {(use, place) for place, names in enumerate(declared_names) if names}
            shown |= {(use, place) for place, names in enumerate(declared_names) if names & found}
        if trial + 1 >= MIN_TRIALS and shown == said:
            return
    pytest.fail(f"no trial shows {said - shown}")


@pytest.mark.parametrize("chip", isa.CHIPS)
def test_the_command_prints_a_document_that_follows_its_schema(chip: str) -> None:
    printed = CliRunner().invoke(main, ["isa", "--json", "--chip", chip])
    assert printed.exit_code == 0
    document = json.loads(printed.stdout)
    fastjsonschema.compile(json.loads(SCHEMA.read_text(encoding="utf-8")))(document)
    assert len(document["rows"]) == len(isa.rows_of(chip))
    assert (len(document["kinds"]) == len(isa.KINDS)) is (chip == isa.DSP56002)
    add = next(row for row in document["rows"] if row["mnemonic"] == "ADD")
    assert [operand["access"] for operand in add["operands"]] == ["read", "read-write"]
    assert add["flags"]["L"] == "standard"


def test_the_rows_of_a_mnemonic() -> None:
    printed = CliRunner().invoke(main, ["isa", "norm", "jcc"])
    assert printed.exit_code == 0
    assert "0000 0001 1101 1RRR 0001 d101" in printed.stdout
    assert printed.stdout.count("cc") >= 2
    assert CliRunner().invoke(main, ["isa", "norm", "jcc", "NORM"]).stdout == printed.stdout
    unknown = CliRunner().invoke(main, ["isa", "ad"])
    assert unknown.exit_code == 2
    assert "'ad'" in unknown.stderr


CONTROL = ("SP", "SSH", "SSL", "LA", "LC", "PC", "SR")
BELOW = {"SSH below": "SSH", "SSL below": "SSL"}
"""The level of the stack below the top."""
STACKED = ("SSH", "SSL", "LA", "LC", "SR", *BELOW)
FLOW = [
    row
    for row in isa.ROWS
    if row.sequence in ("jump", "call", "return", "loop", "loop_exit") and "{pp:" not in row.syntax
]
"""Changes of flow, without those by a bit of a peripheral."""
LOOP_FLAG = 1 << 15
END_OF_LOOP = 0x180


def control_outcome(word: int, state: dict[str, int], words: list[int]) -> dict[str, int]:
    """Return the control registers after one instruction, and the level of the stack below."""
    dsp = chip()
    dsp.reset()
    dsp.x[:SCRATCH], dsp.y[:SCRATCH] = words, words[::-1]
    dsp.p[AT], dsp.p[AT + 1] = word, END_OF_LOOP
    dsp.regs.sp = state["SP"] - 1
    for name, register in BELOW.items():
        setattr(dsp.regs, register.lower(), state[name])
    for name in (*NAMES, "SP", "SSH", "SSL", "SR", "PC"):
        setattr(dsp.regs, name.lower(), state[name])
    dsp.step()
    after = {name: getattr(dsp.regs, name.lower()) for name in CONTROL}
    dsp.regs.sp = after["SP"] - 1
    return after | {name: getattr(dsp.regs, register.lower()) for name, register in BELOW.items()}


@pytest.mark.parametrize("row", FLOW, ids=lambda row: f"{row.mnemonic} {row.syntax}")
def test_changes_of_flow_read_and_write_the_registers_that_they_are_said_to(row: isa.Row) -> None:
    rng = random.Random(row.bits)
    writes = {"SR" if name == "LF" else name for name in implicit_registers(row, "writes")}
    reads = set(implicit_registers(row, "reads"))
    written, read = set(), set()
    for _ in range(40):
        word = word_of(row, rng)
        assert word is not None
        decoded = isa.decode(word)
        assert decoded is not None
        named = {str(value) for part in decoded.parts for value in part.values}
        widths = {name: isa.REGISTERS[name].width for name in NAMES}
        state = {name: LOW[name[0]] + rng.getrandbits(FREE.get(name[0], widths[name])) for name in NAMES}
        state |= {name: 0xFFFF for name in NAMES if name[0] == "M"}
        state |= {"SP": rng.randrange(3, 12), "SSH": rng.getrandbits(16), "SSL": rng.getrandbits(16) & 0xAF7F}
        state |= {name: rng.getrandbits(16) for name in BELOW}
        state |= {"SR": rng.getrandbits(7) | rng.choice([0, LOOP_FLAG]), "PC": AT}
        words = [rng.getrandbits(24) | 1 for _ in range(SCRATCH)]
        before = control_outcome(word, state, words)
        changed = {name for name in CONTROL if before[name] != state[name]}
        if before["PC"] == AT + decoded.words:
            changed.discard("PC")
        if before["SP"] <= state["SP"]:
            # A pull shows the level below; nothing is written there.
            changed -= {"SSH", "SSL"}
        # Flags that a limited operand sets are those of ccr.
        if (before["SR"] ^ state["SR"]) & ~0x7F == 0:
            changed.discard("SR")
        assert changed <= writes, f"{word:06X} writes {changed}"
        written |= changed
        for name in STACKED:
            flipped = state | {name: state[name] ^ (LOOP_FLAG if name in ("SR", "SSL") else 1 << rng.randrange(16))}
            after = control_outcome(word, flipped, words)
            register = BELOW.get(name, name)
            # A pull or a push shows the same level under the other name.
            if {other for other in after if after[other] != before[other]} - {register, f"{register} below"}:
                assert register in reads | named, f"{word:06X} reads {name}"
                read.add(register)
    assert written == writes
    assert read >= reads & set(STACKED)
