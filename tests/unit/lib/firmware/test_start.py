"""A start leaves no key, no message and no tables of a key to the library's user commands, whatever RAM has."""

from __future__ import annotations

from collections.abc import Callable
from typing import get_args

import pytest

from dsp56k.card import Card
from dsp56k.lib import drbg
from dsp56k.lib.ciphers import aes, md5, rc4, sha1
from dsp56k.lib.ciphers.blowfish import BLOWFISH_TABLES, KEY_COMMAND
from dsp56k.lib.ciphers.tables import LOAD_TABLES, LOAD_WORDS, Tables
from dsp56k.lib.firmware import Firmware, Status
from dsp56k.lib.image import LARGE_BANK, Placement, image
from shared.firmware_on_card import call_with, firmware_on


def _loaded(tables: Tables) -> tuple[tuple[int, bytes], ...]:
    parts = (tables.card[place : place + 4096] for place in range(0, len(tables.card), 4096))
    return (LOAD_TABLES, tables.head), *((LOAD_WORDS, part) for part in parts)


def _blowfish_basis() -> Tables:
    assert BLOWFISH_TABLES.basis is not None
    return BLOWFISH_TABLES.basis()


PRIME_BEGIN, PRIME_SEARCH = 0x60, 0x61
Calls = Callable[[], tuple[tuple[int, bytes], ...]]
CASES: dict[str, tuple[str, Calls, tuple[int, bytes], Status]] = {
    "aes": ("aes", lambda: ((aes.KEY_COMMAND, bytes(16)),), (aes.ECB_ENCRYPT_COMMAND, bytes(16)), Status.NO_KEY),
    "rc4": ("ciphers", lambda: ((rc4.KEY_COMMAND, b"Key"),), (rc4.STREAM_COMMAND, b"data"), Status.NO_KEY),
    "md5": ("ciphers", lambda: ((md5.INIT_COMMAND, b""),), (md5.FINAL_COMMAND, b"data"), Status.BAD_PARAMETER),
    "sha1": ("signatures", lambda: ((sha1.INIT_COMMAND, b""),), (sha1.INIT_COMMAND + 2, b"data"), Status.BAD_PARAMETER),
    "hmac": (
        "signatures",
        lambda: ((sha1.HMAC_KEY_COMMAND, b"Key"),),
        (sha1.HMAC_INIT_COMMAND, b""),
        Status.NO_KEY,
    ),
    "drbg": ("drbg", lambda: ((drbg.SEED_COMMAND, bytes(24)),), (drbg.GENERATE_COMMAND, bytes(20)), Status.NO_KEY),
    "prime": ("keys", lambda: ((PRIME_BEGIN, bytes(8)),), (PRIME_SEARCH, bytes(8)), Status.NO_KEY),
    "blowfish": (
        "table_ciphers",
        lambda: _loaded(BLOWFISH_TABLES.tables(bytes(16))),
        (BLOWFISH_TABLES.opcodes[0], bytes(8)),
        Status.NO_KEY,
    ),
    "pi": ("table_ciphers", lambda: _loaded(_blowfish_basis()), (KEY_COMMAND, bytes(8)), Status.NO_KEY),
}
"""File of commands; the calls that load a key; the call that uses it, and its status without."""


def started(card: Card, commands: str) -> Firmware:
    return firmware_on(card, image(commands=commands, bank_words=LARGE_BANK))


@pytest.mark.parametrize("case", CASES)
def test_a_start_leaves_no_key_and_no_message(case: str) -> None:
    commands, load, (opcode, data), status = CASES[case]
    card = Card(bank_words=LARGE_BANK, strict=True)
    # The content of RAM at power-up is unknown.
    for address in range(0x0BD8, 0x0CC0):
        card.dsp.x[address] = 1
    for _ in range(2):
        firmware = started(card, commands)
        assert call_with(firmware, opcode, data) == status
        for each in load():
            assert call_with(firmware, *each) == Status.OK
        assert call_with(firmware, opcode, data) == Status.OK


def test_the_code_of_signatures_is_summed_after_each_start() -> None:
    card = Card(bank_words=LARGE_BANK, strict=True)
    symbols = image(commands="signatures", bank_words=LARGE_BANK).symbols
    card.dsp.x[symbols["number_sum"]] = 1
    firmware = started(card, "signatures")
    assert firmware.dsp.x[symbols["number_sum"]] == 0


@pytest.mark.parametrize("placement", get_args(Placement))
def test_a_start_uses_only_memory_that_is_there(placement: Placement) -> None:
    started = image(placement=placement)
    card = Card(strict=True)
    firmware_on(card, started)
    assert card.dsp.regs.pc == started.symbols["command_loop"]
