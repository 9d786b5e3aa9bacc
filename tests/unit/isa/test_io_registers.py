"""memory.toml has the registers that the emulator and an independent model of the chip have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dsp56k.emu import Dsp56001
from dsp56k.isa import HOST_REGISTERS, IO_REGISTERS, IoRegister, io_register
from reference_model import memory
from reference_model.chip import plug_all
from reference_model.machine import Machine
from reference_model.peripherals import host_interface, ports, sci_registers, ssi_registers
from shared.emu_programs import checksum

ROOT = Path(__file__).parents[3]
PRODUCT = [ROOT / folder for folder in ("emu", "dsp_asm/dsp56k", "card/dsp56k", "host_driver/dsp56k", "tools/dsp56k")]
OTHER_NUMBERS = {
    "emu/crates/core/src/interpreter/agu.rs": {0xFFFE},  # modifiers
    "emu/crates/core/src/state/agu.rs": {0xFFFE},
    "emu/dsp56k/objects/elf.py": {0xFFF1},  # SHN_ABS
    "host_driver/dsp56k/host/cpu_modes.py": {0xFFF0},  # an offset of the PC's stack
}
"""Numbers of the product that are equal to addresses of the page and mean something else."""
PORT_DATA = ("PBD", "PCD")
"""Their words are levels at pins."""
READABLE = [register for register in IO_REGISTERS.values() if register.is_readable]


def by_name(register: IoRegister) -> str:
    return register.name


@pytest.mark.parametrize(
    ("name", "address"),
    [
        ("IPR", memory.IPR),
        ("BCR", memory.BCR),
        ("PBC", host_interface.PBC),
        ("PCC", ports.PCC),
        ("HCR", host_interface.HCR),
        ("HSR", host_interface.HSR),
        ("HRX", host_interface.HRX),
        ("CRA", ssi_registers.CRA),
        ("CRB", ssi_registers.CRB),
        ("SSISR", ssi_registers.STATUS),
        ("TSR", ssi_registers.STATUS),
        ("RX", ssi_registers.DATA),
        ("TX", ssi_registers.DATA),
        ("SCR", sci_registers.SCR),
        ("SSR", sci_registers.SSR),
        ("SCCR", sci_registers.SCCR),
        ("STXA", sci_registers.STXA),
        ("SRXL", sci_registers.DATA),
        ("STXH", sci_registers.DATA + 2),
    ],
)
def test_an_address_is_that_of_the_other_model(name: str, address: int) -> None:
    assert IO_REGISTERS[name].address == address


@pytest.mark.parametrize("register", [one for one in READABLE if one.reset is not None], ids=by_name)
def test_a_chip_begins_with_the_reset_values(register: IoRegister) -> None:
    if register.name not in PORT_DATA:
        assert Dsp56001().x[register.address] == register.reset


@pytest.mark.parametrize("register", [one for one in READABLE if one.is_writable], ids=by_name)
def test_a_chip_keeps_the_bits_that_a_register_has(register: IoRegister) -> None:
    dsp = Dsp56001()
    dsp.x[0xFFE2], dsp.x[0xFFE3] = 0x7FFF, 0x1FF  # outputs read as their latch
    dsp.x[register.address] = 0xFFFFFF
    assert dsp.x[register.address] == register.mask


@pytest.mark.parametrize("register", [one for one in READABLE if one.is_writable], ids=by_name)
def test_a_snapshot_has_a_register_and_a_reset_clears_it(register: IoRegister) -> None:
    dsp, other = Dsp56001(), Dsp56001()
    dsp.x[0xFFE2], dsp.x[0xFFE3] = 0x7FFF, 0x1FF
    word = register.mask & 0xAAAA or register.mask
    dsp.x[register.address] = word
    other.restore(dsp.snapshot())
    assert other.x[register.address] == word
    dsp.reset()
    if register.name not in PORT_DATA:
        assert dsp.x[register.address] == register.reset


@pytest.mark.parametrize("register", READABLE, ids=by_name)
def test_the_other_model_has_the_same_register(register: IoRegister) -> None:
    machine = Machine()
    plug_all(machine)
    if register.name not in PORT_DATA and register.reset is not None:
        assert machine.x[register.address] == register.reset
    machine.x[0xFFE2], machine.x[0xFFE3] = 0x7FFF, 0x1FF
    if register.is_writable:
        machine.x[register.address] = 0xFFFFFF
        assert machine.x[register.address] == register.mask


@pytest.mark.parametrize("register", HOST_REGISTERS.values(), ids=by_name)
def test_a_host_sees_the_reset_values(register: IoRegister) -> None:
    if register.reset is not None:
        assert Dsp56001().host.read(register.address) == register.reset


def test_a_register_that_is_read_may_differ_from_the_one_that_is_written() -> None:
    read, written = io_register(0xFFEB), io_register(0xFFEB, write=True)
    assert (read and read.name, written and written.name) == ("HRX", "HTX")
    assert io_register(0xFFE9, write=True) is None
    assert io_register(0xFFEA) is None
    assert io_register(0xFFE8) is io_register(0xFFE8, write=True)


@pytest.mark.parametrize(
    ("name", "word", "text"),
    [
        ("HSR", 0, ""),
        ("HSR", 0x9B, "DMA HF1 HF0 HTDE HRDF"),
        ("CRA", 0x4105, "WL=2 (16 bits) DC=1 PM=5"),
        ("SCR", 0x0303, "TE RE WDS=3 (reserved)"),
        ("CRB", 0x3A1C, "RE TE MOD SYN SCD2 SCD1 SCD0"),
        ("BCR", 0xF104, "X=$F Y=1 P=0 IO=4"),
        ("HRX", 0x123456, ""),
    ],
)
def test_a_word_is_decoded(name: str, word: int, text: str) -> None:
    assert IO_REGISTERS[name].decoded(word) == text


def test_bits_are_found_by_their_names() -> None:
    crb = IO_REGISTERS["CRB"]
    assert [crb.bit(name) for name in ("SCD", "SCD1", "OF0", "RE", "TDE")] == [(4, 2), (3, 3), (0, 0), (13, 13), None]
    assert crb["SCD"].of(0x1C) == 7
    assert crb["SCD"].place(0b101) == 0x14
    with pytest.raises(KeyError, match="CRB has no field TDE"):
        crb["TDE"]


def test_each_equate_has_one_name() -> None:
    names = [name for register in IO_REGISTERS.values() for name, *_ in register.equated()]
    assert len(names) == len(set(names)) > 100


def test_a_peripheral_shows_its_registers() -> None:
    dsp = Dsp56001()
    dsp.x[0xFFE0], dsp.x[0xFFEC], dsp.x[0xFFF0] = 1, 0x4100, 0x0302
    dsp.host.write(0, 0x28)
    shown = (
        "ICR $28 HM=1 (24-bit DMA) HF0, CVR $12 HV=$12, ISR $46 DMA TRDY TXDE, IVR $0F; HCR $00, HSR $8A DMA HF0 HTDE"
    )
    assert repr(dsp.host) == f"HostInterface({shown})"
    assert repr(dsp.ssi) == "Ssi(CRA $4100 WL=2 (16 bits) DC=1 PM=0, CRB $0000, SSISR $40 TDE)"
    assert repr(dsp.sci) == "Sci(SCR $0302 TE RE WDS=2 (10-bit asynchronous), SSR $03 TDRE TRNE, SCCR $0000 CD=0)"
    assert repr(dsp.port_b) == "Port(PBC $1 BC, PBDDR $0000 BD=0, PBD $2000 PB=$2000)"


def test_no_other_file_of_the_product_has_an_address_of_the_page() -> None:
    found: dict[str, set[int]] = {}
    for path in (path for folder in PRODUCT for path in folder.rglob("*") if path.suffix in (".py", ".rs")):
        name = path.relative_to(ROOT).as_posix()
        code = re.sub(r"(?m)(#|//).*$", "", path.read_text(encoding="utf-8").split("#[cfg(test)]")[0])
        numbers = {int(text, 16) for text in re.findall(r"\b0x_?([0-9A-Fa-f]{4})\b", code)}
        if "/tests" not in name and (addresses := numbers & set(range(0xFFE0, 0xFFFF))):
            found[name] = addresses
    assert found == OTHER_NUMBERS


@pytest.mark.parametrize("name", ["HCR", "SCR", "IPR", "PBDDR", "PCC"])
def test_a_snapshot_cannot_set_bits_that_a_register_does_not_have(name: str) -> None:
    register = IO_REGISTERS[name]
    dsp = Dsp56001()
    states = []
    for word in (0, register.mask):
        dsp.x[register.address] = word
        states.append(bytearray(dsp.snapshot()))
    body = states[0][:-8]  # without the checksum
    first = next(at for at, byte in enumerate(body) if byte != states[1][at])
    assert states[1][first] == register.mask & 0xFF
    body[first] = 0xFF
    if register.mask > 0xFF:
        body[first + 1] = 0xFF
    dsp.restore(bytes(body) + checksum(bytes(body)))
    assert dsp.x[register.address] == register.mask
