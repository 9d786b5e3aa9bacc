"""The bootstrap of mode 1 and the change of the memory map (UM 3-9 to 3-13, 8-2, 8-3, 10-44 to 10-47)."""

from dsp56k.emu import Dsp56001, StopReason
from dsp56k.emu.peripherals.host_interface import ICR, ISR, TXH, TXL, TXM
from shared.emu_programs import chip

PROGRAM = [0x44F400, 0xABCDEF, 0x0C0002]
"""move #$abcdef,x0 and a jump to itself."""


def test_bytes_from_an_external_rom() -> None:
    dsp = Dsp56001(mode=1)
    rom = dsp.port_a.ram("P")
    for index in range(512):
        word = PROGRAM[index] if index < len(PROGRAM) else index
        for byte in range(3):
            # Data lines 8 to 22 float; bit 23 of the first byte chooses this source.
            rom[0xC000 + 3 * index + byte] = 0x800000 | (word >> 8 * byte & 0xFF)
    stop = dsp.run(until=2, max_clocks=1_000_000)
    assert stop.reason is StopReason.BREAKPOINT
    dsp.run(max_clocks=100_000)
    assert (dsp.regs.omr, dsp.regs.pc, dsp.regs.x0, dsp.regs.sp) == (2, 2, 0xABCDEF, 0)
    assert dsp.p[:4] == [*PROGRAM, 3]
    assert dsp.p[511] == 511
    assert (dsp.regs.r0, dsp.regs.r2, dsp.regs.a1) == (512, 0xFFE9, 511)
    assert dsp.x[0xFFFE] == 0xFFFF


def send(dsp: Dsp56001, word: int) -> None:
    while not dsp.host.read(ISR) & 2:
        dsp.advance(dsp.clocks + 50)
    for offset, shift in ((TXH, 16), (TXM, 8), (TXL, 0)):
        dsp.host.write(offset, word >> shift & 0xFF)


def test_words_from_the_host_ended_by_hf0() -> None:
    dsp = Dsp56001(mode=1)
    dsp.advance(1000)
    for word in PROGRAM:
        send(dsp, word)
    dsp.advance(dsp.clocks + 1000)
    dsp.host.write(ICR, 0x08)
    dsp.advance(dsp.clocks + 1000)
    assert (dsp.regs.omr, dsp.regs.pc, dsp.regs.x0, dsp.regs.sp, dsp.regs.sr & 0xFF) == (2, 2, 0xABCDEF, 0, 0)
    assert (dsp.regs.r0, dsp.regs.r2, dsp.regs.a1, dsp.x[0xFFE0]) == (3, 0xFFE9, PROGRAM[2], 1)


def test_a_full_load_from_the_host() -> None:
    dsp = Dsp56001(mode=1)
    dsp.advance(1000)
    for index in range(512):
        send(dsp, PROGRAM[index] if index < len(PROGRAM) else index)
    dsp.advance(dsp.clocks + 2000)
    assert (dsp.regs.r0, dsp.regs.x0, dsp.p[511]) == (512, 0xABCDEF, 511)


def test_the_boot_rom_repeats_and_writes_go_below() -> None:
    dsp = Dsp56001(mode=1)
    assert dsp.p[0:32] == dsp.p[32:64] == dsp.p[0x1E0:0x200]
    dsp.p[5] = 0x123456
    assert dsp.p[5] != 0x123456
    dsp.regs.omr = 2
    assert dsp.p[5] == 0x123456


def test_data_roms_come_one_instruction_late() -> None:
    dsp = chip(" org p:0\n ori #4,omr\n move x:$100,x0\n move x:$100,x1\n jmp *")
    dsp.x[0x100] = 0x123456
    dsp.run()
    assert (dsp.regs.x0, dsp.regs.x1) == (0x123456, 0x7D7C00)


def test_a_jump_behind_a_mode_change_was_fetched_before_it() -> None:
    # UM 3-12: change OMR, one single-cycle instruction, then the jump.
    dsp = chip(" org p:$40\n movec #3,omr\n nop\n jmp $100\n org p:$100\n move #1,x0")
    dsp.port_a.ram("P")[0x100] = 0x0C0100
    dsp.regs.pc = 0x40
    stop = dsp.run()
    assert (stop.reason, stop.pc, dsp.regs.x0) == (StopReason.HALT, 0x100, 0)
