"""Write md2_table.h: the permutation of RFC 1319, made from the digits of pi as its designer did.

Run `python3 make_md2_table.py > md2_table.h` in this folder; a test compares the result with the file.
"""

from collections.abc import Iterator


def pi_digits() -> Iterator[int]:
    """The decimal digits of pi (Gibbons' spigot)."""
    q, r, t, k, n, m = 1, 0, 1, 1, 3, 3
    while True:
        if 4 * q + r - t < n * t:
            yield n
            q, r, n = 10 * q, 10 * (r - n * t), 10 * (3 * q + r) // t - 10 * n
        else:
            q, r, t, k, n, m = q * k, (2 * q + r) * m, t * m, k + 1, (q * (7 * k + 2) + r * m) // (t * m), m + 2


def permutation() -> list[int]:
    """A shuffle of 0 to 255 that takes its random numbers from pi, as many digits each as the range needs."""
    digits = pi_digits()

    def below(limit: int) -> int:
        places = 1 if limit <= 10 else 2 if limit <= 100 else 3
        while True:
            number = 0
            for _ in range(places):
                number = 10 * number + next(digits)
            if number < 10**places // limit * limit:
                return number % limit

    table = list(range(256))
    for count in range(2, 257):
        other = below(count)
        table[other], table[count - 1] = table[count - 1], table[other]
    return table


def main() -> None:
    """Print the header."""
    print("/* Made by make_md2_table.py; do not edit. */")
    print("static const MD2_BYTE md2_table[256] = {")
    table = permutation()
    for start in range(0, 256, 16):
        print("    " + " ".join(f"{value:3d}," for value in table[start : start + 16]))
    print("};")


if __name__ == "__main__":
    main()
