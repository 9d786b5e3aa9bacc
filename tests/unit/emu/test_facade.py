"""The Python surface: registers, stack, memory, counts, runs, errors."""

import time

import numpy as np
import pytest

from dsp56k.emu import (
    ConfigurationError,
    Dsp56001,
    MemoryAccessError,
    RegisterError,
    Stop,
    StopReason,
    UnsupportedError,
    validation,
)
from shared.emu_programs import chip


def test_reset_state() -> None:
    dsp = Dsp56001()
    assert (dsp.regs.pc, dsp.regs.sr, dsp.regs.omr, dsp.regs.sp) == (0, 0x0300, 0, 0)
    assert [dsp.regs[f"m{i}"] for i in range(8)] == [0xFFFF] * 8
    assert (dsp.x[0xFFFE], dsp.x[0xFFFF]) == (0xFFFF, 0)
    assert (dsp.clocks, dsp.instructions) == (0, 0)


@pytest.mark.parametrize(("mode", "pc"), [(0, 0), (1, 0), (2, 0xE000), (3, 0)])
def test_modes_start_where_the_manual_says(mode: int, pc: int) -> None:
    dsp = Dsp56001(mode=mode)
    assert (dsp.regs.pc, dsp.regs.omr) == (pc, mode)


def test_registers_keep_their_widths() -> None:
    dsp = Dsp56001()
    dsp.regs.a = 0x80_123456_ABCDEF
    assert (dsp.regs.a2, dsp.regs.a1, dsp.regs.a0) == (0x80, 0x123456, 0xABCDEF)
    dsp.regs.b2 = 0xFF
    assert dsp.regs["b"] == 0xFF_000000_000000
    dsp.regs.x = 0x112233_445566
    assert (dsp.regs.x1, dsp.regs.x0) == (0x112233, 0x445566)
    dsp.regs.sr = 0xFFFF
    assert dsp.regs.sr == 0xAF7F
    dsp.regs.omr = 0xFC
    assert dsp.regs.omr == 0xC4


def test_ssh_neither_pops_nor_pushes() -> None:
    dsp = Dsp56001()
    dsp.regs.sp = 2
    dsp.regs.ssh = 0x1234
    assert dsp.regs.ssh == 0x1234
    assert dsp.regs.sp == 2
    assert dsp.stack[2] == (0x1234, 0)
    dsp.stack[15] = (0xFFFF, 1)
    assert list(dsp.stack)[15] == (0xFFFF, 1)


def test_wrong_registers_and_values_are_refused() -> None:
    dsp = Dsp56001()
    with pytest.raises(RegisterError, match="24 bits"):
        dsp.regs.x0 = 1 << 24
    with pytest.raises(RegisterError, match="cannot hold"):
        dsp.regs.r0 = -1
    with pytest.raises(RegisterError, match="no register"):
        _ = dsp.regs["r8"]
    with pytest.raises(AttributeError, match="no register"):
        _ = dsp.regs.foo
    with pytest.raises(AttributeError, match="no register"):
        dsp.regs.foo = 1
    with pytest.raises(IndexError):
        _ = dsp.stack[16]
    with pytest.raises(RegisterError):
        dsp.stack[1] = (0x10000, 0)


def test_octets_are_words_of_three_bytes() -> None:
    dsp = Dsp56001()
    dsp.x[0xFF:0x101] = [0x123456, 0xABCDEF]
    assert dsp.x.octets(0xFF, 2) == bytes.fromhex("563412efcdab")
    assert dsp.x.octets(-1, 0) == b""
    dsp.p.set_octets(0x1FE, bytes.fromhex("030201060504090807"))
    assert dsp.p[0x1FE:0x201] == [0x010203, 0x040506, 0x070809]
    assert dsp.port_a.ram("P").octets(0x1FF, 2) == bytes.fromhex("000000090807")
    dsp.y.set_octets(-1, bytearray.fromhex("ffffff"))
    assert dsp.y[0xFFFF] == 0xFFFFFF
    for attempt in (
        lambda: dsp.y.octets(0xFFFF, 2),
        lambda: dsp.y.octets(0, -1),
        lambda: dsp.y.octets(0x10000, 0),
        lambda: dsp.y.set_octets(0xFFFF, bytes(6)),
        lambda: dsp.y.set_octets(0, bytes(4)),
        # Three items are twelve bytes.
        lambda: dsp.y.set_octets(0xFFFF, memoryview(bytes(12)).cast("I")),
        lambda: dsp.y.octets(0, "1"),  # type: ignore[arg-type]  # the test passes a wrong type
        lambda: dsp.y.octets(0, 1.0),  # type: ignore[arg-type]  # the test passes a wrong type
        lambda: dsp.y.set_octets(0, "abc"),  # type: ignore[arg-type]  # the test passes a wrong type
        lambda: dsp.y.set_octets(0, [1, 2, 3]),  # type: ignore[arg-type]  # the test passes a wrong type
        lambda: dsp.y.set_octets(0, 3),  # type: ignore[arg-type]  # the test passes a wrong type
    ):
        with pytest.raises(MemoryAccessError):
            attempt()
    assert (dsp.y[0], dsp.y[0xFFFF]) == (0, 0xFFFFFF)


