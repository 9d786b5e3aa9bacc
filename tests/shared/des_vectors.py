"""NIST's known answers for DES, from the response files that cryptography_vectors holds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cryptography_vectors

from dsp56k.lib.vectors import Vector

VECTORS = Path(cryptography_vectors.__file__).parent / "ciphers" / "3DES"
TABLES = ("vartext", "varkey", "invperm", "permop", "subtab")
MODES = {f"des_{mode}_{direction}" for mode in ("ecb", "cbc") for direction in ("encrypt", "decrypt")}
ECB_FILES = (*(f"TECB{name}" for name in TABLES), "TECBMMT1")
CBC_FILES = (*(f"TCBC{name}" for name in TABLES), "TCBCMMT1")


def single_des(mode: str, name: str) -> list[tuple[str, bytes, dict[str, bytes]]]:
    """The cases of the file `name` of a mode (ECB, CBC) that are plain DES: section, key, fields."""
    path = VECTORS / mode / f"{name}.rsp"
    return [(section, key, case) for section, case in _records(path) if (key := _key_of(case)) is not None]


@cache
def des_vectors(algorithm: str) -> tuple[Vector, ...]:
    """NIST's known answers for a mode of DES in one direction, by the name in `dsp56k.lib.algorithms`."""
    mode, direction = algorithm.upper().removeprefix("DES_").split("_")[:2] if algorithm in MODES else ("", "")
    given, made = ("PLAINTEXT", "CIPHERTEXT") if direction == "ENCRYPT" else ("CIPHERTEXT", "PLAINTEXT")
    return tuple(
        Vector(
            f"NIST, {name}.rsp",
            {"key": key, **({"iv": case["IV"]} if mode == "CBC" else {}), "data": case[given]},
            case[made],
        )
        for name in (ECB_FILES if mode == "ECB" else CBC_FILES if mode == "CBC" else ())
        for section, key, case in single_des(mode, name)
        if section == direction
    )


def _records(path: Path) -> Iterator[tuple[str, dict[str, bytes]]]:
    """The cases of a CAVS response file: section and fields."""
    section, case = "", {}
    for line in [*path.read_text().splitlines(), ""]:
        if line.startswith("["):
            section = line.strip("[]")
        elif " = " in line and not line.startswith("#"):
            name, value = line.split(" = ")
            case[name] = bytes.fromhex(value) if name != "COUNT" else b""
        elif not line and case:
            yield section, case
            case = {}


def _key_of(case: dict[str, bytes]) -> bytes | None:
    """The DES key of a case, or None if it is a case of true triple DES."""
    keys = {case[name] for name in ("KEYs", "KEY1", "KEY2", "KEY3") if name in case}
    return keys.pop() if len(keys) == 1 else None
