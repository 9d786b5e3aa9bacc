"""The register table: complete, consistent, and what docs/reference/card.md says."""

import pytest

from dsp56k.card import addresses
from dsp56k.card.chips import framer
from dsp56k.card.chips.control import BOOT_FROM_HOST_PORT, CTRL, STATUS, ControlRegisters
from dsp56k.card.parts.register import Register, Source
from dsp56k.card.registers import DSP_REGISTERS, PC_REGISTERS, TABLE
from dsp56k.emu.signal_lines import Listener

REGISTERS = tuple(placed.register for placed in TABLE)


@pytest.mark.parametrize("register", REGISTERS, ids=lambda register: register.name)
def test_fields_fit_and_do_not_overlap(register: Register) -> None:
    taken = 0
    for field in register:
        assert 0 <= field.low <= field.high <= 7
        assert not taken & field.mask
        taken |= field.mask
    assert register.mask == taken
    assert register.reset is None or register.reset & ~taken == 0 or register.name == "unused"


def test_every_port_can_be_read_and_every_offset_is_declared_once_for_each_direction() -> None:
    for direction in "rw":
        places = [placed.place for placed in PC_REGISTERS if direction in placed.register.access]
        assert len(places) == len(set(places))
    readable = {placed.place for placed in PC_REGISTERS if "r" in placed.register.access}
    assert readable == {f"PC I/O +{offset:X}" for offset in range(16)}


def test_every_register_names_its_source() -> None:
    assert {register.source for register in REGISTERS} == {Source.MANUAL, Source.DECISION}
    assert all(register.page.startswith("UM ") for register in REGISTERS if register.source is Source.MANUAL)
    functions = {field.source for register in REGISTERS for field in register}
    assert functions == {Source.PAPER, Source.DATA_SHEET, Source.MANUAL, Source.DECISION}


def test_the_dsp_side_is_in_the_external_io_page() -> None:
    assert {placed.address for placed in DSP_REGISTERS} == {*range(0xFFC0, 0xFFC3), *range(0xFFC4, 0xFFC7)}


def test_an_unknown_field_is_named() -> None:
    with pytest.raises(KeyError, match="CTRL has no field WAIT"):
        CTRL["WAIT"]


def registers(*, host_boot: bool = False) -> ControlRegisters:
    return ControlRegisters(host_boot=host_boot, bank32k=True, des_fitted=True)


def test_reset_values_are_the_declared_ones() -> None:
    control = registers()
    for offset, name in {0: "CTRL", 3: "WINBASE", 4: "ROUTE", 6: "SCRATCH"}.items():
        declared = next(register for register in REGISTERS if register.name == name)
        assert control.read(offset, 0) == declared.reset
        control.write(offset, 0xFF, 0)
        assert control.read(offset, 0) == declared.mask
    control.reset(0)
    assert [control.read(offset, 0) for offset in (0, 3, 4, 6)] == [0xC0, 0x68, 0, 0]
    assert registers(host_boot=True).read(0, 0) == BOOT_FROM_HOST_PORT


def test_the_id_bit_toggles() -> None:
    control = registers()
    seen = [STATUS["ID"].of(control.read(7, 0)) for _ in range(4)]
    assert seen == [0, 1, 0, 1]


def test_status_samples_its_pins_at_the_time_of_reading() -> None:
    control = registers()
    asked: list[int] = []

    def noise(now: int) -> int:
        asked.append(now)
        return 1

    control.pins["NOISE"] = noise
    assert control.read(7, 1234) == STATUS.pack(NOISE=1, DES=1)
    assert asked == [1234]


def test_lines_follow_ctrl_and_the_mode_pins_come_before_run() -> None:
    control = registers()
    seen: list[str] = []

    def note(name: str) -> Listener:
        return lambda level, now: seen.append(f"{name} {level:d} at {now}")

    for line in (control.mode_a, control.mode_b, control.run, control.bus_request):
        line.connect(note(line.name))
    control.write(0, 0x43, 5)
    assert seen == ["MODB 0 at 5", "BR 1 at 5", "RUN 1 at 5"]


def test_errors_stay_latched_until_cleared() -> None:
    control = registers()
    for name in ("WINERR", "PASTERR", "RSTERR"):
        control.latch_error(name)
    assert STATUS["WINERR"].of(control.read(7, 0))
    assert control.read(5, 0) == 0x31
    control.write(5, 0xFF, 0)
    assert control.read(5, 0) == 0x31
    control.write(7, 0, 0)
    assert (control.read(5, 0), STATUS["WINERR"].of(control.read(7, 0))) == (0x01, 0)


@pytest.mark.parametrize("offset", [1, 2, 8])
def test_other_chips_offsets_are_refused(offset: int) -> None:
    control = registers()
    with pytest.raises(KeyError, match="another chip"):
        control.read(offset, 0)
    with pytest.raises(KeyError, match="another chip"):
        control.write(offset, 0, 0)


def test_the_framer_s_addresses_are_those_of_its_registers() -> None:
    assert {addresses.FRAMER.start + register.offset for register in framer.REGISTERS} == set(addresses.FRAMER)