def test_memory_is_a_sequence_of_words() -> None:
    dsp = Dsp56001()
    dsp.y[0x20:0x24] = [1, 2, 3, 4]
    assert dsp.y[0x20:0x26] == [1, 2, 3, 4, 0, 0]
    assert dsp.y[0x23:0x1F:-1] == [4, 3, 2, 1]
    dsp.y[0x20:0x24:2] = [9, 8]
    assert dsp.y[0x20:0x24] == [9, 2, 8, 4]
    dsp.y[0x10000:] = dsp.y[0x24:0x20] = []
    assert (dsp.y[0x10000:], dsp.y[0x24:0x20]) == ([], [])
    dsp.p[-1] = 0xFFFFFF
    assert dsp.p[0xFFFF] == 0xFFFFFF
    assert len(dsp.x) == 65_536
    words = np.asarray(dsp.y)
    assert words.dtype == np.uint32
    assert words[0x22] == 8


@pytest.mark.parametrize("address", [65_536, -65_537])
def test_addresses_outside_a_space_are_refused(address: int) -> None:
    dsp = Dsp56001()
    with pytest.raises(MemoryAccessError):
        _ = dsp.x[address]
    with pytest.raises(MemoryAccessError):
        dsp.x[address] = 0


def test_words_outside_24_bits_are_refused() -> None:
    dsp = Dsp56001()
    for word in (-1, 1 << 24):
        with pytest.raises(MemoryAccessError, match="24-bit"):
            dsp.x[0] = word
        with pytest.raises(MemoryAccessError, match="24-bit"):
            dsp.x[0:1] = [word]
    with pytest.raises(MemoryAccessError, match="the number of values"):
        dsp.x[0:4] = [1, 2]
    with pytest.raises(MemoryAccessError, match="the number of values"):
        dsp.x[0:1] = [1, 2]


def test_a_poke_sets_an_io_register_and_triggers_nothing() -> None:
    dsp = Dsp56001()
    dsp.x[0xFFFE] = 0x1234
    assert dsp.x[0xFFFE] == 0x1234
    dsp.x[0xFFFF] = 0xFFFFFF
    assert dsp.x[0xFFFF] == 0xFC3F
    dsp.x[0xFFEB] = 0x123456
    assert dsp.x[0xFFEB] == 0x123456
    assert dsp.x[0xFFE9] & 1 == 0
    dsp.y[0xFFFF] = 0xABCDEF
    assert dsp.y[0xFFFF] == 0xABCDEF


def test_on_chip_memory_shadows_the_external_ram() -> None:
    dsp = Dsp56001()
    dsp.port_a.ram("P")[0x40] = 0x111111
    dsp.p[0x40] = 0x222222
    assert dsp.port_a.ram("P")[0x40] == 0x111111
    dsp.regs.omr = 3
    assert dsp.p[0x40] == 0x111111
    dsp.regs.omr = 0
    assert dsp.p[0x40] == 0x222222


def test_data_roms_show_when_enabled() -> None:
    dsp = Dsp56001()
    dsp.y[0x140] = 5
    dsp.regs.omr = 4
    assert (dsp.x[0x100], dsp.y[0x140], dsp.y[0x1C0]) == (0x7D7C00, 0x7FFFFF, 0x800000)
    dsp.y[0x140] = 6
    dsp.regs.omr = 0
    assert dsp.y[0x140] == 5


