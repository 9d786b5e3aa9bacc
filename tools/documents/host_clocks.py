"""Renew the tables of clocks in docs/records/host-clocks.md: each variant of host software in each timing model.

    python tools/documents/host_clocks.py

A test compares the document with the result of `rows`.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from typing import Any

from Crypto.Util.number import getPrime

from dsp56k.host.cpu_modes import ModeName
from dsp56k.host.software import GRADES_OF, Grade, HostSoftware, RsaKey, host_software
from dsp56k.lib.algorithm import Algorithm, Form
from dsp56k.lib.algorithms import ALGORITHMS
from generated_files import update_file, with_tables

DOCUMENT = Path(__file__).parents[2] / "docs" / "records" / "host-clocks.md"
SCRIPT = "tools/documents/host_clocks.py"
I486: dict[str, Any] = {"cpu": "i486", "memory": "pipeline"}
LEVELS: dict[str, dict[str, Any]] = {
    "manual": {"memory": "manual"},
    "0": {"wait_states": 0},
    "1": {"wait_states": 1},
    "2 wait states": {"wait_states": 2},
    "1, three units": {"memory": "three-units", "wait_states": 1},
    "486": I486,
    "486, byte rules": {**I486, "byte_rules": True},
}
"""The columns of the 32-bit variants."""
I286: dict[str, Any] = {"mode": "real16", "cpu": "i286"}
LEVELS_16: dict[str, dict[str, Any]] = {
    "286, manual": {**I286, "memory": "manual"},
    "286, 0": {**I286, "wait_states": 0},
    "286, 1": {**I286, "wait_states": 1},
    "286, 2 wait states": {**I286, "wait_states": 2},
    "286, 1, queue of 2": {**I286, "wait_states": 1, "decoded_queue": 2},
    "286, 1, queue of 4": {**I286, "wait_states": 1, "decoded_queue": 4},
    "386, 1 wait state": {"mode": "real16", "wait_states": 1},
}
"""The columns of the 16-bit variant."""
COLUMNS: dict[ModeName, dict[str, dict[str, Any]]] = {"flat32": LEVELS, "real16": LEVELS_16}
STREAM_KEY = bytes(range(16))
GENERATOR_SEED = bytes(range(24))
SEED = 1990
"""Seed of the RSA key, on whose bits the clocks depend."""


def header(mode: ModeName) -> list[str]:
    """Return the first two lines of a mode's table."""
    return ["| | " + " | ".join(COLUMNS[mode]) + " |", "|" + " --- |" * (1 + len(COLUMNS[mode]))]


def title(mode: ModeName, grade: Grade) -> str:
    """Return the beginning of the lines of a variant."""
    return f"16-bit {grade}" if mode == "real16" else grade


def rows(mode: ModeName, grade: Grade) -> list[str]:
    """Return the lines of one variant; of `period` only those of DES, in which it differs from others."""
    columns = [clocks(grade, parameters) for parameters in COLUMNS[mode].values()]
    name = title(mode, grade)
    shown = [what for what in columns[0] if grade != "period" or what.startswith("DES")]
    return [f"| {name}: {what} | " + " | ".join(f"{column[what]:,}" for column in columns) + " |" for what in shown]


def clocks(grade: Grade, parameters: dict[str, Any]) -> dict[str, int]:
    """Return one column: clocks by operation. A difference of two lengths excludes the overhead of a call."""
    software = host_software(grade, **parameters)
    des = [software.call("des_cbc_encrypt", bytes(8), bytes(8), bytes(size)).clocks for size in (8, 16)]
    return {
        "DES key schedule": software.load_key("des_cbc_encrypt", bytes(8)).clocks,
        "DES-CBC, clocks a block": des[1] - des[0],
        **_digests(software),
        **_streams(software),
        **_block_ciphers(software),
        **_ciphers_with_tables(software),
        "RSA-512 private, CRT": software.call("rsa_crt", [12345], _rsa_key()).clocks,
    }


def _of_form(form: Form) -> list[Algorithm]:
    return [each for each in ALGORITHMS.values() if each.form == form]


def _digests(software: HostSoftware) -> dict[str, int]:
    found = {}
    for digest in _of_form("digest"):
        empty, block = (software.call(digest.name, bytes(size)).clocks for size in (0, digest.block))
        found[f"{digest.title}, clocks for {digest.block} bytes"] = block - empty
    for code in _of_form("keyed-digest"):
        found[f"{code.title}, empty message"] = software.call(code.name, STREAM_KEY, b"").clocks
    return found


def _streams(software: HostSoftware) -> dict[str, int]:
    found = {}
    for generator in _of_form("generator"):
        none, one, two = (software.call(generator.name, GENERATOR_SEED, size).clocks for size in (0, 20, 40))
        found[f"{generator.title}, seed of 24 bytes"] = none
        found[f"{generator.title}, a request of 20 bytes"] = one - none
        found[f"{generator.title}, 20 bytes more"] = two - one
    for cipher in _of_form("stream"):
        schedule, one, two = (software.call(cipher.name, STREAM_KEY, bytes(size)).clocks for size in (0, 16, 32))
        found[f"{cipher.title} key schedule"] = schedule
        found[f"{cipher.title}, clocks for 16 bytes"] = two - one
    return found


def _block_ciphers(software: HostSoftware) -> dict[str, int]:
    """Return clocks with the shortest key; the key schedule is the same in all modes."""
    found = {}
    for cipher in _of_form("keyed-blocks"):
        size = cipher.key_bytes[0]
        name = cipher.title.replace("-", f"-{8 * size}-", 1) if len(cipher.key_bytes) > 1 else cipher.title
        found[f"{name.rpartition('-')[0]} key schedule"] = software.load_key(cipher.name, bytes(range(size))).clocks
        iv = (bytes(cipher.block),) * cipher.name.count("cbc")
        one, two = (software.call(cipher.name, None, *iv, bytes(n * cipher.block)).clocks for n in (1, 2))
        found[f"{name}, clocks a block"] = two - one
    return found


def _ciphers_with_tables(software: HostSoftware) -> dict[str, int]:
    found = {}
    for cipher in _of_form("tables"):
        assert cipher.tables is not None
        unit = "a block" if cipher.tables.block > 1 else f"for {cipher.block} bytes"
        software.load_key(cipher.name, bytes(range(cipher.tables.key_bytes)))
        one, two = (software.call(cipher.name, None, bytes(count * cipher.block)).clocks for count in (1, 2))
        found[f"{cipher.title}, clocks {unit}"] = two - one
    return found


def _rsa_key() -> RsaKey:
    """Return a key of 512 bits."""
    source, e = random.Random(SEED), 32749  # the largest prime of 15 bits
    p, q = (getPrime(256, source.randbytes) for _ in range(2))
    return RsaKey(n=p * q, e=e, d=pow(e, -1, (p - 1) * (q - 1)), p=p, q=q)


def main() -> int:
    """Return 0 if the document is fresh or was written."""
    tables = {
        f"clocks of {16 if mode == 'real16' else 32}-bit code": [
            *header(mode),
            *(row for grade in grades for row in rows(mode, grade)),
        ]
        for mode, grades in GRADES_OF.items()
    }
    return update_file(DOCUMENT, with_tables(DOCUMENT, SCRIPT, tables), SCRIPT, __doc__)


if __name__ == "__main__":
    sys.exit(main())
