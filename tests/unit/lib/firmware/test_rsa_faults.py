"""RSA results while bits flip: from the time when the words are made to their delivery, in X, P and registers."""

import math
import random
from functools import cache

import pytest

from dsp56k.emu import Dsp56001
from dsp56k.lib import known_answers
from dsp56k.lib.firmware import DATA_BUFFER, Firmware, Opcode, Status, image

N = known_answers.RSA_P * known_answers.RSA_Q
DIGITS = known_answers.MODULUS_DIGITS
DELIVERY = 1_500
"""Clocks, more than the copy of the words that leave and its comparison take."""
MAX_CLOCKS = 4_000_000
"""Several times those of an operation."""
REPLY_WORDS = 3
WORDS = known_answers.answer_words()
BACK = [
    *WORDS["answer_public_key"][:DIGITS],
    *(known_answers.RSA_D >> 24 * place & 0xFFFFFF for place in range(DIGITS)),
]
KEYS = {
    Opcode.RSA_CRT: (Opcode.RSA_LOAD_CRT, known_answers.FACTOR_DIGITS, WORDS["answer_crt_key"]),
    Opcode.RSA_OPERATE: (Opcode.RSA_LOAD, DIGITS, [*BACK, *WORDS["answer_public_key"][DIGITS : 2 * DIGITS]]),
}
REGISTERS = ("a0", "a1", "b0", "b1", "x0", "x1", "y0", "y1", "r0", "r1", "r2", "r4", "n0", "n7")


def symbol(name: str) -> int:
    return image().symbols[name]


def number(words: list[int]) -> int:
    return sum(word << 24 * place for place, word in enumerate(words))


def begun(opcode: Opcode) -> Firmware:
    """A card that is about to sign the published block."""
    load, digits, key = KEYS[opcode]
    firmware = Firmware()
    firmware.write(DATA_BUFFER, key)
    firmware.command(load, digits)
    firmware.write(DATA_BUFFER, WORDS["answer_block"])
    for name, value in (("opcode", opcode), ("argument", 0), ("reply_count", REPLY_WORDS)):
        firmware.dsp.x[symbol(name)] = value
    enter(firmware.dsp, "dispatch")
    firmware.dsp.regs.r0 = opcode
    return firmware


def enter(chip: Dsp56001, routine: str) -> None:
    chip.regs.pc, chip.regs.sp = symbol(routine), 1
    chip.stack[1] = (symbol("command_loop"), chip.regs.sr)


@cache
def made(opcode: Opcode) -> tuple[bytes, int]:
    """The chip when the words of a result have just been made, and the clocks from there to their delivery."""
    chip = begun(opcode).dsp
    chip.run(until=symbol("rsa_keep"), max_clocks=MAX_CLOCKS)
    snapshot, clocks = chip.snapshot(), chip.clocks
    chip.run(until=symbol("command_loop"), max_clocks=MAX_CLOCKS)
    return snapshot, chip.clocks - clocks


def ended(chip: Dsp56001) -> tuple[int, list[int]] | None:
    """Status and data buffer at the end of the command and its checks; None: the card gives no reply."""
    for routine in (None, "check_job"):
        if routine:
            enter(chip, routine)
        chip.run(until=symbol("command_loop"), max_clocks=MAX_CLOCKS)
        if chip.regs.pc != symbol("command_loop"):
            return None
    if chip.x[symbol("reply_count")] != REPLY_WORDS:
        return None
    return int(chip.regs.a1), [int(word) for word in chip.x[DATA_BUFFER : DATA_BUFFER + symbol("RSA_SCRATCH")]]


def judge(end: tuple[int, list[int]] | None) -> bool:
    """Return True if a wrong result was detected; it must not remain undetected."""
    if end is None:
        return True
    status, left = end
    right = left[:DIGITS] == WORDS["answer_signature"]
    if status == Status.OK:
        assert right
    elif status in (Status.RSA_WRONG, Status.MEMORY_CHANGED):
        assert not any(left)
    elif not right:
        # The faulty chip returned another status: the buffer reveals no factor
        assert math.gcd(pow(number(left[:DIGITS]), known_answers.RSA_E, N) - number(WORDS["answer_block"]), N) in (1, N)
    return not right


def places() -> list[tuple[str, range]]:
    """The result's words first, of which every change must be found."""
    return [
        ("x", range(symbol("rsa_result"), symbol("rsa_second") + DIGITS)),
        ("x", range(DATA_BUFFER, DATA_BUFFER + DIGITS)),
        ("x", range(symbol("rsa_in"), symbol("rsa_result"))),
        ("x", range(0x100)),
        ("y", range(0x100)),
        ("p", range(symbol("rsa_code"), symbol("rsa_end"))),
    ]