def test_run_stops_for_each_reason() -> None:
    dsp = chip(" org p:0\n nop\n nop\n nop\n jmp *")
    assert dsp.run(until=2) == Stop(StopReason.BREAKPOINT, 2, 4, 2)
    dsp.regs.pc = 0
    assert dsp.run(max_instructions=2) == Stop(StopReason.BUDGET, 2, 8, 4)
    assert dsp.run() == Stop(StopReason.HALT, 3, 10, 5)
    dsp.reset()
    assert dsp.run(max_clocks=3) == Stop(StopReason.BUDGET, 2, 4, 2)


def test_until_is_not_tested_before_the_first_instruction() -> None:
    dsp = chip(" org p:0\nloop nop\n jmp loop")
    assert dsp.run(until=0) == Stop(StopReason.BREAKPOINT, 0, 6, 2)


def test_a_rep_and_each_repetition_are_steps() -> None:
    dsp = chip(" org p:0\n rep #3\n asl a")
    dsp.regs.a = 1
    dsp.regs.lc = 0x55
    seen = []
    for _ in range(4):
        dsp.step()
        seen.append((dsp.regs.pc, dsp.regs.lc, dsp.regs.a, dsp.clocks, dsp.instructions))
    assert seen == [(1, 3, 1, 4, 1), (1, 2, 2, 6, 2), (1, 1, 4, 8, 3), (2, 0x55, 8, 10, 4)]


def test_illegal_words_stop_a_run_unless_a_handler_is_called() -> None:
    dsp = chip(" org p:0\n nop\n dc 5")
    stop = dsp.run(max_clocks=1000)
    assert (stop.reason, stop.pc, stop.clocks) == (StopReason.ILLEGAL, 1, 10)
    for handler in ("jsr $80", "nop\n jsr <$80"):
        dsp = chip(f" org p:0\n nop\n dc 5\n org p:$3e\n {handler}\n org p:$80\n jmp *")
        assert dsp.run(max_clocks=1000).pc == 0x80
        assert dsp.stack[1] == (1, 0x0300)


def test_writing_program_memory_is_seen_by_code_that_has_run() -> None:
    dsp = chip(
        """
        org p:0
        move #$0C0010,x0   ; jmp $10, put over the nop
loop    nop
        movem x0,p:loop
        jmp loop
        org p:$10
        jmp *
        """
    )
    assert dsp.run(max_clocks=10_000).pc == 0x10
    dsp.p[0x10] = 0x0C0020
    dsp.p[0x20] = 0x0C0020
    assert dsp.run(max_clocks=10_000).pc == 0x20


def test_wrong_configurations_are_refused() -> None:
    with pytest.raises(ConfigurationError):
        Dsp56001(mode=4)
    with pytest.raises(ConfigurationError):
        Dsp56001(clock_hz=0)
    with pytest.raises(UnsupportedError, match="engine"):
        Dsp56001(engine="warp")
    dsp = Dsp56001()
    with pytest.raises(ConfigurationError):
        dsp.port_a.map_ram("X", 65_537)
    with pytest.raises(ConfigurationError):
        dsp.port_a.ram("L")
    with pytest.raises(MemoryAccessError):
        dsp.run(until=65_536)


def test_the_environment_names_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DSP56K_ENGINE", raising=False)
    engines = [Dsp56001().engine, Dsp56001(engine="auto").engine, Dsp56001(engine="interpreter").engine]
    assert engines == ["jit", "jit", "interpreter"]
    monkeypatch.setenv("DSP56K_ENGINE", "interpreter")
    assert [Dsp56001().engine, Dsp56001(engine="jit").engine] == ["interpreter", "jit"]
    monkeypatch.setenv("DSP56K_ENGINE", "warp")
    with pytest.raises(UnsupportedError, match=r"^DSP56K_ENGINE: unknown engine 'warp'"):
        Dsp56001()


