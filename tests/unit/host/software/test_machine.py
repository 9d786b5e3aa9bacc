"""The user's machine: a user's function called and timed, with its profile."""

from pathlib import Path

import numpy as np
import pytest

from dsp56k.host import (
    ClockLimitError,
    HostError,
    LoadedMachine,
    Machine,
    MachineFaultError,
    Out,
    ProgramError,
    Timed,
    load_machines,
)
from dsp56k.host.pc import DATA
from dsp56k.lib import OperandError
from shared.x86.code import ORIGIN, program

SUM = program(  # int f(const int *words, int count): their sum
    "8b 54 24 04",  # mov edx, [esp + 4]
    "8b 4c 24 08",  # mov ecx, [esp + 8]
    "31 c0",  # xor eax, eax
    "03 02",  # l: add eax, [edx]
    "83 c2 04",  # add edx, 4
    "49",  # dec ecx
    "75 f8",  # jnz l
    "c3",
    symbols={"f.l": ORIGIN + 10, "table": 0x20_0000},
)
FILL = program(  # f(char *to, char byte, int count)
    "57",  # push edi
    "8b 7c 24 08",  # mov edi, [esp + 8]
    "8b 44 24 0c",  # mov eax, [esp + 12]
    "8b 4c 24 10",  # mov ecx, [esp + 16]
    "fc",
    "f3 aa",  # rep stosb
    "5f",
    "c3",
)


def words(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(4, "little") for number in numbers)


def test_bytes_are_passed_by_address() -> None:
    pc = Machine(memory="manual").load(SUM)
    timed = pc.call("f", words(1, 20, 300), 3)
    assert (timed.value, timed.outputs) == (321, ())
    # mov 4 4, xor 2, three times add 6 add 2 dec 2, twice jnz 7 + m (opcode, mod r/m of its target), 3, ret 10 + m
    assert timed.clocks == 4 + 4 + 2 + 3 * (6 + 2 + 2) + 9 + 9 + 3 + 11
    assert timed.time == timed.clocks * 50_000
    assert pc.call("f", memoryview(words(7)), np.int64(1)).value == 7


def test_what_comes_back() -> None:
    pc = Machine().load(FILL)
    kept, mine = b"abcdef", bytearray(b"abcdef")
    assert pc.call("f", Out(5), ord("x"), 3).outputs == (b"xxx\0\0",)
    assert pc.call("f", Out(5), ord("y"), 2).outputs == (b"yy\0\0\0",)
    assert (pc.call("f", kept, ord("z"), 2).outputs, kept) == ((), b"abcdef")
    assert (pc.call("f", mine, -1, 2).outputs, mine) == ((b"\xff\xffcdef",), bytearray(b"\xff\xffcdef"))
    assert pc.call("f", Out(0), 0, 0).outputs == (b"",)


def test_buffers_are_aligned_and_apart() -> None:
    pc = Machine().load(program("8b 44 24 08", "2b 44 24 04", "c3"))  # the second argument less the first one
    assert [pc.call("f", bytes(size), b"x").value for size in (0, 1, 16, 17)] == [0, 16, 16, 32]
    with pytest.raises(HostError, match="more than the 2097152 bytes"):
        pc.call("f", bytes(len(DATA)), b"x")
    assert pc.call("f", bytes(len(DATA)), 0).value == (0 - DATA.start) % (1 << 32)


def test_a_profile_is_of_one_call() -> None:
    pc = Machine().load(SUM)
    calls = [pc.call("f", words(*range(count)), count) for count in (3, 100, 1, 100)]
    profiles = [timed.profile() for timed in calls]
    for timed, profile in zip(calls, profiles, strict=True):
        assert timed.clocks == profile.clocks == sum(one.clocks for one in profile.instructions)
        assert timed.clocks == sum(one.clocks for one in profile.functions)
    assert profiles[1] == profiles[3]
    assert [one.times for one in profiles[1].instructions] == [1, 1, 1, 100, 100, 100, 100, 1]
    assert [one.name for one in profiles[1].functions] == ["f"]
    assert [one.name for one in profiles[1].by_symbol()] == ["f.l", "f"]
    assert [one.times for one in profiles[2].instructions] == [1] * 8
    add = profiles[1].instructions[3]
    assert (add.address, add.place.symbol, add.text) == (ORIGIN + 10, "f.l", "add eax, dword ptr [edx]")


