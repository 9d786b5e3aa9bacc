"""The bootstrap by the model's own program: what UM 3-10 to 3-13, 8-3 and 10-44 to 10-47 say that it leaves."""

from reference_model.machine import Machine
from reference_model.peripherals.host_interface import PBC, HostInterface

EPROM, WORDS = 0xC000, 512
CYCLES = 200
TESTS_HF0 = 0x13
"""The instruction of boot.py that does."""


def booting(first_word: int) -> tuple[Machine, HostInterface]:
    """A chip out of reset in mode 1; bit 23 of P:$C000 chooses the source."""
    machine, host = Machine(mode=1), HostInterface()
    machine.plug(host)
    machine.p[EPROM] = first_word
    return machine, host


def send(machine: Machine, host: HostInterface, word: int) -> None:
    machine.advance(machine.clocks + CYCLES)
    for place, byte in enumerate(word.to_bytes(3, "big")):
        host.host_write(5 + place, byte)


def left_behind(machine: Machine) -> tuple[int, ...]:
    """OMR, CCR, the interrupt mask, R0 and R2."""
    regs = machine.regs
    return regs["omr"], regs["sr"] & 0xFF, regs["sr"] >> 8 & 3, regs["r0"], regs["r2"]


def test_bytes_come_low_first_from_the_expansion_port() -> None:
    """Table 3-3."""
    machine, _ = booting(0x8000FF)
    memory = machine.memory
    for index in range(WORDS):
        for byte in range(3):
            memory.external["p"][EPROM + 3 * index + byte] = 0x800000 | (index + byte & 0xFF)
    while machine.regs["omr"] == 1:
        machine.step()
    machine.step()
    machine.step()
    assert left_behind(machine) == (2, 0, 3, WORDS, 0xFFE9)
    assert machine.regs["pc"] == 0
    assert memory.internal["p"] == [
        index & 0xFF | (index + 1 & 0xFF) << 8 | (index + 2 & 0xFF) << 16 for index in range(WORDS)
    ]


def test_words_come_from_the_host_until_hf0() -> None:
    machine, host = booting(0x7FFFFF)
    program = [0x205800, 0x0C0001]
    for word in program:
        send(machine, host, word)
    machine.advance(machine.clocks + CYCLES)
    host.host_write(0, 0x08)
    machine.advance(machine.clocks + CYCLES)
    # R0 has counted the words, and then one more as the first instruction that was loaded.
    assert left_behind(machine) == (2, 0, 3, len(program) + 1, 0xFFE9)
    assert (machine.memory.internal["p"][:2], machine.x[PBC], machine.regs["a1"]) == (program, 1, program[-1])


def test_hf0_ends_the_load_though_a_word_waits() -> None:
    """Figure 10-31 tests HF0 first."""
    machine, host = booting(0)
    machine.advance(1000)
    while machine.regs["pc"] != TESTS_HF0:
        machine.step()
    host.host_write(0, 0x08)
    host.host_write(7, 0x55)
    machine.advance(machine.clocks + CYCLES)
    assert (machine.regs["r0"], machine.regs["omr"], host.hrdf) == (0, 2, True)
