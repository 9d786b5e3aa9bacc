"""Bitsliced DES: schedules of the S-boxes, NIST's vectors with 24 keys, clocks and constant time."""

import random

import pytest
from Crypto.Cipher import DES
from Crypto.SelfTest.Cipher.test_DES import test_data as vectors

from dsp56k.lib import Routine
from dsp56k.lib.kernels import slice_rounds
from dsp56k.lib.kernels.slice_rounds import Box, boxes, inversions, outputs_of
from dsp56k.lib.tables import IP, PC1
from dsp56k.testing import prove_constant_time

BLOCKS = 24
KEYS, TEXTS = (random.Random(seed).randbytes(8 * BLOCKS) for seed in (1, 2))
CLOCKS, KEY_CLOCKS, ROUNDS = 26572, {"des_slice_encrypt": 17280, "des_slice_decrypt": 17276}, 19772
"""A block takes 1,107 clocks with the conversions, 824 of them in the rounds, and a key 720."""


def encrypted(keys: bytes, texts: bytes) -> bytes:
    starts = range(0, len(keys), 8)
    return b"".join(DES.new(keys[at : at + 8], DES.MODE_ECB).encrypt(texts[at : at + 8]) for at in starts)


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ("&y1,a/px0,b", "|y1,a/px0,b", "10 of 18, got another bit 3"),
        ("^x0,a/px0,b", "|x0,a/px0,b", "14 of 0, got another bit 0"),
        ("^x1,b/l78,x1", "|x1,b/l78,x1", "14 of 0, got another bit 3"),
    ],
    ids=["gate", "sum with a key bit", "sum with a bit of the left half"],
)
def test_a_wrong_schedule_is_not_written(right: str, wrong: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first, *others = boxes()
    place = first.steps.index(right)
    changed = first._replace(steps=(*first.steps[:place], wrong, *first.steps[place + 1 :]))
    monkeypatch.setattr(slice_rounds, "boxes", lambda: (changed, *others))
    with pytest.raises(ValueError, match=f"the schedule of S1 must compute {told}"):
        slice_rounds.round_file("")


def test_a_schedule_that_cannot_be_executed_is_refused() -> None:
    with pytest.raises(ValueError, match="a step must be an operation, a move or both, got '\\^x0'"):
        outputs_of(Box(0, 0, 1, ("^x0",)))
    with pytest.raises(ValueError, match=r"\^x0,a: nothing has been written to 'x0'"):
        outputs_of(Box(0, 0, 1, ("^x0,a",)))
    with pytest.raises(ValueError, match=r"\^x0,a: nothing has been written to 'a'"):
        outputs_of(Box(0, 0, 1, ("/px0,b", "^x0,a")))
    with pytest.raises(ValueError, match="/l14,x0: nothing has been written to 14"):
        outputs_of(Box(0, 0, 1, ("/l14,x0",)))


def test_nists_vectors_are_encrypted_and_decrypted() -> None:
    """SP 800-17, 120 blocks: every bit of the text and of the key."""
    assert len(vectors) == 121
    cases = [[bytes.fromhex(text) for text in case[:3]] for case in (*vectors, *vectors[:23])]
    encrypt, decrypt = map(Routine.from_library, KEY_CLOCKS)
    for start in range(0, len(cases), BLOCKS):
        plain, cipher, keys = (b"".join(part) for part in zip(*cases[start : start + BLOCKS], strict=True))
        assert encrypt(keys=keys, data=plain).value == cipher
        assert decrypt(keys=keys, data=cipher).value == plain
    assert encrypt(keys=KEYS, data=TEXTS).value == encrypted(KEYS, TEXTS)


@pytest.mark.parametrize("name", KEY_CLOCKS)
def test_clocks_and_addresses_depend_on_nothing(name: str) -> None:
    routine = Routine.from_library(name)
    result = routine(keys=KEYS, data=TEXTS)
    assert (result.clocks, result.setup_clocks) == (CLOCKS, KEY_CLOCKS[name])
    example = {"keys": KEYS, "data": TEXTS}
    assert prove_constant_time(routine, secret=list(example), example=example, data_addresses=True)


def test_the_rounds_encrypt_planes() -> None:
    """Round keys of a key of zeros are those bits that the schedules invert; the halves are not swapped."""
    patterns = inversions()[:48], inversions()[48:]
    keys = [word for number in range(16) for word in patterns[number % 4 in (1, 2)]]
    result = Routine.from_library("des_slice_rounds")(planes=[0] * 64, keys=keys)
    cipher = int.from_bytes(encrypted(bytes(8), bytes(8)), "big")
    planes = [0xFFFFFF * (cipher >> 64 - bit & 1) for bit in IP]
    assert result.value == planes[32:] + planes[:32]
    assert result.clocks == ROUNDS


def stepped(key: bytes, step: int) -> bytes:
    """The key of a step of a search: a Gray code changes the first bits of C."""
    code = step ^ step >> 1
    changes = sum(1 << 64 - bit for place, bit in enumerate(PC1[:24]) if code >> place & 1)
    return (int.from_bytes(key, "big") ^ changes).to_bytes(8, "big")


@pytest.mark.parametrize(("place", "step"), [(0, 0), (13, 5), (23, 7)])
def test_a_search_finds_the_key(place: int, step: int) -> None:
    plain = b"Now is t"
    cipher = encrypted(stepped(KEYS[8 * place : 8 * place + 8], step), plain)
    search = Routine.from_library("des_key_search", STEPS=8)
    found = search(keys=KEYS, plain=plain * BLOCKS, cipher=cipher * BLOCKS).value
    assert found == {"found": 1 << BLOCKS - 1 - place, "step": step}


def test_a_search_without_the_key_ends_after_its_last_step() -> None:
    """A DSP at 20 MHz tests 23,480 keys a second."""
    search = Routine.from_library("des_key_search", BITS=4, STEPS=15)
    result = search(keys=KEYS, plain=bytes(8 * BLOCKS), cipher=bytes(8 * BLOCKS))
    assert result.value == {"found": 0, "step": 15}
    assert result.clocks == 306460
