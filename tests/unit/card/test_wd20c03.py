"""The DES chip's protocol and clocks, access by access."""

from fractions import Fraction
from math import floor

import pytest

from dsp56k.card.chips.wd20c03 import Wd20c03, Wd20c03Description
from dsp56k.emu.errors import ConfigurationError
from shared.card_des_chip import ACT, CBC, CHIP_CLOCK, CLR, ENC, LDIV, LDKEY, RST, STATUS, Program

KEY = bytes.fromhex("133457799BBCDFF1")
TEXT = bytes.fromhex("0123456789ABCDEF")
CIPHERTEXT = bytes.fromhex("85E813540F0AB405")
CLOCK_HZ = 14_318_181
LATE = 10**13 * 10**12 // CLOCK_HZ
"""The first picosecond of a cycle after eight days; its product with the frequency has more than 64 bits."""


def test_after_reset_nothing_is_wanted() -> None:
    assert Program(Wd20c03()).status() == 0


def test_key_phase() -> None:
    program = Program(Wd20c03())
    program.command(LDKEY)
    for byte in KEY:
        assert program.status() == STATUS["KR"].mask
        program.put(byte)
    assert program.status() == STATUS["KV"].mask


def test_key_then_iv_then_text() -> None:
    program = Program(Wd20c03())
    program.command(LDKEY | LDIV | CBC | ENC | ACT)
    program.feed(KEY)
    assert program.status() == STATUS["KV"].mask | STATUS["IVR"].mask
    program.feed(bytes(8))
    assert program.status() == STATUS["KV"].mask | STATUS["DIR"].mask
    assert program.block(TEXT) == CIPHERTEXT
    assert program.status() == STATUS["KV"].mask | STATUS["DIR"].mask


def test_decryption() -> None:
    program = Program(Wd20c03())
    program.command(LDKEY | ACT)
    program.feed(KEY)
    assert program.block(CIPHERTEXT) == TEXT


def test_without_act_no_text_is_wanted() -> None:
    program = Program(Wd20c03())
    program.command(LDKEY)
    program.feed(KEY)
    program.put(1)
    assert program.status() == STATUS["KV"].mask | STATUS["OVR"].mask


def test_act_without_key_wants_nothing() -> None:
    program = Program(Wd20c03())
    program.command(ACT | ENC)
    assert program.status() == 0


def test_result_waits_twenty_clocks_after_the_eighth_access() -> None:
    program = Program(Wd20c03())
    program.command(LDKEY | ENC | ACT)
    program.feed(KEY)
    program.feed(TEXT)
    eighth = program.now - 2 * CHIP_CLOCK
    chip = program.chip
    assert chip.next_event() == eighth + 22 * CHIP_CLOCK
    assert chip.read(1, eighth + 22 * CHIP_CLOCK - 1) & STATUS["BSY"].mask
    assert chip.read(1, eighth + 22 * CHIP_CLOCK) & STATUS["DOR"].mask
    assert chip.next_event() is None


def test_back_to_back_blocks_take_52_clocks() -> None:
    program = Program(Wd20c03())
    program.command(LDKEY | ENC | ACT)
    program.feed(KEY)
    start = program.now
    for _ in range(10):
        program.feed(TEXT)
        program.now += 20 * CHIP_CLOCK
        assert program.take(8) == CIPHERTEXT
    assert program.now - start == 10 * 52 * CHIP_CLOCK
    assert not program.status() & STATUS["OVR"].mask


def test_an_access_too_soon_is_not_heard() -> None:
    program = Program(Wd20c03())
    program.command(LDKEY)
    program.chip.write(0, 0x55, program.now - 1)
    assert program.status() == STATUS["KR"].mask | STATUS["OVR"].mask
    program.command(CLR | LDKEY | ENC | ACT)
    program.feed(KEY)
    assert program.block(TEXT) == CIPHERTEXT


def test_reading_too_soon_gives_zero_and_loses_nothing() -> None:
    program = Program(Wd20c03())
    program.command(LDKEY | ENC | ACT)
    program.feed(KEY)
    program.feed(TEXT)
    program.now += 20 * CHIP_CLOCK
    assert program.get() == CIPHERTEXT[0]
    assert program.chip.read(0, program.now - CHIP_CLOCK) == 0
    assert program.take(7) == CIPHERTEXT[1:]
    assert program.status() & STATUS["OVR"].mask


def test_parity_error_is_latched_and_does_not_stop_the_chip() -> None:
    program = Program(Wd20c03())
    program.command(LDKEY | ENC | ACT)
    program.feed(bytes([KEY[0] ^ 1]) + KEY[1:])
    assert program.status() == STATUS["KV"].mask | STATUS["KPE"].mask | STATUS["DIR"].mask
    assert program.block(TEXT) == CIPHERTEXT  # parity bits are not key bits
    program.command(CLR | ENC | ACT)
    assert program.status() & STATUS["KPE"].mask
    program.command(LDKEY)
    assert not program.status() & STATUS["KPE"].mask


