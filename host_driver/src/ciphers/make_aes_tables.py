"""Print aes_tables.h: S-boxes of AES (FIPS 197) and their products with the columns of MixColumns and its inverse."""

PER_LINE = 8


def double(byte: int) -> int:
    """Return twice a byte in the field of 256 elements."""
    return byte << 1 ^ 0x11B * (byte >> 7)


def product(one: int, other: int) -> int:
    """Return the product of two bytes."""
    result = 0
    for bit in range(8):
        result ^= one * (other >> bit & 1)
        one = double(one)
    return result


def boxes() -> tuple[list[int], list[int]]:
    """Return the S-box and its inverse."""
    forward = []
    for byte in range(256):
        inverse = next((other for other in range(256) if product(byte, other) == 1), 0)
        twice = inverse * 0x101
        forward.append((twice ^ twice >> 4 ^ twice >> 5 ^ twice >> 6 ^ twice >> 7) & 0xFF ^ 0x63)
    return forward, [forward.index(byte) for byte in range(256)]


def column(byte: int, factors: tuple[int, ...]) -> int:
    """Return a column of products, the first byte lowest."""
    return sum(product(byte, factor) << 8 * place for place, factor in enumerate(factors))


def table(name: str, kind: str, values: list[int], digits: int) -> None:
    """Print a table."""
    print(f"static const {kind} {name}[256] = {{")
    for first in range(0, 256, PER_LINE):
        print("    " + ", ".join(f"0x{value:0{digits}x}" for value in values[first : first + PER_LINE]) + ",")
    print("};")


if __name__ == "__main__":
    sbox, inverse = boxes()
    print("/* Made by make_aes_tables.py; do not edit. */")
    print("/* clang-format off */")
    table("sbox", "u8", sbox, 2)
    table("inverse_sbox", "u8", inverse, 2)
    print("#ifdef AES_COLUMNS")
    table("forward", "u32", [column(byte, (2, 1, 1, 3)) for byte in sbox], 8)
    table("backward", "u32", [column(byte, (14, 9, 13, 11)) for byte in inverse], 8)
    print("#endif")
    print("/* clang-format on */")
