"""Machines as data: those of the package, a user's machines, and errors."""

from __future__ import annotations

import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dsp56k.host.bus.dma import DmaTiming
from dsp56k.host.bus.isa_bus import IsaTiming
from dsp56k.host.clocks import PUBLISHED_LEVEL
from dsp56k.host.errors import HostError, MachineFileError
from dsp56k.host.machines import DEFAULT_MACHINE, builtin_machines, load_machines, machine, machine_of, parse_machines
from dsp56k.host.pc import PC
from dsp56k.host.pc_parameters import DEFAULTS
from dsp56k.host.program import builtin_program
from dsp56k.host.software import host_software
from shared.x86.code import program

OWN = """
[my-386]
cpu = "i386"
clock_hz = 25_000_000
memory = { model = "bus-unit", wait_states = 2 }
isa = { clock_hz = 8_333_333, recovery = 1 }
[my-386.range]
clock_hz = [24_000_000, 25_000_000]
[my-386.source]
clock_hz = "the label on the chip"
"""


def test_the_default_machine_is_what_a_pc_is_by_default() -> None:
    default = machine(DEFAULT_MACHINE)
    assert default.isa == IsaTiming()
    assert {**default.parameters, "isa": None, "memory": None} == {
        name: value for name, value in DEFAULTS.items() if name in default.parameters
    }
    assert default.memory == PUBLISHED_LEVEL[default.cpu]


@pytest.mark.parametrize("name", builtin_machines())
def test_each_machine_says_where_all_its_values_come_from(name: str) -> None:
    row = machine(name)
    given = {"cpu", "clock_hz", "memory.model", "isa.clock_hz", "isa.cycle"}
    assert given <= set(row.sources)
    assert ("refresh" in row.sources) == ("refresh" in row.values)
    assert ("memory.decoded_queue" in row.sources) == (row.decoded_queue is not None)
    low, high = row.ranges["clock_error"]
    assert low <= 0 <= high
    assert row.sources["clock_error"]
    assert ("memory.wait_states" in row.sources) == (row.wait_states is not None)
    assert ("memory.byte_rules" in row.sources) == (row.byte_rules is not None)
    assert set(row.ranges) <= set(row.sources)
    assert "isa.cycle" in row.ranges


def test_limits_are_the_ends_of_ranges_by_speed() -> None:
    row = parse_machines(OWN.replace("[24", "[20"), "mine.toml")["my-386"]
    assert row.at_limit("fast", "cpu") == {"clock_hz": 25_000_000}
    assert row.at_limit("slow", "cpu", "isa") == {"clock_hz": 20_000_000}
    assert row.at_limit("slow", "isa") == row.at_limit("declared", "cpu", "isa") == {}
    assert machine("386-20").at_limit("fast", "isa") == {"isa.clock_hz": 8_333_333, "isa.cycle": 6}
    assert machine("486-33").at_limit("slow", "cpu") == {"clock_error": 0.05, "memory.byte_rules": True}


@pytest.mark.parametrize("name", builtin_machines())
def test_each_machine_runs(name: str) -> None:
    row = machine(name)
    code = ("b8 2a 00", "99", "c3") if row.mode == "real16" else ("b8 2a 00 00 00", "c3")
    pc = PC(program(*code, mode=row.mode), **row.parameters)
    result = pc.run("f")
    assert result.value == 42
    assert result.time == int(result.clocks * 10**12 * (1 + Fraction(str(row.refresh))) / row.clock_hz)