def flip(chip: Dsp56001, space: str, address: int, bit: int) -> None:
    memory = {"x": chip.x, "y": chip.y, "p": chip.p}[space]
    memory[address] = int(memory[address]) ^ 1 << bit


@pytest.mark.parametrize("place", range(6))
@pytest.mark.parametrize("opcode", KEYS)
def test_a_bit_that_flips_between_making_and_delivery(opcode: Opcode, place: int) -> None:
    source = random.Random(f"{opcode} {place}")
    snapshot, clocks = made(opcode)
    space, addresses = places()[place]
    chip, found = Dsp56001(), 0
    for _ in range(30):
        chip.restore(snapshot)
        # What leaves may still change between the comparison and the sum of the reply
        chip.run(max_clocks=source.randrange(clocks - DELIVERY if addresses[0] == DATA_BUFFER else clocks))
        flip(chip, space, source.choice(addresses), source.randrange(24))
        found += judge(ended(chip))
    assert found or place


@pytest.mark.parametrize("register", REGISTERS)
@pytest.mark.parametrize("opcode", KEYS)
def test_a_register_that_changes_between_making_and_delivery(opcode: Opcode, register: str) -> None:
    source = random.Random(f"{opcode} {register}")
    snapshot, clocks = made(opcode)
    chip = Dsp56001()
    for turn in range(8):
        chip.restore(snapshot)
        # Half of them in the last clocks, where the words leave
        chip.run(max_clocks=source.randrange(clocks) if turn % 2 else clocks - source.randrange(DELIVERY))
        bit = source.randrange(16 if register[0] in "rn" else 24)
        setattr(chip.regs, register, int(getattr(chip.regs, register)) ^ 1 << bit)
        judge(ended(chip))


def test_a_result_that_changes_after_its_check_has_begun() -> None:
    snapshot, clocks = made(Opcode.RSA_CRT)
    chip = Dsp56001()
    for clock in range(2_000, clocks - 1_000, 4_000):
        chip.restore(snapshot)
        chip.run(max_clocks=clock)
        flip(chip, "x", symbol("rsa_result") + 3, 7)
        assert ended(chip) == (Status.RSA_WRONG, [0] * symbol("RSA_SCRATCH"))


@pytest.mark.parametrize("bit", range(24))
def test_a_result_that_code_of_operation_and_check_made_wrong_does_not_stay(bit: int) -> None:
    chip = begun(Opcode.RSA_CRT).dsp
    chip.run(max_clocks=90_018)
    flip(chip, "p", symbol("modexp_leave"), bit)
    judge(ended(chip))


@pytest.mark.parametrize("more", [0, 1, N - known_answers.RSA_P])
def test_a_c_of_p_q_or_more_is_refused(more: int) -> None:
    firmware = begun(Opcode.RSA_CRT)
    firmware.write(DATA_BUFFER, [N + more >> 24 * place & 0xFFFFFF for place in range(DIGITS)])
    assert firmware.call(Opcode.RSA_CRT) is Status.RSA_REFUSED
    for c in (0, 1, N - 1):
        firmware.write(DATA_BUFFER, [c >> 24 * place & 0xFFFFFF for place in range(DIGITS)])
        firmware.command(Opcode.RSA_CRT)
        left = [int(word) for word in firmware.dsp.x[DATA_BUFFER : DATA_BUFFER + DIGITS]]
        assert number(left) == pow(c, known_answers.RSA_D, N)


P, Q = known_answers.RSA_P, known_answers.RSA_Q


@pytest.mark.parametrize("changes", [{1: P, 4: 1}, {0: 1}, {1: 1}, {4: 0}, {4: 2}, {0: 3 * 5, 1: 3 * 7}, {5: 4}])
def test_a_crt_key_that_is_none_is_refused(changes: dict[int, int]) -> None:
    digits = known_answers.FACTOR_DIGITS
    key = [number(WORDS["answer_crt_key"][place * digits :][:digits]) for place in range(6)]
    for place, value in changes.items():
        key[place] = value
    firmware = Firmware()
    firmware.write(DATA_BUFFER, [value >> 24 * place & 0xFFFFFF for value in key for place in range(digits)])
    assert firmware.call(Opcode.RSA_LOAD_CRT, digits) is Status.RSA_REFUSED
    firmware.write(DATA_BUFFER, WORDS["answer_block"])
    assert firmware.call(Opcode.RSA_CRT) is Status.NO_KEY


def test_powers_modulo_1_are_0() -> None:
    firmware = Firmware()
    firmware.write(DATA_BUFFER, [1, 0, 3, 0, 0, 0])
    assert firmware.call(Opcode.RSA_LOAD, 2) is Status.OK
    firmware.write(DATA_BUFFER, [0, 0])
    assert firmware.call(Opcode.RSA_OPERATE) is Status.OK
    assert [int(word) for word in firmware.dsp.x[DATA_BUFFER : DATA_BUFFER + 2]] == [0, 0]
