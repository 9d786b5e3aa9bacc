"""A result of RSA leaves only if it is right: one bit wrong in memory while it is made must not give a factor away."""

import random
from typing import Any

import pytest
from Crypto.Util.number import getPrime

from dsp56k import lib
from dsp56k.lib.digits import DIGIT_BITS, WORD
from dsp56k.lib.errors import OperandError, RoutineError
from dsp56k.lib.library_runner import RETURN, Machine

OK, REFUSED, WRONG = 0, 7, 0x0E
E = 65537
SCRATCH = 0x0C18


def prime(bits: int, seed: int) -> int:
    return int(getPrime(bits, random.Random(seed).randbytes))


P, Q = prime(256, 1), prime(256, 2)
N = P * Q
D = pow(E, -1, (P - 1) * (Q - 1))
C = random.Random(3).randrange(N)
CRT = [P, Q, D % (P - 1), D % (Q - 1), pow(Q, -1, P), E]


def words(values: list[int], digits: int) -> list[int]:
    return [value >> DIGIT_BITS * place & WORD for value in values for place in range(digits)]


def loaded(routine: str, key: list[int], digits: int, length: int) -> Machine:
    """A machine with a key and the operand C."""
    machine = Machine()
    machine.put("x", "rsa_public_words", [2, 1])
    machine.put("x", "rsa_data", words(key, digits))
    machine.dsp.regs.x0 = digits
    machine.call(routine)
    assert machine.dsp.regs.a1 == OK
    machine.put("x", "rsa_data", words([C], length))
    return machine


def result(machine: Machine, length: int) -> int:
    return sum(word << DIGIT_BITS * place for place, word in enumerate(machine.get("x", "rsa_data", length)))


def flipped(machine: Machine, routine: str, place: tuple[str, int], bit: int, when: int) -> int:
    """The status of a routine during which a bit of memory changes at clock `when`."""
    dsp = machine.dsp
    dsp.regs.pc, dsp.regs.sp = machine.symbols[routine], 1
    dsp.stack[1] = (RETURN, dsp.regs.sr)
    dsp.run(until=RETURN, max_clocks=when)
    space, address = place
    memory = {"x": dsp.x, "y": dsp.y, "p": dsp.p}[space]
    memory[address] = int(memory[address]) ^ 1 << bit
    dsp.run(until=RETURN, max_clocks=20_000_000)
    assert dsp.regs.pc == RETURN
    return int(dsp.regs.a1)


@pytest.mark.parametrize("seed", range(60))
def test_crt_with_a_flipped_bit_is_right_or_wrong_by_name(seed: int) -> None:
    source = random.Random(seed)
    machine = loaded("rsa_load_crt", CRT, 11, 22)
    symbols = machine.symbols
    # Numbers at work, both key blocks with what belongs to them, window table and digits
    area = [("x", range(0x20, 0xF6)), ("y", range(0x20, 0xC6)), ("x", range(symbols["rsa_p"], symbols["rsa_inv"] + 11))]
    area.append(("x", range(symbols["rsa_tab"], symbols["rsa_in"] + 22)))
    space, addresses = area[seed % len(area)]
    status = flipped(
        machine, "rsa_crt", (space, source.choice(addresses)), source.randrange(24), source.randrange(380_000)
    )
    value = result(machine, 22)
    if status == OK:
        assert value == pow(C, D, N)
    else:
        assert status == WRONG
        assert machine.get("x", "rsa_data", SCRATCH) == [0] * SCRATCH


def test_a_wrong_half_gives_nothing_away() -> None:
    # Without the check this very fault gives the factor q: gcd(s^e - c, n).
    machine = loaded("rsa_load_crt", CRT, 11, 22)
    symbols = machine.symbols
    second = symbols["RSA_LISTS"] + 32 * (symbols["rsa_dp"] - symbols["rsa_back"]) + 3
    assert flipped(machine, "rsa_crt", ("x", second), 3, 10) == WRONG
    assert result(machine, 22) == 0


@pytest.mark.parametrize("back", [E, 0])
@pytest.mark.parametrize("seed", range(10))
def test_without_crt_the_result_is_undone_or_made_twice(back: int, seed: int) -> None:
    source = random.Random(seed)
    machine = loaded("rsa_load", [N, D, back], 22, 22)
    value = source.choice([("x", range(0x20, 0x20 + 22)), ("y", range(0x50, 0x50 + 22))])
    place = value[0], source.choice(value[1])
    assert flipped(machine, "rsa_private", place, source.randrange(24), source.randrange(50_000, 1_000_000)) in (
        OK,
        WRONG,
    )
    if machine.dsp.regs.a1 == OK:
        assert result(machine, 22) == pow(C, D, N)


@pytest.mark.parametrize("back", [E, 0])
def test_a_sound_chip_passes(back: int) -> None:
    machine = loaded("rsa_load", [N, D, back], 22, 22)
    machine.call("rsa_private")
    assert (machine.dsp.regs.a1, result(machine, 22)) == (OK, pow(C, D, N))
    assert lib.rsa_private(C, n=N, d=D, check=E).value == pow(C, D, N)


@pytest.mark.parametrize("c", [0, 1, P, Q, N - 1, C])
def test_crt_with_the_check_on_at_the_borders(c: int) -> None:
    key: dict[str, Any] = dict(zip(("p", "q", "dp", "dq", "qinv", "check"), CRT, strict=True))
    assert lib.rsa_private(c, **key).value == pow(c, D, N)


def test_an_exponent_that_does_not_belong_to_the_key() -> None:
    with pytest.raises(RoutineError, match="the result is wrong"):
        lib.rsa_private(C, n=N, d=D, check=3)
    with pytest.raises(OperandError, match="check must be odd"):
        lib.rsa_private(C, n=N, d=D, check=4)
    machine = Machine()
    machine.put("x", "rsa_public_words", [2, 1])
    machine.put("x", "rsa_data", words([*CRT[:5], 4], 11))
    machine.dsp.regs.x0 = 11
    machine.call("rsa_load_crt")
    assert machine.dsp.regs.a1 == REFUSED
