"""P. Karn's DES of 1994 on a 486-50 and a 386-20: its results, its clocks, and a comparison with his figures."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from Crypto.Cipher import DES

from dsp56k.host.errors import HostError
from dsp56k.host.karn import FORMS, REPEATED, KarnDes, karn_des
from dsp56k.host.machines import machine
from dsp56k.host.pc import PC
from dsp56k.host.program import builtin_program
from dsp56k.study.operations.karn import encrypted, encrypted_bare, encrypted_thrice, repeated

DOCUMENT = Path(__file__).parents[4] / "docs" / "records" / "host-clocks.md"
RNG = random.Random(1994)
KEYS = RNG.randbytes(24)
BLOCK = RNG.randbytes(8)
REAL_486: dict[str, Any] = {**machine("486-50").parameters, "mode": "real16", "byte_rules": True}
"""Abrash measured the rules for byte registers in real mode."""
REAL_386: dict[str, Any] = {**machine("386-20").parameters, "mode": "real16"}


def answer(form: str, count: int) -> bytes:
    """Return the result of a form for BLOCK, by an independent DES."""
    if form == "karn-triple":
        return encrypted_thrice(BLOCK, KEYS, count)
    return (encrypted_bare if form == "karn-bare" else encrypted)(BLOCK, KEYS[:8], count)


@cache
def machine_of(cpu: str) -> PC:
    """One machine for all forms: making it decodes the program."""
    return karn_des("karn", **{"i486": REAL_486, "i386": REAL_386}[cpu]).pc


def clocks_a_block(form: str, cpu: str) -> int:
    """Return the clocks of one more iteration of the loop."""
    des = KarnDes(machine_of(cpu), form)
    des.load_des_keys(KEYS)
    ten, eleven = (des.des_iterate(BLOCK, count).clocks for count in (10, 11))
    return eleven - ten


@pytest.fixture(params=FORMS)
def des(request: pytest.FixtureRequest) -> KarnDes:
    made = KarnDes(machine_of("i386"), request.param)
    made.load_des_keys(KEYS)
    return made


def test_results(des: KarnDes) -> None:
    for count in range(1, 4):
        assert des.des_iterate(BLOCK, count).value == answer(des.form, count)


def test_single_bits() -> None:
    """Every entry of the permutations and of the key schedule, against an independent DES."""
    forms = [KarnDes(machine_of("i386"), form) for form in ("karn", "karn-in-order", "karn-right")]
    for bit in range(64):
        one = (1 << bit).to_bytes(8, "big")
        for key, block in ((one, bytes(8)), (bytes(8), one)):
            for form in forms:
                form.load_des_keys(key)
                assert form.des_iterate(block, 1).value == DES.new(key, DES.MODE_ECB).encrypt(block)


def test_triple_des_with_one_key_is_des() -> None:
    des = KarnDes(machine_of("i486"), "karn-triple")
    des.load_des_keys(3 * KEYS[:8])
    assert des.des_iterate(BLOCK, 2).value == encrypted(BLOCK, KEYS[:8], 2)


CLOCKS = {
    # a block on the 486-50; on the 386-20, at one wait state
    "karn": (1276, 2177),
    "karn-bare": (1116, 1985),
    "karn-triple": (3292, 5633),
    "karn-in-order": (1708, 3492),
    "karn-by-one": (1280, 2172),
    "karn-right": (1360, 2332),
}


@pytest.mark.parametrize("form", FORMS)
def test_clocks_are_these(form: str) -> None:
    assert (clocks_a_block(form, "i486"), clocks_a_block(form, "i386")) == CLOCKS[form]


def test_documented_clocks_are_these() -> None:
    lines = DOCUMENT.read_text(encoding="utf-8").splitlines()
    for form, (i486, i386) in CLOCKS.items():
        (row,) = (line.split("|") for line in lines if line.startswith((f"| {form} |", f"| {form}: ")))
        rate = round(machine("486-50").clock_hz / i486)
        assert [cell.strip() for cell in (row[2], row[3], row[5])] == [f"{i486:,}", f"{rate:,}", f"{i386:,}"]


@pytest.mark.parametrize(
    ("form", "published", "least", "most"),
    [
        # Blocks a second: measured by him
        ("karn", 38_373, 1.00, 1.05),
        ("karn-bare", 42_986, 1.00, 1.05),
        # 1.85 Mbit/s, "about"
        ("karn-in-order", 1.85e6 / 64, 1.00, 1.05),
        # Foretold by him: 1 / (2 / 42,986 + 1 / 38,373), three calls and three turns of the loop; ours is one of each
        ("karn-triple", 13_777, 1.08, 1.12),
    ],
)
def test_his_figures(form: str, published: float, least: float, most: float) -> None:
    """Ours are somewhat faster: of his loop the test for the status line is not in it, nor refresh, misses of the cache
    and its write-through.
    """
    rate = machine("486-50").clock_hz / clocks_a_block(form, "i486")
    assert least <= rate / published <= most


def test_the_trick_of_odd_and_even_boxes() -> None:
    """It took him from about 1.85 to 2.45 Mbit/s."""
    gain = clocks_a_block("karn-in-order", "i486") / clocks_a_block("karn", "i486")
    assert gain == pytest.approx(2.45 / 1.85, rel=0.02)


@pytest.mark.parametrize(
    ("instruction", "i486", "i386"),
    [
        # 3 and 2 clocks on the 486, and one for the prefix of 32 bits; the 386 does not care
        ("rol-1", 4, 3),
        ("ror-31", 3, 3),
        ("xor", 3, 6),
        ("or", 3, 6),
        # LODSW 5 clocks, MOV and ADD one each; two more additions. On the 386 LODSW is faster.
        ("lods", 7, 5 + 2 + 2),
        ("mov-add", 4, 4 + 2 + 2 + 2),
    ],
)
def test_instructions_that_he_compares(instruction: str, i486: int, i386: int) -> None:
    ideal = {**REAL_386, "memory": "manual"}
    del ideal["wait_states"]
    for parameters, clocks in ((REAL_486, i486), (ideal, i386)):
        des = karn_des("karn", **parameters)
        one, three = (des.repeat(instruction, turns * REPEATED) for turns in (1, 3))
        assert 0 < three.clocks - one.clocks - 2 * REPEATED * clocks < 2 * 20  # MOV, DEC and JNZ
        assert three.value == repeated(instruction, 3 * REPEATED)


def test_tables_are_two_kilobytes() -> None:
    program = builtin_program("des-karn")
    assert program.address_of("des_key_c_1") - program.address_of("des_sp_1") == 2048


def test_it_makes_no_misaligned_access(des: KarnDes) -> None:
    watched = KarnDes(PC(replace(builtin_program("des-karn"), aligned=False), **REAL_386), des.form)
    assert watched.load_des_keys(KEYS) == des.load_des_keys(KEYS)
    assert watched.des_iterate(BLOCK, 3).clocks == des.des_iterate(BLOCK, 3).clocks


@pytest.mark.parametrize(
    ("call", "arguments", "field"),
    [
        ("load_des_keys", (bytes(7),), "keys"),
        ("load_des_keys", (bytes(32),), "keys"),
        ("load_des_keys", (b"",), "keys"),
        ("des_iterate", (bytes(9), 1), "block"),
        ("des_iterate", (bytes(8), 0), "count"),
        ("repeat", ("rol-1", 201), "count"),
        ("repeat", ("rol-1", 0), "count"),
        ("repeat", ("rol-2", 200), "instruction"),
    ],
)
def test_mistakes_name_the_operand(des: KarnDes, call: str, arguments: tuple[Any, ...], field: str) -> None:
    with pytest.raises(HostError) as caught:
        getattr(des, call)(*arguments)
    assert caught.value.fields["field"] == field


def test_an_unknown_form_is_named() -> None:
    with pytest.raises(HostError, match="karn, karn-bare, karn-triple"):
        karn_des("best", **REAL_486)