def test_parity_policy_of_the_description() -> None:
    program = Program(Wd20c03(Wd20c03Description(parity_error_stops=True)))
    program.command(LDKEY | ENC | ACT)
    program.feed(bytes(8))
    assert program.status() == STATUS["KV"].mask | STATUS["KPE"].mask


def test_a_command_that_cuts_off_a_unit_sets_ovr_unless_it_clears() -> None:
    for clear in (0, CLR):
        program = Program(Wd20c03())
        program.command(LDKEY)
        program.put(1)
        program.command(LDKEY | clear)
        assert bool(program.status() & STATUS["OVR"].mask) is not bool(clear)
        assert program.status() & STATUS["KR"].mask


def test_clear_keeps_the_key() -> None:
    program = Program(Wd20c03())
    program.command(LDKEY | ENC | ACT)
    program.feed(KEY + TEXT[:3])
    program.command(CLR | ENC | ACT)
    assert program.block(TEXT) == CIPHERTEXT


def test_rst_forgets_everything() -> None:
    program = Program(Wd20c03())
    program.command(LDKEY | ENC | ACT)
    program.feed(KEY + TEXT[:3])
    program.command(RST | LDKEY | ACT)
    assert program.status() == 0
    program.command(ACT)
    assert program.status() == 0


def test_reset_pin_forgets_the_key() -> None:
    program = Program(Wd20c03())
    program.command(LDKEY)
    program.feed(KEY)
    program.chip.reset(program.now)
    assert program.status() == 0


def test_data_while_busy_is_an_error() -> None:
    program = Program(Wd20c03())
    program.command(LDKEY | ENC | ACT)
    program.feed(KEY + TEXT)
    assert program.get() == 0
    program.put(0xFF)
    assert program.status() & STATUS["OVR"].mask
    program.now += 20 * CHIP_CLOCK
    assert program.take(8) == CIPHERTEXT


def test_chaining_register_is_zero_after_reset_and_goes_on_over_commands() -> None:
    program = Program(Wd20c03())
    program.command(LDKEY | CBC | ENC | ACT)
    program.feed(KEY)
    first = program.block(TEXT)
    assert first == CIPHERTEXT
    program.command(CBC | ENC | ACT)
    assert program.block(bytes(a ^ b for a, b in zip(TEXT, CIPHERTEXT, strict=True))) == CIPHERTEXT


@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize("lost", [False, True])
def test_only_a_short_strobe_loses_a_byte_of_iv_and_only_with_the_erratum(short: bool, lost: bool) -> None:
    program = Program(Wd20c03(Wd20c03Description(short_iv_is_lost=lost)))
    program.command(LDKEY | LDIV | CBC | ENC | ACT)
    program.feed(KEY)
    iv = bytes(range(1, 9))
    program.chip.short_strobe = short
    program.feed(iv)
    text = TEXT if short and lost else bytes(a ^ b for a, b in zip(TEXT, iv, strict=True))
    assert program.block(text) == CIPHERTEXT


def test_a_restored_chip_continues_with_the_next_byte() -> None:
    program = Program(Wd20c03())
    program.command(LDKEY | ENC | ACT)
    program.feed(KEY + TEXT[:3])
    state = program.chip.state()
    program.chip = Wd20c03()
    program.chip.restore(state)
    assert program.chip.state() == state
    program.feed(TEXT[3:])
    program.now += 20 * CHIP_CLOCK
    assert program.take(8) == CIPHERTEXT


@pytest.mark.parametrize("now", [0, 1, 99_999])
def test_advance_alone_finishes_a_block(now: int) -> None:
    program = Program(Wd20c03())
    program.now = now
    program.command(LDKEY | ENC | ACT)
    program.feed(KEY + TEXT)
    program.chip.advance(program.chip.next_event() or 0)
    assert program.chip.next_event() is None


@pytest.mark.parametrize("now", [0, 69_840, 69_841, LATE - 1, LATE, (1 << 64) - 1])
def test_an_access_is_in_the_cycle_that_has_begun_last(now: int) -> None:
    description = Wd20c03Description(clock_hz=CLOCK_HZ)
    chip = Wd20c03(description)
    chip.write(1, RST, now)
    cycle = chip.fields()[1] - description.clocks_per_access
    period = Fraction(10**12, CLOCK_HZ)
    assert floor(cycle * period) <= now < floor((cycle + 1) * period)


def test_clocks_of_a_description_are_counts() -> None:
    for clocks in (-1, 1 << 64):
        with pytest.raises(ConfigurationError, match=f"clocks_to_result must be .*got {clocks}"):
            Wd20c03Description(clocks_to_result=clocks)
