"""The most clocks that RSA commands take: firmware.md, section 8, says them, and both drivers wait as long."""

import math
import random
import re
from pathlib import Path

import pytest
from Crypto.Util.number import getPrime

from dsp56k.lib.firmware import DATA_BUFFER, Check, Firmware, Opcode

ROOT = Path(__file__).parents[4]
DRIVER = (ROOT / "host_driver" / "src" / "driver" / "driver.c").read_text(encoding="utf-8")
FULL = 0xFFFFFF


def bound(name: str) -> int:
    found = re.search(rf"\b{name} = (\d+)", DRIVER)
    assert found
    return int(found[1])


def most(digits: int, crt: str = "") -> int:
    return digits * digits * (bound(f"RSA{crt}_CUBIC") * digits + bound(f"RSA{crt}_SQUARE")) + bound("RSA_LEAST")


def words(number: int, digits: int) -> list[int]:
    return [number >> 24 * place & FULL for place in range(digits)]


def clocks(firmware: Firmware, opcode: Opcode, argument: int, operand: list[int]) -> int:
    """Return the clocks of a command without checksums over code and keys, which the driver's OVERHEAD covers."""
    firmware.command(Opcode.CHECKS, Check.RESULTS)
    firmware.write(DATA_BUFFER, operand)
    before = firmware.clocks
    firmware.command(opcode, argument)
    return firmware.clocks - before


@pytest.mark.parametrize("digits", [2, 10, 11, 12, 21, 22, 23, 42, 43])
def test_an_operation_without_crt(digits: int) -> None:
    """Done twice, with all bits of the exponent set; the modulus as long as the firmware takes and shorter."""
    ratios = []
    for top in (0xFFFF, 0x7FFFFE) if digits < 43 else (1, 0xFFFF):
        modulus = random.Random(digits).getrandbits(24 * (digits - 1)) | 1 | top << 24 * (digits - 1)
        exponent = (1 << modulus.bit_length()) - 1
        firmware = Firmware()
        key = [*words(modulus, digits), *words(exponent, digits), *words(0, digits)]
        assert clocks(firmware, Opcode.RSA_LOAD, digits, key) < bound("RSA_LOAD_CLOCKS")
        ratios.append(clocks(firmware, Opcode.RSA_OPERATE, 0, words(5, digits)) / most(digits))
    # A wait much longer than the longest job would only hide a card that hangs
    assert max(ratios) < 1
    assert digits < 23 or max(ratios) > 0.8


@pytest.mark.parametrize("digits", [2, 10, 11, 12, 21, 22])
def test_an_operation_with_crt(digits: int) -> None:
    source = random.Random(digits)
    p, q = (getPrime(24 * digits - 8, source.randbytes) for _ in "pq")
    e = (1 << 24 * digits - 9) - 1
    while math.gcd(e, (p - 1) * (q - 1)) != 1:
        e -= 2
    d = pow(e, -1, (p - 1) * (q - 1))
    numbers = (p, q, d % (p - 1), d % (q - 1), pow(q, -1, p), e)
    firmware = Firmware()
    key = [word for number in numbers for word in words(number, digits)]
    assert clocks(firmware, Opcode.RSA_LOAD_CRT, digits, key) < bound("RSA_LOAD_CLOCKS")
    assert clocks(firmware, Opcode.RSA_CRT, 0, words(7, 2 * digits)) < most(digits, "_CRT")


@pytest.mark.parametrize(
    ("opcode", "digits"), [(Opcode.RSA_LOAD, 43), (Opcode.RSA_LOAD, 22), (Opcode.RSA_LOAD_CRT, 22)]
)
def test_numbers_far_longer_than_the_modulus(opcode: Opcode, digits: int) -> None:
    numbers = (FULL, FULL - 4, 1, 1, pow(FULL - 4, -1, FULL), 3) if opcode is Opcode.RSA_LOAD_CRT else (FULL, 3, 0)
    key = [word for number in numbers for word in words(number, digits)]
    assert clocks(Firmware(), opcode, digits, key) < bound("RSA_LOAD_CLOCKS")


def test_the_document_says_the_bounds() -> None:
    document = " ".join((ROOT / "docs" / "reference" / "firmware.md").read_text(encoding="utf-8").split())
    for crt in ("", "_CRT"):
        assert f"n² ({bound(f'RSA{crt}_CUBIC')} n + {bound(f'RSA{crt}_SQUARE')}) + {bound('RSA_LEAST'):,}" in document
    assert f"{bound('RSA_LOAD_CLOCKS'):,}" in document
