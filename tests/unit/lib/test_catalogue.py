"""Each routine of the library is included by itself, as docs/reference/routines.md says, and called by its name."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from Crypto.Cipher import AES

import routine_tables
from dsp56k.lib import SOURCES, OperandError, Routine, oracles
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.lib.catalogue import entries
from dsp56k.lib.source_headers import headers_of
from dsp56k.testing import prove_constant_time

ROOT = Path(__file__).parents[3]
DOCUMENT = ROOT / "docs" / "reference" / "routines.md"
FILE_ROW = re.compile(r"^\| `(\S+\.asm)` \| [\d,]+ \| ", re.MULTILINE)
PADDED = b"abc\x80" + bytes(52) + (24).to_bytes(8, "little")
DES = {"key": bytes.fromhex("0123456789ABCDEF"), "iv": bytes.fromhex("1234567890ABCDEF")}
TEXT, CIPHER = b"Now is the time ", bytes.fromhex("E5C7CDDE872BF27C43E934008C389C0F")
MODULUS = 2**512 - 569
NUMBERS = bytes(range(32))
AES_TEXT = bytes(17 * digit for digit in range(16))
AES_192 = bytes.fromhex("DDA97CA4864CDFE06EAF70A0EC0D7191")
CALLS: Mapping[str, tuple[dict[str, int], dict[str, Any], Any]] = {
    "word_inverse": ({}, {"x": 0x123457}, pow(0x123457, -1, 1 << 24)),
    "word_inverse_bits": ({}, {"x": 0x123457, "bits": 24}, pow(0x123457, -1, 1 << 24)),
    "mp_add": ({"DIGITS": 11}, {"a": 3**100, "b": -(2**150)}, 3**100 - 2**150),
    "mp_sub": ({"DIGITS": 43}, {"a": 3**100, "b": 2**1000}, 3**100 - 2**1000),
    "mp_compare": ({}, {"a": 3**100, "b": 3**100}, 0),
    "mp_multiply": ({}, {"a": 3**200, "b": -(5**200)}, -(15**200)),
    "mp_square": ({}, {"a": 3**200}, 9**200),
    "mont_product": ({}, {"a": 5 * 2**528 % MODULUS - MODULUS, "b": 7, "n": MODULUS}, 35),
    "mont_square": ({}, {"a": 0, "n": MODULUS}, 0),
    "md4_blocks": (
        {},
        {"data": PADDED},
        [0x7A0148, 0xA40000, 0x52D821, 0xAF0000, 0xE80AC1, 0x5F0000, 0x9D72A6, 0x7A0000],
    ),
    "md5_digest": ({"BYTES": 1000}, {"data": bytes(1000)}, hashlib.md5(bytes(1000)).digest()),
    "rc4": (
        {"KEY_BYTES": 3, "BYTES": 9},
        {"key": b"Key", "data": b"Plaintext"},
        bytes.fromhex("BBF316E8D940AF0AD3"),
    ),
    "aes_ecb_encrypt": ({"KEY_BYTES": 24}, {"key": NUMBERS[:24], "data": AES_TEXT}, AES_192),
    "aes_ecb_decrypt": ({"KEY_BYTES": 24}, {"key": NUMBERS[:24], "data": AES_192}, AES_TEXT),
    "aes_cbc_encrypt": (
        {"BLOCKS": 2},
        {"key": NUMBERS[:16], "iv": NUMBERS[16:], "data": NUMBERS},
        AES.new(NUMBERS[:16], AES.MODE_CBC, NUMBERS[16:]).encrypt(NUMBERS),
    ),
    "aes_cbc_decrypt": (
        {"BLOCKS": 2},
        {"key": NUMBERS[:16], "iv": NUMBERS[16:], "data": NUMBERS},
        AES.new(NUMBERS[:16], AES.MODE_CBC, NUMBERS[16:]).decrypt(NUMBERS),
    ),
    "des_cbc_encrypt": ({"BLOCKS": 2}, {**DES, "data": TEXT}, CIPHER),
    "des_cbc_decrypt": ({"BLOCKS": 2}, {**DES, "data": CIPHER}, TEXT),
    "des_ecb_encrypt": ({}, {"key": DES["key"], "data": TEXT[:8]}, bytes.fromhex("3FA40E8A984D4815")),
    "des_ecb_decrypt": ({}, {"key": DES["key"], "data": bytes.fromhex("3FA40E8A984D4815")}, TEXT[:8]),
}
"""Parameters, operands and result of one call; values of RFC 1320, RFC 1321, FIPS 81, FIPS 197, pycryptodome and
Python's own."""


def test_the_tables_are_fresh_and_each_source_was_included_by_itself() -> None:
    """The tables' words come from programs that include only one source and assemble without a diagnostic."""
    assert routine_tables.document() == DOCUMENT.read_text(encoding="utf-8")


def test_every_routine_has_a_row() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert {entry.file for entry in entries().values()} == set(FILE_ROW.findall(text))
    assert [name for name in entries() if f"`{name}`" not in text and f"({name})" not in text] == []


def test_routines_that_a_row_names_have_rows() -> None:
    """A program needs others first: `key_length` before `key_setup`."""
    text = DOCUMENT.read_text(encoding="utf-8")
    routines = {name for path in SOURCES.rglob("*.asm") for name in headers_of(path.read_text(encoding="ascii"))}
    rows = [line.split(" | ") for line in text.splitlines() if line.startswith("| `") and line.count(" | ") == 5]
    named = {name for row in rows for name in re.findall(r"\w+_\w+\b(?!\.asm)", " ".join(row[1:4]))} & routines
    assert named - {name for row in rows for name in re.findall(r"\w+", row[0])} == set()
    assert {"des_load_forward", "key_length", "key_load", "md4_enter", "mp_digits", "rc4_key", "slice_lists"} <= named


