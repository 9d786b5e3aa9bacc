"""The first and last words of each part of the memory map (UM 3-7 to 3-14), distinguished by their wait states."""

import pytest

from shared.emu_programs import chip

WAITS = {"x": 1, "y": 2, "p": 3, "io": 4}
BCR = 0x1234
DATA_ROM = 4


@pytest.mark.parametrize(
    ("place", "omr", "waits"),
    [
        ("x:$00ff", 0, None),
        ("x:$0100", 0, "x"),
        ("x:$0100", DATA_ROM, None),
        ("x:$01ff", DATA_ROM, None),
        ("x:$0200", DATA_ROM, "x"),
        ("x:$ffbf", 0, "x"),
        ("x:$ffc0", 0, None),
        ("x:$ffdf", 0, None),
        ("x:$fffe", 0, None),
        ("y:$00ff", 0, None),
        ("y:$0100", 0, "y"),
        ("y:$01ff", DATA_ROM, None),
        ("y:$0200", DATA_ROM, "y"),
        ("y:$ffbf", 0, "y"),
        ("y:$ffc0", 0, "io"),
        ("y:$ffff", 0, "io"),
        ("p:$01ff", 0, None),
        ("p:$0200", 0, "p"),
        ("p:$01ff", 2, None),
    ],
)
def test_edge(place: str, omr: int, waits: str | None) -> None:
    dsp = chip(f" org p:$40\n movem {place},x0\n" if place[0] == "p" else f" org p:$40\n move {place},x0\n", bcr=BCR)
    dsp.regs.pc, dsp.regs.omr = 0x40, omr
    before = dsp.clocks
    dsp.step()
    base = 8 if place[0] == "p" else 4
    assert dsp.clocks - before == base + (WAITS[waits] if waits else 0)


@pytest.mark.parametrize("address", [0xFFC0, 0xFFDF, 0xFFE6])
def test_an_unassigned_io_address_is_not_the_boards(address: int) -> None:
    dsp = chip(f" org p:$40\n move x0,x:${address:04x}\n", bcr=0)
    dsp.regs.pc, dsp.regs.x0 = 0x40, 0x123456
    dsp.step()
    assert dsp.port_a.ram("X")[address] == 0


@pytest.mark.parametrize("address", [0, 0x1FF])
def test_mode_3_has_no_program_ram(address: int) -> None:
    """Reset vector and program are in external memory (UM 3-14): a fetch there waits, and the RAM keeps its word."""
    dsp = chip(" org p:$40\n nop\n", bcr=BCR)
    dsp.p[address] = 0x123456
    dsp.regs.omr = 3
    dsp.p[address] = 0
    dsp.regs.pc, before = address, dsp.clocks
    dsp.step()
    assert dsp.clocks - before == 2 + WAITS["p"]
    assert dsp.port_a.ram("P")[address] == 0
    dsp.regs.omr = 0
    assert dsp.p[address] == 0x123456
