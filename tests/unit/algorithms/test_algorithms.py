"""Every algorithm on every side: its published answers, and data around the ends of blocks and buffers."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import cache, partial
from typing import Any

import pytest
from Crypto.Cipher import AES, DES
from Crypto.Util.Padding import pad

from dsp56k import lib
from dsp56k.card import Card
from dsp56k.host.algorithm_calls import AlgorithmCalls
from dsp56k.host.cpu_modes import MODES
from dsp56k.host.driver import CardDriver, driver_pc
from dsp56k.host.slot import insert
from dsp56k.host.software import host_software
from dsp56k.lib import OperandError
from dsp56k.lib.algorithm import Algorithm
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.lib.ciphers import sha1
from dsp56k.lib.image import LARGE_BANK, Commands, image
from dsp56k.lib.number_algorithms import NUMBER_ALGORITHMS
from dsp56k.lib.vectors import Vector
from dsp56k.study.operations.workload import Workload
from dsp56k.testing.timing.assessments import FactorLevel
from shared.des_vectors import MODES as DES_MODES
from shared.des_vectors import des_vectors
from shared.host_grades import MODES_AND_GRADES

ROWS = [row for row in ALGORITHMS.values() if row.vectors]
CALLED = [row for row in ROWS if row.form is not None]
OF_NUMBERS = [row for row in ALGORITHMS.values() if row.form in ("power", "crt")]
OF_A_CALL = {"key", "iv", "data", "size", "seed", "request"}
"""Arguments on a card and a PC; a vector with others is for the DSP, whose routines have more parameters."""
SIZES = {
    "digest": (*range(131), 1000, 4095, 4096, 4097, 8192, 8249),
    "keyed-digest": (0, 1, 55, 56, 63, 64, 65, 4095, 4096, 4097),
    "generator": (0, 1, 20, 21, 4095, 4096, 4117),
    "stream": (0, 1, 2, 3, 4, 5, 7, 8, 255, 256, 257, 1000),
    "code": (1, 7, 8, 9, 16, 1001, 4096, 4097, 9000),
    "blocks": (0, 8, 16, 200, 4096, 4120),
    "keyed-blocks": (16, 32, 208, 4096, 4112),
}
"""The sizes in bytes depend on the form of the call; only multiples of its step are for an algorithm."""
OF_DATA = [row for row in CALLED if row.form in SIZES]


MAX_ON_A_DSP = {"sha1": sha1.LONGEST_DATA}
"""Bytes of data, if the routine of the library has fewer than the sizes above."""


def calls(row: Algorithm) -> Iterator[tuple[int, tuple[Any, ...], Any]]:
    """A size, arguments, and the right result."""
    assert row.arguments is not None
    assert row.oracle is not None
    for size in (size for size in SIZES[row.form or ""] if size % row.step == 0):
        arguments = row.arguments(Workload(size), size)
        yield size, arguments, row.oracle(*arguments)


def settings_of(row: Algorithm) -> Iterator[dict[str, Any]]:
    """The keywords with which a routine is called for each of its programs."""
    for setting in row.settings.values():
        for variant in row.variants.variants if row.variants else (None,):
            yield {**setting, **({} if variant is None else {"variant": variant})}


ON_A_DSP = [
    pytest.param(row, setting, id="-".join([row.name, *map(str, setting.values())]))
    for row in ROWS
    for setting in settings_of(row)
]


@pytest.mark.parametrize(("row", "setting"), ON_A_DSP)
def test_on_a_dsp(row: Algorithm, setting: dict[str, Any]) -> None:
    for vector in (*row.vectors, *(() if setting.get("pair_tables") else des_vectors(row.name))):
        arguments = row.published(**vector.arguments)
        result = row.routines[0](**arguments, **setting).value
        assert vector.holds(result), vector
        for inverse in row.routines[1:]:
            assert inverse(**{**arguments, "data": result}, **setting).value == arguments["data"], vector


@cache
def software(mode: Any, grade: Any) -> AlgorithmCalls:
    return host_software(grade, mode=mode)


@cache
def driver(mode: Any, commands: Commands | None) -> AlgorithmCalls:
    """The driver and a card with the firmware that has these commands."""
    pc = driver_pc(mode=mode)
    insert(Card(bank_words=LARGE_BANK, strict=True), pc)
    side = CardDriver(pc)
    side.start(image(commands=commands, bank_words=LARGE_BANK).segments)
    return side


def check(side: AlgorithmCalls, row: Algorithm, vectors: tuple[Vector, ...]) -> None:
    """Call a side with each vector that it has the arguments for; if the key can be loaded, in both ways."""
    called = 0
    for vector in vectors:
        if vector.arguments.keys() <= OF_A_CALL:
            arguments = list(vector.arguments.values())
            side.prepare_keys(row.name)
            assert vector.holds(side.call(row.name, *arguments).value), vector
            if row.keyed:
                side.load_key(row.name, arguments[0])
                assert vector.holds(side.call(row.name, None, *arguments[1:]).value), vector
            called += 1
    assert called > 0 or row.name == "seal"  # whose vectors have a position


@pytest.mark.parametrize("row", CALLED, ids=lambda row: row.name)
@pytest.mark.parametrize(("mode", "grade"), MODES_AND_GRADES)
def test_on_a_pc(row: Algorithm, mode: Any, grade: Any) -> None:
    check(software(mode, grade), row, (*row.vectors, *des_vectors(row.name)))


@pytest.mark.parametrize("row", CALLED, ids=lambda row: row.name)
@pytest.mark.parametrize("mode", MODES)
def test_on_a_card(row: Algorithm, mode: Any) -> None:
    check(driver(mode, row.commands), row, row.vectors)


@pytest.mark.parametrize("row", [row for row in CALLED if row.has_chip], ids=lambda row: row.name)
@pytest.mark.parametrize("mode", MODES)
def test_on_the_des_chip(row: Algorithm, mode: Any) -> None:
    side = driver(mode, None)
    for vector in row.vectors:
        assert vector.holds(side.call(row.name, *vector.arguments.values(), chip=True).value), vector


@pytest.mark.parametrize(("row", "setting"), [each for each in ON_A_DSP if each.values[0] in OF_DATA])
def test_sizes_on_a_dsp(row: Algorithm, setting: dict[str, Any]) -> None:
    for size, arguments, right in calls(row):
        if size <= MAX_ON_A_DSP.get(row.name, size):
            assert row.routines[0](*arguments, **setting).value == right, size


@pytest.mark.parametrize("row", OF_DATA, ids=lambda row: row.name)
@pytest.mark.parametrize(("mode", "grade"), MODES_AND_GRADES)
def test_sizes_on_a_pc(row: Algorithm, mode: Any, grade: Any) -> None:
    for size, arguments, right in calls(row):
        assert software(mode, grade).call(row.name, *arguments).value == right, size


@pytest.mark.parametrize(("name", "size", "commands"), [("des", 8, None), ("aes", 16, "aes")])
@pytest.mark.parametrize("length", [0, 1, 7, 8, 15, 16, 17])
def test_data_of_any_length_can_be_padded(name: str, size: int, commands: Commands | None, length: int) -> None:
    key, iv, data = bytes(range(16))[:size], bytes(size), bytes(range(length))
    cipher = {"des": DES, "aes": AES}[name]
    right = cipher.new(key, cipher.MODE_CBC, iv).encrypt(pad(data, size))
    for side in (software("flat32", "asm"), driver("flat32", commands)):
        encrypt, decrypt = (partial(side.call, f"{name}_cbc_{way}") for way in ("encrypt", "decrypt"))
        assert encrypt(key, iv, data, padded=True).value == right
        assert decrypt(key, iv, right, padded=True).value == data
        with pytest.raises(OperandError, match="the padding is wrong"):
            decrypt(key, iv, encrypt(key, iv, bytes(size)).value, padded=True)


@pytest.mark.parametrize("row", OF_NUMBERS, ids=lambda row: row.name)
@pytest.mark.parametrize("mode", MODES)
def test_numbers_on_a_pc_and_a_card(row: Algorithm, mode: Any) -> None:
    assert row.arguments is not None
    assert row.oracle is not None
    arguments = row.arguments(Workload(3), 2)
    for side in (software(mode, "asm"), driver(mode, None)):
        assert side.call(row.name, *arguments).value == row.oracle(*arguments)


def test_every_routine_is_a_function_of_the_library() -> None:
    for row in ALGORITHMS.values():
        assert [getattr(lib, routine.__name__, None) for routine in row.routines] == list(row.routines), row.name


def test_every_cipher_and_digest_has_vectors() -> None:
    rows = [row for row in ALGORITHMS.values() if row not in NUMBER_ALGORITHMS and not row.name.endswith("_pair")]
    counts = {row.name: len(row.vectors) for row in rows}
    assert all(counts.values())
    assert sum(counts.values()) >= 66
    assert {len(des_vectors(name)) for name in DES_MODES} == {245}


def test_inputs_of_timing_assessments_are_arguments_of_the_routines() -> None:
    for row in ALGORITHMS.values():
        arguments = row.secrets(*(FactorLevel(name, 1) for name in inspect.signature(row.secrets).parameters))
        for routine in row.routines:
            inspect.signature(routine).bind(**arguments)
