"""Fixed-width numbers: masks and sign extension."""

MASK8, MASK16, MASK24, MASK48, MASK56 = 0xFF, 0xFFFF, 0xFFFFFF, (1 << 48) - 1, (1 << 56) - 1


def signed(value: int, width: int) -> int:
    """The two's complement meaning of the low `width` bits of value."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def bit(value: int, number: int) -> int:
    """Bit `number` of value, 0 or 1; also of negative integers."""
    return (value >> number) & 1


def reverse16(value: int) -> int:
    """The 16 bits of value in reverse order (UM 5-18)."""
    return int(f"{value & MASK16:016b}"[::-1], 2)
