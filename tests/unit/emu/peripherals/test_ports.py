"""Ports B and C as general-purpose I/O (UM 10-1 to 10-7, 11-1 to 11-8)."""

import pytest

from dsp56k.emu import ConfigurationError, Dsp56001, Port, PortChange
from shared.emu_programs import chip

PBC, PCC, PBDDR, PCDDR, PBD, PCD, CRB, HSR, SSISR, SSR = (
    0xFFE0, 0xFFE1, 0xFFE2, 0xFFE3, 0xFFE4, 0xFFE5, 0xFFED, 0xFFE9, 0xFFEE, 0xFFF1,
)  # fmt: skip


def named(dsp: Dsp56001, name: str) -> tuple[Port, int, int, int]:
    """The port, and its control, direction and data registers."""
    if name == "B":
        return dsp.port_b, PBC, PBDDR, PBD
    return dsp.port_c, PCC, PCDDR, PCD


def test_all_pins_are_inputs_after_reset() -> None:
    dsp = Dsp56001()
    for name in "BC":
        port, *registers = named(dsp, name)
        assert [dsp.x[register] for register in registers] == [0, 0, 0]
        assert port.pins == 0


@pytest.mark.parametrize(("name", "bits"), [("B", 15), ("C", 9)])
def test_registers_have_a_bit_for_each_pin(name: str, bits: int) -> None:
    dsp = Dsp56001()
    _, _, direction, data = named(dsp, name)
    dsp.x[direction] = dsp.x[data] = 0xFFFFFF
    assert dsp.x[direction] == dsp.x[data] == (1 << bits) - 1
    for register, expected in ((PBC, 1), (PCC, 0x1FF)):
        dsp.x[register] = 0xFFFFFF
        assert dsp.x[register] == expected


@pytest.mark.parametrize("name", ["B", "C"])
@pytest.mark.parametrize("bit", range(9))
def test_each_pin_is_an_input_or_an_output(name: str, bit: int) -> None:
    # UM 10-2: an input reads the pin, an output the latch, whatever the board does to the pin.
    dsp = Dsp56001()
    port, _, direction, data = named(dsp, name)
    mask = 1 << bit
    port.drive(mask)
    assert dsp.x[data] == mask
    port.drive(0)
    assert dsp.x[data] == 0
    dsp.x[direction] = mask
    dsp.x[data] = mask
    assert (dsp.x[data], port.pins) == (mask, mask)
    port.release()
    dsp.x[data] = 0
    port.drive(mask)
    assert dsp.x[data] == 0


def test_the_manuals_example() -> None:
    # UM Figure 10-6: PB0-PB7 in, PB8-PB14 out.
    dsp = chip(" org p:0\n movep #0,x:$ffe0\n movep #$7f00,x:$ffe2\n movep #$5533,x:$ffe4\n movep x:$ffe4,x:0\n jmp *")
    dsp.port_b.drive(0x7FC5)
    dsp.run()
    assert dsp.x[0] == 0x55C5
    assert dsp.port_b.pins == 0x55C5


def test_outputs_change_one_instruction_cycle_after_the_write() -> None:
    # UM 11-7.
    dsp = chip(" org p:0\n movep #7,x:$ffe3\n movep #5,x:$ffe5\n bchg #0,x:$ffe5\n jmp *")
    dsp.run()
    assert dsp.port_c.changes() == [PortChange(2, 7, 0), PortChange(8, 7, 5), PortChange(14, 7, 4)]
    assert dsp.port_c.changes() == []


def test_reset_makes_inputs_at_the_clock_of_its_assertion() -> None:
    # UM 8-31: direction registers are 0 in reset.
    dsp = chip(" org p:0\n movep #7,x:$ffe3\n jmp *")
    dsp.lines.reset.drive(True, at=100)
    dsp.lines.reset.drive(False, at=120)
    dsp.run(max_clocks=110)
    # A jump ends at clock 102.
    assert dsp.port_c.changes() == [PortChange(2, 7, 0), PortChange(104, 0, 0)]


def test_a_peripheral_takes_its_pins_and_the_data_register_still_shows_them() -> None:
    # UM 10-3, 11-3: control bits select; the pin can be read even so.
    dsp = Dsp56001()
    dsp.x[PCDDR] = 0x1FF
    dsp.x[PCD] = 0x1FF
    dsp.x[PCC] = 0x1F8
    assert dsp.port_c.pins == 7
    dsp.x[PCDDR] = 0
    dsp.port_c.drive(0x0A8)
    assert dsp.x[PCD] == 0x0A8


def test_hreq_is_pin_13_of_port_b_asserted_low() -> None:
    dsp = Dsp56001()
    dsp.x[PBC] = 1
    assert dsp.port_b.pins >> 13 & 1 == 1
    dsp.host.write(0, 2)
    assert dsp.lines.hreq.level
    assert dsp.x[PBD] >> 13 & 1 == 0


def test_output_flags_of_the_ssi_are_pins_3_and_4() -> None:
    dsp = chip(" org p:0\n movep #$23e,x:$ffed\n movep #$1f8,x:$ffe1\n jmp *")
    dsp.advance(100)
    assert dsp.port_c.pins == 0x10


def test_input_flags_of_the_ssi_come_from_the_pins() -> None:
    dsp = chip(" org p:0\n movep #$2230,x:$ffed\n movep #$1f8,x:$ffe1\n jmp *")
    dsp.port_c.drive(0x08)
    dsp.advance(60)
    assert dsp.x[SSISR] & 0x83 == 0x81


def test_the_individual_resets() -> None:
    # UM 10-15, 11-25, 11-88: no pin left, no activity.
    dsp = Dsp56001()
    dsp.x[PBC] = 1
    dsp.host.write(7, 1)
    assert dsp.x[HSR] == 3
    dsp.x[PBC] = 0
    assert dsp.x[HSR] == 2
    dsp.x[CRB] = 0x3230
    dsp.x[PCC] = 0x1F8
    dsp.advance(200)
    assert dsp.x[SSISR] != 0x40
    dsp.x[PCC] = 0
    assert (dsp.x[SSISR], dsp.x[SSR], dsp.x[CRB]) == (0x40, 3, 0x3230)


def test_a_snapshot_keeps_registers_and_the_board_keeps_its_pins() -> None:
    dsp = Dsp56001()
    dsp.x[PBDDR], dsp.x[PBD] = 0x7F00, 0x1200
    state = dsp.snapshot()
    dsp.port_b.drive(0x34)
    dsp.x[PBD] = 0
    dsp.restore(state)
    assert dsp.x[PBD] == 0x1234


def test_pins_that_do_not_exist_are_refused() -> None:
    dsp = Dsp56001()
    with pytest.raises(ConfigurationError):
        dsp.port_b.drive(0x8000)
    with pytest.raises(ConfigurationError):
        dsp.port_c.drive(0, mask=0x200)
    with pytest.raises(ConfigurationError):
        dsp.port_c.release(-1)
