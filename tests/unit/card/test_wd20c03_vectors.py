"""NIST's DES vectors through the chip's registers: triple-DES files with the same key three times are single DES."""

from collections.abc import Iterator

import cryptography_vectors
import pytest

from dsp56k.card.chips.wd20c03 import Wd20c03
from shared.card_des_chip import ACT, CBC, ENC, LDIV, LDKEY, STATUS, Program

ECB_FILES = ("TECBvartext", "TECBvarkey", "TECBinvperm", "TECBpermop", "TECBsubtab", "TECBMMT1")
CBC_FILES = ("TCBCvartext", "TCBCvarkey", "TCBCinvperm", "TCBCpermop", "TCBCsubtab", "TCBCMMT1")
COUNTS = {"vartext": 64, "varkey": 56, "invperm": 64, "permop": 32, "subtab": 19, "MMT1": 10}

Entry = dict[str, bytes]


def entries(path: str) -> Iterator[tuple[bool, Entry]]:
    """(encrypt, fields) of every entry of a response file."""
    encrypt = True
    entry: Entry = {}
    with cryptography_vectors.open_vector_file(path, "r") as file:
        for line in [*file, ""]:
            name, equals, value = line.partition(" = ")
            if line.startswith("["):
                encrypt = line.startswith("[ENCRYPT]")
            elif equals and name != "COUNT":
                entry[name] = bytes.fromhex(value)
            elif not equals and entry:
                yield encrypt, entry
                entry = {}


def through_the_chip(encrypt: bool, mode: int, entry: Entry) -> tuple[bytes, bytes]:
    """Return the output of the chip and the expected one."""
    key = entry["KEYs"] if "KEYs" in entry else entry["KEY1"]
    assert all(entry.get(name, key) == key for name in ("KEY2", "KEY3"))
    source, expected = ("PLAINTEXT", "CIPHERTEXT") if encrypt else ("CIPHERTEXT", "PLAINTEXT")
    program = Program(Wd20c03())
    program.command(LDKEY | ACT | ENC * encrypt | mode | LDIV * bool(mode))
    program.feed(key + entry.get("IV", b""))
    text = entry[source]
    given = b"".join(program.block(text[i : i + 8]) for i in range(0, len(text), 8))
    assert not program.status() & (STATUS["OVR"].mask | STATUS["KPE"].mask)
    return given, entry[expected]


@pytest.mark.parametrize(
    ("folder", "name", "mode"),
    [*(("ECB", name, 0) for name in ECB_FILES), *(("CBC", name, CBC) for name in CBC_FILES)],
)
def test_nist_vectors(folder: str, name: str, mode: int) -> None:
    count = 0
    for encrypt, entry in entries(f"ciphers/3DES/{folder}/{name}.rsp"):
        given, expected = through_the_chip(encrypt, mode, entry)
        assert given == expected
        count += 1
    assert count == 2 * COUNTS[name[4:]]
