"""P. Karn's timings of 1994 on a 486: DES repeated on one block, and pairs of instructions. Only his program does it.

The program is in dsp56k.host.karn. Correct results of DES come from pycryptodome, those of the instructions from
arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from Crypto.Cipher import DES

from dsp56k.host.algorithm_calls import in_sequence
from dsp56k.host.calls.function_calls import LoadedMachine
from dsp56k.host.karn import INSTRUCTIONS, PROGRAM, REPEATED, KarnDes
from dsp56k.lib.tables import s_and_p
from dsp56k.study.operations.operation import Called, Case, Operation, Procedure, unkeyed
from dsp56k.study.operations.workload import Workload

BLOCK = 8
KEYS = 3
_WORD = 0xFFFF_FFFF
_ROTATION = 3
"""Rotation of a block's halves in his rounds, and therefore of the table that the loads read."""


def permuted(block: bytes, *, back: bool = False) -> bytes:
    """Apply IP of FIPS 46 or its inverse: the even bits of all bytes, last byte first, and then the odd ones."""
    places = [58 + 2 * row - 8 * column - 9 * (row > 3) for row in range(8) for column in range(8)]
    bits = [block[place // 8] >> 7 - place % 8 & 1 for place in range(64)]
    result = [0] * 64
    for position, place in enumerate(places):
        source, target = (position, place - 1) if back else (place - 1, position)
        result[target] = bits[source]
    return int("".join(map(str, result)), 2).to_bytes(BLOCK, "big")


def encrypted(block: bytes, key: bytes, count: int) -> bytes:
    """Encrypt a block `count` times."""
    cipher = DES.new(key, DES.MODE_ECB)
    for _ in range(count):
        block = cipher.encrypt(block)
    return block


def encrypted_bare(block: bytes, key: bytes, count: int) -> bytes:
    """Encrypt a block `count` times without the permutations."""
    return permuted(encrypted(permuted(block, back=True), key, count))


def encrypted_thrice(block: bytes, keys: bytes, count: int) -> bytes:
    """Encrypt, decrypt and encrypt by three keys, `count` times."""
    first, second, third = (DES.new(keys[at : at + BLOCK], DES.MODE_ECB) for at in range(0, KEYS * BLOCK, BLOCK))
    for _ in range(count):
        block = third.encrypt(second.decrypt(first.encrypt(block)))
    return block


def repeated(instruction: str, count: int) -> int:
    """Return the result of `count` instructions, a multiple of REPEATED (KarnDes.repeat)."""
    table = [s_and_p(box, chunk) for box in range(2) for chunk in range(64)]
    doubles = [(entry << _ROTATION | entry >> 32 - _ROTATION) & _WORD for entry in table]
    if instruction in ("rol-1", "ror-31"):
        return 1 << count % 32
    if instruction == "xor":
        return 1  # Each second XOR undoes the first: REPEATED is even.
    if instruction == "or":
        return 1 | doubles[0]
    words = [half for double in doubles for half in (double & 0xFFFF, double >> 16)][:REPEATED]
    total = twice = 0
    for _ in range(count // REPEATED):
        for word in words:
            total = total + word & 0xFFFF
            twice = twice + total & 0xFFFF
    return total << 16 | twice


_Answer = Callable[[bytes, bytes, int], bytes]


def _iterated(name: str, form: str, right: _Answer = encrypted, keys: int = 1) -> Operation:
    def case(work: Workload, size: int) -> Case:
        block, key = work.data(BLOCK), work.data(KEYS * BLOCK)[: keys * BLOCK]
        return Case((block, size), right(block, key, size), key)

    def load(side: LoadedMachine, case: Case) -> Called:
        return KarnDes(side.pc, form).load_des_keys(case.key)

    def call(side: LoadedMachine, case: Case, loaded: bool) -> Called:
        loading = [] if loaded else [load(side, case)]
        called = KarnDes(side.pc, form).des_iterate(*case.arguments)
        return in_sequence(called.value, *loading, called)

    return Operation(
        name=name,
        unit="operations",
        case=case,
        machine=Procedure(call, load),
        bytes_each=BLOCK,
        program=PROGRAM,
    )


def _repeated(instruction: str) -> Operation:
    def case(work: Workload, size: int) -> Case:
        return Case((instruction, size), repeated(instruction, size))

    def call(side: LoadedMachine, *arguments: Any) -> Called:
        return KarnDes(side.pc).repeat(*arguments)

    return Operation(
        name=f"instruction-{instruction}",
        unit="operations",
        case=case,
        machine=unkeyed(call),
        step=REPEATED,
        least=REPEATED,
        bytes_each=2 if instruction in ("lods", "mov-add") else 4,
        program=PROGRAM,
    )


KARN_OPERATIONS = (
    _iterated("des-iterated", "karn"),
    _iterated("des-iterated-in-order", "karn-in-order"),
    _iterated("des-iterated-by-one", "karn-by-one"),
    _iterated("des-iterated-right", "karn-right"),
    _iterated("des-iterated-bare", "karn-bare", encrypted_bare),
    _iterated("des-iterated-triple", "karn-triple", encrypted_thrice, KEYS),
    *(_repeated(instruction) for instruction in INSTRUCTIONS),
)