def test_the_profile_shows_what_costs() -> None:
    text = str(Machine("386-20").load(SUM).call("f", words(*range(1000)), 1000).profile())
    lines = text.splitlines()
    assert lines[0].split() == ["clocks", "%", "inclusive", "calls", "function"]
    assert lines[1].split()[-1] == "f"
    assert [line.partition("0x")[2].partition(" ")[2].strip() for line in lines[4:]] == [
        "add eax, dword ptr [edx]",
        "add edx, 4",
        "dec ecx",
        "jne 0x10000a",
    ]


def test_a_profile_after_a_call_that_failed() -> None:
    pc = Machine().load(SUM)
    with pytest.raises(ClockLimitError):
        pc.call("f", b"", 1 << 30, limit=10_000)
    with pytest.raises(MachineFaultError):
        pc.call("f", 0xFFFF_0000, 5)
    timed = pc.call("f", words(1, 2), 2)
    assert timed.profile().clocks == timed.clocks


def test_machines_of_a_file_and_changes(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('[slow]\ncpu = "i386"\nclock_hz = 16_000_000\nmemory = { model = "bus-unit", wait_states = 2 }\n')
    rows = load_machines(own)

    def clocks(machine: Machine) -> int:
        return machine.load(SUM).call("f", words(*range(50)), 50).clocks

    assert clocks(Machine(rows["slow"])) == clocks(Machine("386-20", wait_states=2)) > clocks(Machine("386-20"))
    assert Machine(rows["slow"]).load(SUM).call("f", words(0), 1).time % 62_500 == 0
    with pytest.raises(HostError, match="486-50: memory 'pipeline' has no wait_states"):
        Machine("486-50", wait_states=1)
    with pytest.raises(HostError, match="unknown machine '386-21'"):
        Machine("386-21")


def test_variables_last_from_call_to_call() -> None:
    counter = program("ff 05 00 00 17 00", "a1 00 00 17 00", "c3")  # inc [$170000]; mov eax, [$170000]
    machine = Machine()
    pc = machine.load(counter)
    assert [pc.call("f").value for _ in range(3)] == [1, 2, 3]
    assert machine.load(counter).call("f").value == 1


@pytest.mark.parametrize(
    ("argument", "error", "message"),
    [
        ("text", HostError, r"pass text\.encode\(\)"),
        (1.5, OperandError, "argument must be an integer, got 1.5"),
        (None, OperandError, "argument must be an integer, got None"),
        (1 << 32, HostError, "must be an integer of 32 bits"),
    ],
)
def test_arguments_of_no_kind(argument: object, error: type[Exception], message: str) -> None:
    pc = Machine().load(SUM)
    with pytest.raises(error, match=message):
        pc.call("f", argument)  # type: ignore[arg-type]  # the invalid argument
    with pytest.raises(HostError, match="output buffer must be 0 or more bytes"):
        Out(-1)


def test_no_such_function_or_file(tmp_path: Path) -> None:
    with pytest.raises(ProgramError, match="unknown symbol `g`"):
        Machine().load(SUM).call("g")
    (tmp_path / "crc.c").write_text("int f;\n")
    with pytest.raises(ProgramError, match=r"not a usable ELF file .*; dsp56k\.host\.compile_c makes programs"):
        Machine().load(tmp_path / "crc.c")


def test_the_facade_has_what_it_names() -> None:
    import dsp56k.host

    assert sorted(dsp56k.host.__all__) == sorted(set(dsp56k.host.__all__))
    assert all(getattr(dsp56k.host, name).__doc__ for name in dsp56k.host.__all__)
    assert isinstance(Machine().load(SUM), LoadedMachine)
    assert isinstance(Machine().load(SUM).call("f", words(1), 1), Timed)