def test_symbols_that_a_program_can_define_have_rows_with_a_meaning() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    rows = re.findall(r"^\| `\S+\.asm` \| `(\w+)` \| \S+ \| \S.* \|$", text, re.MULTILINE)
    sources = {text for entry in entries().values() for text in with_included(SOURCES / entry.file)}
    assert {name for source in sources for name in re.findall(r"!@exp\((\w+)\)", source)} == set(rows)


def with_included(path: Path) -> Iterator[str]:
    """The text of a source, and of all that it includes."""
    text = path.read_text(encoding="ascii")
    yield text
    for name in re.findall(r"include +'(\S+)'", text):
        near = path.parent / name
        yield from with_included(near if near.exists() else SOURCES / name)


@pytest.mark.parametrize("name", CALLS)
def test_a_routine_is_called_by_its_name(name: str) -> None:
    parameters, operands, wanted = CALLS[name]
    result = Routine.from_library(name, **parameters)(**operands)
    assert result.value == wanted


def test_md2_of_a_message() -> None:
    """The padding, then the checksum as the last block (RFC 1319)."""
    data = b"abc" + b"\x0d" * 13
    checksum = Routine.from_library("md2_blocks")(data=data).value["checksum"]
    digest = Routine.from_library("md2_blocks", BLOCKS=2)(data=data + checksum).value["digest"]
    assert digest == bytes.fromhex("DA853B0D3F88D99B30283A69E6DED6BB")


LONG = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"


@pytest.mark.parametrize(
    ("data", "digest"),
    [
        (b"abc", "A9993E364706816ABA3E25717850C26C9CD0D89D"),
        (LONG, "84983E441C3BD26EBAAE4AA1F95129E5E54670F1"),
        *((bytes(range(count)), hashlib.sha1(bytes(range(count))).hexdigest()) for count in (1, 55, 63, 64, 119, 200)),
    ],
)
def test_sha1(data: bytes, digest: str) -> None:
    """FIPS 180-1, appendices A and B, and the lengths at which the padding changes."""
    assert Routine.from_library("sha1_digest", BYTES=len(data))(data=data).value == bytes.fromhex(digest)


@pytest.mark.parametrize(
    ("key", "data", "code"),
    [
        (b"\x0b" * 20, b"Hi There", "B617318655057264E28BC0B6FB378C8EF146BE00"),
        (b"Jefe", b"what do ya want for nothing?", "EFFCDF6AE5EB2FA2D27416D5F184DF9C259A7C79"),
        (b"\xaa" * 20, b"\xdd" * 50, "125D7342B9AC11CD91A39AF48AA17B4F63F175D3"),
    ],
)
def test_hmac_sha1(key: bytes, data: bytes, code: str) -> None:
    """RFC 2202, cases 1 to 3."""
    routine = Routine.from_library("hmac_sha1", BYTES=len(data))
    assert routine(key=key + bytes(64 - len(key)), data=data).value == bytes.fromhex(code)


def test_sha1_takes_constant_time() -> None:
    routine = Routine.from_library("sha1_blocks", BLOCKS=2)
    operands = {"state": [0] * 5, "data": bytes(128)}
    assert routine(**operands).clocks == 20 + 2 * 9888
    assert prove_constant_time(routine, secret=["state", "data"], example=operands)


def test_a_generator() -> None:
    """The first bytes of a request follow from the state of a seed, in constant time."""
    seed = bytes(range(24))
    state = Routine.from_library("drbg_seed")(seed=seed).value
    generate = Routine.from_library("drbg_generate", BYTES=45)
    assert generate(state=state).value["data"] == oracles.hmac_drbg(seed, 45)
    again = Routine.from_library("drbg_reseed")(state=state, entropy=bytes(16)).value
    assert again not in (state, Routine.from_library("drbg_reseed")(state=state, entropy=bytes([*bytes(15), 1])).value)
    assert prove_constant_time(generate, secret=["state"], example={"state": state})


def test_every_source_names_its_licence() -> None:
    files = [*SOURCES.rglob("*.asm")]
    assert len(files) > 100
    assert [file for file in files if not file.read_text().startswith("; SPDX-License-Identifier: MIT\n")] == []


@pytest.mark.parametrize(
    ("name", "parameters", "message"),
    [
        ("mp_ad", {}, "unknown routine 'mp_ad'; did you mean mp_add"),
        ("mp_add", {"DIGIT": 3}, "unknown parameter 'DIGIT'; did you mean DIGITS"),
        ("mp_add", {"DIGITS": 1.5}, "DIGITS must be an integer"),
        ("rsa_load", {}, "rsa_load has no operands for a call from Python: include bignum/rsa.asm in a program"),
    ],
)
def test_a_wrong_name_is_refused(name: str, parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(OperandError, match=re.escape(message)):
        Routine.from_library(name, **parameters)


def test_a_digest_has_a_block_more_from_the_size_at_which_its_length_does_not_fit() -> None:
    for name in ("md4", "md5", "sha1"):
        assert [ALGORITHMS[name].blocks(size) for size in (0, 55, 56, 119, 120)] == [0, 0, 1, 1, 2]
