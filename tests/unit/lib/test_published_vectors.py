"""Vectors of NIST and of pycryptodome's own tests, as the packages hold them, that no other test here reads."""

import hashlib
from collections.abc import Callable, Iterator
from pathlib import Path

import cryptography_vectors
import pytest
from Crypto.SelfTest.Cipher import test_DES as pycryptodome_des
from Crypto.SelfTest.Hash import test_MD2 as pycryptodome_md2
from Crypto.SelfTest.Hash import test_MD4 as pycryptodome_md4

from dsp56k import lib

FIPS_186 = Path(cryptography_vectors.__file__).parent / "asymmetric" / "RSA" / "FIPS_186-2"
# RFC 8017, 9.2, note 1: the prefix of a digest in a signature.
DIGEST_INFO = {
    "sha1": "3021300906052b0e03021a05000414",
    "sha224": "302d300d06096086480165030402040500041c",
    "sha256": "3031300d060960864801650304020105000420",
    "sha384": "3041300d060960864801650304020205000430",
    "sha512": "3051300d060960864801650304020305000440",
}


def test_des_of_sp_800_17_both_ways() -> None:
    """NIST SP 800-17, appendix A and tables B.1 and B.2: every bit of the text and of the key."""
    cases = [[bytes.fromhex(text) for text in case[:3]] for case in pycryptodome_des.test_data]
    assert len(cases) == 1 + 64 + 56
    for plain, cipher, key in cases:
        assert lib.des_ecb_encrypt(key, plain).value == cipher
        assert lib.des_ecb_decrypt(key, cipher).value == plain


@pytest.mark.parametrize(
    ("digest", "cases"), [(lib.md2, pycryptodome_md2.test_data), (lib.md4, pycryptodome_md4.test_data)]
)
def test_digests_of_pycryptodomes_tests(
    digest: Callable[[bytes], lib.Result[bytes]], cases: list[tuple[str, ...]]
) -> None:
    assert len(cases) >= 7
    for expected, text, *_ in cases:
        assert digest(text.encode()).value.hex() == expected


def signatures(name: str, bits: int) -> Iterator[dict[str, str]]:
    """Yield the cases of a CAVS file for moduli of `bits` bits, each with the modulus above it."""
    modulus, size = "", 0
    case: dict[str, str] = {}
    for line in (FIPS_186 / name).read_text(encoding="ascii").splitlines():
        field, _, value = line.strip("[]").partition(" = ")
        if field == "mod":
            size = int(value)
        elif field == "n":
            modulus = value
        elif value and size == bits:
            case |= {field: value}
            if field == "Result":
                yield case | {"n": modulus}
                case = {}


def test_nists_signatures_of_1024_bits_are_told_from_forged_ones() -> None:
    """SigVer15_186-3: with every SHA; in the forged ones message, signature, exponent or padding was changed."""
    verdicts = {"P": 0, "F": 0}
    for case in signatures("SigVer15_186-3.rsp", 1024):
        name = case["SHAAlg"].lower().replace("-", "")
        digest = hashlib.new(name, bytes.fromhex(case["Msg"])).digest()
        info = bytes.fromhex(DIGEST_INFO[name]) + digest
        block = b"\x00\x01" + b"\xff" * (125 - len(info)) + b"\x00" + info
        n, e, signature = (int(case[field], 16) for field in ("n", "e", "S"))
        found = lib.rsa_public(signature, n=n, e=e).value if signature < n else 0
        verdict = "P" if found == int.from_bytes(block, "big") else "F"
        assert verdict == case["Result"][0], case["Result"]
        verdicts[verdict] += 1
    assert verdicts["P"] >= 10
    assert verdicts["F"] >= 20
