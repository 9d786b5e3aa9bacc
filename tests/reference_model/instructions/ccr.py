"""The condition codes: their standard computation (UM A-10, A-11), Table A-5's exceptions, and the 16 conditions."""

from reference_model.registers import Registers
from reference_model.words import MASK56, bit, signed

FLAGS = {"c": 0, "v": 1, "z": 2, "n": 3, "u": 4, "e": 5, "l": 6}
SCALE_DOWN, SCALE_UP = 1, 2
#: Bits that must be equal for E to be clear: from 55 down to this one, by S1:S0 (UM A-11).
INTEGER_PORTION = {0: 47, SCALE_DOWN: 48, SCALE_UP: 46}
CONDITIONS = ("cc", "ge", "ne", "pl", "nn", "ec", "lc", "gt", "cs", "lt", "eq", "mi", "nr", "es", "ls", "le")


def scaling(registers: Registers) -> int:
    """S1:S0 of the mode register; 11 is reserved (UM 6-11) and taken as no scaling."""
    mode = registers["sr"] >> 10 & 3
    return 0 if mode == 3 else mode


def get(registers: Registers, flag: str) -> int:
    """One flag of the CCR."""
    return bit(registers["sr"], FLAGS[flag])


def put(registers: Registers, **flags: bool) -> None:
    """Change the named flags, leave the others."""
    status = registers["sr"]
    for flag, state in flags.items():
        status = status & ~(1 << FLAGS[flag]) | state << FLAGS[flag]
    registers["sr"] = status


def limit(registers: Registers) -> None:
    """L latches: limiting or an overflow sets it, only the program clears it (UM A-11)."""
    put(registers, l=True)


def extension_in_use(value: int, mode: int) -> bool:
    """E of a 56-bit value: the bits of the signed integer portion are not all the same (UM A-11)."""
    portion = signed(value, 56) >> INTEGER_PORTION[mode]
    return portion not in (0, -1)


def arithmetic(registers: Registers, value: int, overflow: bool) -> None:
    """L, E, U, N, Z and V by their standard definitions for a 56-bit result."""
    mode = scaling(registers)
    top = INTEGER_PORTION[mode]
    value &= MASK56
    put(
        registers,
        e=extension_in_use(value, mode),
        u=bit(value, top) == bit(value, top - 1),
        n=bool(bit(value, 55)),
        z=value == 0,
        v=overflow,
    )
    if overflow:
        limit(registers)


def logical(registers: Registers, word: int) -> None:
    """N, Z and V of the 24-bit operations (Table A-5, notes 8 and 9); E and U stay."""
    put(registers, n=bool(bit(word, 23)), z=word == 0, v=False)


def holds(registers: Registers, condition: int) -> bool:
    """Return True if condition CCCC is true (UM A-77, Table A-19b). The upper eight are complements of the lower."""
    c, v, z, n, u, e, l = (bool(get(registers, flag)) for flag in "cvznuel")  # noqa: E741 - the manual's names
    true_if_zero = (c, n != v, z, n, z or (not u and not e), e, l, z or n != v)
    return true_if_zero[condition & 7] == (condition >= 8)