def test_a_machine_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(OWN)
    mine = load_machines(file)["my-386"]
    assert mine.isa == IsaTiming(clock_hz=8_333_333, recovery=1)
    assert mine.ranges == {"clock_hz": (24_000_000, 25_000_000)}
    assert mine.sources == {"clock_hz": "the label on the chip"}
    by_hand = PC(builtin_program("software-good"), clock_hz=25_000_000, wait_states=2)
    data = bytes(range(64))
    measured = host_software("good", **mine.parameters).call("md2", data)
    by_hand.write(0x20_0000, data)
    assert measured.clocks == by_hand.run("md2", 0x20_0000, len(data), 0x30_0000).clocks
    assert measured.time == by_hand.now


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"isa": IsaTiming(cycle=0)}, "isa.cycle must be 1 to 4096 clocks, got 0"),
        ({"isa": IsaTiming(recovery=-1)}, "isa.recovery must be 0 to 64 clocks, got -1"),
        ({"isa": IsaTiming(zero_wait_cycle=2.5)}, "isa.zero_wait_cycle must be 1 to 64 clocks, got 2.5"),  # type: ignore[arg-type]  # a caller without types
        ({"isa": IsaTiming(clock_hz=0)}, "isa.clock_hz must be a positive number, got 0"),
        ({"dma": DmaTiming(cycle=-1)}, "dma.cycle must be 1 to 16 clocks, got -1"),
        ({"dma": DmaTiming(master_cycle=0)}, "dma.master_cycle must be 1 to 16 clocks, got 0"),
        ({"dma": 3}, "dma must be DmaTiming or None, got 3"),
        ({"clock_hz": "fast"}, "clock_hz must be a positive number, got 'fast'"),
        ({"clock_hz": math.nan}, "clock_hz must be a positive number, got nan"),
        ({"clock_hz": math.inf}, "clock_hz must be a positive number, got inf"),
        ({"clock_hz": 0}, "clock_hz must be a positive number, got 0"),
        ({"multiply": "Exact"}, "multiply 'Exact': must be exact or mean"),
    ],
)
def test_parameters_that_no_pc_has(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(HostError, match=message):
        PC(program("c3"), **parameters)
    PC(program("c3"), isa=IsaTiming(recovery=64), dma=DmaTiming(takeover=0))


def test_a_machine_in_real_mode() -> None:
    row = parse_machines(OWN.replace('cpu = "i386"', 'cpu = "i386"\nmode = "real16"'), "x")["my-386"]
    assert machine("386-20").mode == "flat32"
    assert PC(program("b8 2a 00", "99", "c3", mode="real16"), **row.parameters).run("f").value == 42


def test_a_machine_from_its_values(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(OWN)
    row = load_machines(file)["my-386"]
    again = machine_of("my-386", row.values)
    assert (again.parameters, again.values) == (row.parameters, row.values)
    changed = machine_of("my-386", {**row.values, "memory.wait_states": 0, "isa.cycle": 8})
    assert changed.wait_states == 0
    assert changed.isa == IsaTiming(clock_hz=8_333_333, cycle=8, recovery=1)
    with pytest.raises(MachineFileError, match=r"\[my-386\] isa.cycles: unknown key"):
        machine_of("my-386", {**row.values, "isa.cycles": 8})
    with pytest.raises(HostError, match="unknown machine '8086-5'"):
        machine("8086-5")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "clock_hz = 25",
            "clock_mhz = 25",
            r"clock_mhz: unknown key",
        ),
        ("recovery", "recover", r"isa.recover: unknown key"),
        ("clock_hz = 25_000_000", "", r"clock_hz: missing: must be an integer number of hertz"),
        ("25_000_000\nmem", "25\nmem", r"clock_hz: 25: must be an integer number of hertz, 1000000 to 200000000"),
        ("25_000_000\nmem", '"25 MHz"\nmem', r"clock_hz: '25 MHz': must be an integer number of hertz"),
        ("25_000_000\nmem", "true\nmem", r"clock_hz: True: must be an integer number"),
        ('cpu = "i386"', 'cpu = "i386"\nmode = "real32"', r"mode: 'real32': must be one of flat32, real16"),
        ("wait_states = 2", "wait_states = 16", r"memory.wait_states: 16: must be .* CPU clocks, 0 to 15"),
        ("wait_states = 2", "wait_states = 0.5", r"memory.wait_states: 0.5: must be an integer number"),
        (", wait_states = 2", "", r"memory.wait_states: missing: model bus-unit has it"),
        ('"bus-unit"', '"manual"', r"memory.wait_states: belongs to model bus-unit or three-units, got model manual"),
        (
            "wait_states = 2",
            "wait_states = 2, decoded_queue = 3",
            r"memory.decoded_queue: belongs to model three-units, and only to it",
        ),
        (
            '"bus-unit", wait_states = 2',
            '"three-units", wait_states = 2, decoded_queue = 0',
            r"memory.decoded_queue: 0: must be an integer number of instructions, 1 to 8",
        ),
        ('"i386"', '"i386"\nclock_error = 5', r"clock_error: 5: must be a number, -0.5 to 0.5"),
        ('"i386"', '"i386"\nclock_error = "5 %"', r"clock_error: '5 %': must be a number"),
        ('"i386"', '"i486"', r"memory.model: 'bus-unit': must be one of pipeline"),
        ("wait_states = 2", "wait_states = 2, byte_rules = 1", r"memory.byte_rules: 1: must be true or false"),
        ("wait_states = 2", "wait_states = 2, byte_rules = true", r"memory.byte_rules: belongs to model pipeline"),
        ('"bus-unit"', '"cache"', r"memory.model: 'cache': must be one of manual, bus-unit"),
        ("wait_states = 2", 'wait_states = 2, cache = "ideal"', r"memory.cache: belongs to model pipeline, and only"),
        ("wait_states = 2", 'wait_states = 2, cache = "on"', r"memory.cache: 'on': must be ideal or simulated"),
        (
            "wait_states = 2",
            "wait_states = 2, miss_clocks = 0",
            r"memory.miss_clocks: 0: must be .* CPU clocks, 1 to 64",
        ),
        ('"i386"', '"i186"', r"cpu: 'i186': must be one of i286, i386, i486"),
        ('"i386"', '"i286"\nmode = "flat32"', r"mode: 'flat32': must be one of real16"),
        ('"i386"', '"i386"\nrefresh = 0.5', r"refresh: 0.5: must be a number, 0 to 0.25"),
        ('"i386"', '"i386"\nrefresh = "5 %"', r"refresh: '5 %': must be a number"),
        ('cpu = "i386"', "", r"cpu: missing: must be one of i286, i386, i486"),
        ("isa = {", 'isa = "AT" #', r"isa: 'AT': must be a table"),
        ("[24_000_000", "[26_000_000", r"range.clock_hz: 26000000 to 25000000 does not hold the value, 25000000"),
        ("[24_000_000, 25_000_000]", "[1]", r"range.clock_hz: \[1\]: must be the least and the greatest"),
        ("[24_000_000,", "[24,", r"range.clock_hz: 24: must be an integer number of hertz"),
        ("isa = {", "isa = { cycle = 4097 } #", r"isa.cycle: 4097: must be an integer number of bus clocks, 1 to 4096"),
        ("clock_hz = [", "clock_error = [0, 0.1]\nclock_hz = [", r"range.clock_error: missing: the machine must have"),
        ("clock_hz = [", "cpu = [", r"range.cpu: not a number or flag of this machine"),
        ('clock_hz = "the', 'speed = "the', r"source.speed: not a key of this machine"),
        ('"the label on the chip"', "3", r"source.clock_hz: 3: must be a sentence"),
    ],
)
def test_what_a_row_may_not_say(old: str, new: str, message: str, tmp_path: Path) -> None:
    assert old in OWN
    file = tmp_path / "mine.toml"
    file.write_text(OWN.replace(old, new, 1))
    with pytest.raises(MachineFileError, match=rf"mine.toml: \[my-386\] {message}") as caught:
        load_machines(file)
    assert caught.value.fields["machine"] == "my-386"
    assert caught.value.fields["path"] == str(file)
    assert str(caught.value.fields["key"]) in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"[a\n", "mine.toml: .*at line 1"),
        (b"", "mine.toml: the file does not define a machine"),
        (b"a = 3\n", r"mine.toml: \[a\]: 3: must be a table"),
        (b"\xff", "mine.toml: not text in UTF-8"),
        (b"[a]\nb = " + b"[" * 5000, "mine.toml"),
        (b"[a]\nclock_hz = 1" + b"0" * 5000, "mine.toml: Exceeds the limit"),
        (b"#" * (1 << 20) + b"\n", "mine.toml: larger than"),
    ],
)
def test_files_that_hold_no_machines(content: bytes, message: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(content)
    with pytest.raises(MachineFileError, match=message):
        load_machines(file)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(MachineFileError, match="No such file"):
        load_machines(tmp_path / "none.toml")
    with pytest.raises(MachineFileError, match="Is a directory"):
        load_machines(tmp_path)


def test_a_cache_is_ideal_unless_the_row_says_simulated() -> None:
    text = OWN.replace("i386", "i486").replace('"bus-unit", wait_states = 2', '"pipeline", byte_rules = true')
    row = parse_machines(text, "x")["my-386"]
    assert (row.cache, row.miss_clocks) == ("ideal", 3)
    text = text.replace("byte_rules = true", 'byte_rules = true, cache = "simulated", miss_clocks = 5')
    row = parse_machines(text, "x")["my-386"]
    assert row.parameters["cache"] == "simulated"
    assert PC(program("c3"), **row.parameters).run("f").clocks == 5 + 2 * 5  # RET, its line and that of the stack
    assert machine_of("again", row.values).parameters == row.parameters


def test_a_clock_error_makes_time_longer_and_changes_no_clock() -> None:
    runs = [
        PC(program("b9 00 10 00 00", "49", "75 fd", "c3"), clock_error=error).run("f") for error in (0.0, 0.04, -0.08)
    ]
    assert len({run.clocks for run in runs}) == 1
    assert [run.time for run in runs] == [
        run.clocks * 5 * 10**4 * percent // 100 for run, percent in zip(runs, (100, 104, 92), strict=True)
    ]
    wrong: Any
    for wrong in (0.6, -1, "4 %", float("nan")):
        with pytest.raises(HostError, match=r"clock_error must be a number, -0\.5 to 0\.5, got"):
            PC(program("c3"), clock_error=wrong)


def test_the_decoded_queue_matters_to_three_units_alone() -> None:
    code = program("f7 e3", *["b8 34 12"] * 3, *["40"] * 20, "f7 e3", *["40"] * 20, "c3", mode="real16")
    clocks = [
        PC(code, **machine("286-6").parameters | {"memory": "three-units", "decoded_queue": depth}).run("f").clocks
        for depth in (1, 3, 8)
    ]
    assert clocks[0] > clocks[1] >= clocks[2]
    for wrong in (0, 9):
        with pytest.raises(HostError, match=f"decoded_queue must be 1 to 8, got {wrong}"):
            PC(code, **machine("286-6").parameters | {"memory": "three-units", "decoded_queue": wrong})