def test_modes_of_serial_interfaces_that_the_manual_does_not_define_are_refused() -> None:
    dsp = chip(" org p:0\n movep #$c00,x:$ffed\n movep #$1f8,x:$ffe1\n jmp *")
    with pytest.raises(UnsupportedError, match="SSI") as caught:
        dsp.run(max_clocks=100)
    assert caught.value.fields["pc"] == 2
    dsp = chip(" org p:0\n movep #7,x:$ffe1\n movep #$203,x:$fff0\n jmp *")
    with pytest.raises(UnsupportedError, match="SCI"):
        dsp.run(max_clocks=100)


def test_total_clocks_survive_a_reset() -> None:
    dsp = chip(" org p:0\n nop\n nop")
    dsp.step()
    dsp.reset()
    dsp.x[0xFFFE] = 0
    dsp.step()
    assert (dsp.clocks, dsp.total_clocks, dsp.now) == (2, 4, 200_000)
    dsp.lines.reset.drive(True)
    assert dsp.lines.reset.level
    dsp.advance(100)
    assert dsp.regs.pc == 1
    dsp.lines.mode_pins = 2
    dsp.lines.reset.drive(False)
    assert (dsp.clocks, dsp.total_clocks, dsp.regs.pc) == (0, 102, 0xE000)


def test_construction_is_cheap() -> None:
    start = time.perf_counter()
    for _ in range(50):
        Dsp56001()
    assert time.perf_counter() - start < 0.25


@pytest.mark.parametrize(
    ("move", "modifier", "offset", "undefined"),
    [
        ("(r1)+n1", 0xFFFF, 0x7FFF, False),
        ("(r1)+n1", 20, 21, False),
        ("(r1)+n1", 20, 22, True),
        ("(r1)-n1", 20, 22, True),
        ("(r1+n1)", 20, 0x10000 - 22, True),
        ("(r1+n1)", 20, 0x10000 - 21, False),
        ("(r1)+n1", 20, 64, False),
        ("(r1)+n1", 20, 0x8000, False),
        ("(r1)+n1", 0x7FFF, 0x8000, False),
        ("(r1)+n1", 0, 0x1234, False),
        ("(r1)+", 1, 0x1234, False),
        ("-(r1)", 20, 0x1234, False),
        ("(r1)+", 0x8000, 0, True),
        ("(r1)", 0x8000, 0, False),
    ],
)
def test_steps_that_the_manual_leaves_undefined_are_counted(
    move: str, modifier: int, offset: int, undefined: bool
) -> None:
    dsp = chip(f" org p:0\n move x:{move},x0\n jmp *")
    dsp.regs.r1, dsp.regs.m1, dsp.regs.n1 = 0x40, modifier, offset
    dsp.step()
    assert dsp.checks.undefined_addressing == undefined


@pytest.mark.parametrize(
    ("statement", "steps"),
    [
        ("lua (r1)+n1,r2", 1),
        ("lua (r1)-n1,n2", 1),
        ("move (r1)+n1", 1),
        ("move x:(r1)+n1,x0 y:(r5)+n5,y0", 2),
        ("move l:(r1)-n1,a", 1),
        ("jmp (r1)+n1", 1),
        ("jsr (r1)+n1", 1),
        ("jset #0,x:(r1)+n1,*", 1),
        ("bset #0,x:(r1)-n1", 1),
        ("do x:(r1)+n1,*+4", 1),
        ("rep x:(r1)+n1", 1),
        ("move p:(r1)-n1,x0", 1),
        ("movep x:(r1)+n1,x:<<$fffe", 1),
        ("tfr b,a (r1)-n1", 1),
    ],
)
def test_every_instruction_counts_its_undefined_steps_once(statement: str, steps: int) -> None:
    for modifier in (5, 0x8003):
        dsp = chip(f" org p:$40\n {statement}\n nop\n nop\n nop\n")
        dsp.regs.pc = 0x40
        for pointer in "15":
            dsp.regs[f"r{pointer}"], dsp.regs[f"n{pointer}"], dsp.regs[f"m{pointer}"] = 0x60, 7, modifier
        dsp.run(max_instructions=1)
        assert dsp.checks.undefined_addressing == steps


def test_a_host_without_compiled_code_is_warned_of(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(validation, "enable_jit", lambda _: False)
    with pytest.warns(RuntimeWarning, match="^cannot compile code: .*; the interpreter executes the program$"):
        Dsp56001(engine="jit")
    Dsp56001(engine="auto")
