"""DES in its modes (FIPS 81, FIPS 113), by the DSP or by the card's DES chip; right answers from pycryptodome."""

from __future__ import annotations

from itertools import product

from Crypto.Cipher import DES

from dsp56k.study.operations.operation import Called, Case, Operation, Side
from dsp56k.study.operations.workload import Workload

BLOCK = 8
_MAC_BYTES = 4
"""Of the code, ANSI X9.9's half of a block."""


def _blocks(size: int) -> int:
    return -(-size // BLOCK)


def _key(case: Case, loaded: bool) -> bytes | None:
    return None if loaded else case.key


def _mode(mode: str, direction: str, *, chip: bool) -> Operation:
    """DES-ECB or DES-CBC; with the DES chip on the side of the card."""
    method = f"des_{mode}_{direction}"
    keywords = {"chip": True} if chip else {}

    def case(work: Workload, size: int) -> Case:
        data = work.data(size)
        iv = (work.des_iv,) if mode == "cbc" else ()
        cipher = DES.new(work.des_key, DES.MODE_CBC if iv else DES.MODE_ECB, *iv)
        return Case((*iv, data), getattr(cipher, direction)(data), work.des_key)

    def call(side: Side, case: Case, loaded: bool) -> Called:
        called: Called = getattr(side, method)(_key(case, loaded), *case.arguments, **keywords)
        return called

    def load(side: Side, case: Case) -> object:
        return side.load_des_key(case.key, **keywords)

    name = method.replace("_", "-")
    return Operation(
        name=f"{name}-chip" if chip else name,
        unit="bytes",
        case=case,
        call=call,
        step=BLOCK,
        least=BLOCK,
        blocks=_blocks,
        block_bytes=BLOCK,
        load=load,
        on_pc=name,
        by_chip=chip,
        # The DES chip runs on a clock of its own, whose phase follows from the seed.
        data_dependent=chip,
    )


def _mac_case(work: Workload, size: int) -> Case:
    data = work.data(size)
    padded = data + bytes(-len(data) % BLOCK)
    last = DES.new(work.des_key, DES.MODE_CBC, bytes(BLOCK)).encrypt(padded)[-BLOCK:]
    return Case((data,), last[:_MAC_BYTES], work.des_key)


def _mac(side: Side, case: Case, loaded: bool) -> Called:
    called: Called = side.des_mac(_key(case, loaded), *case.arguments)
    return called


DES_OPERATIONS = (
    *(_mode(*names, chip=chip) for chip in (False, True) for names in product(("cbc", "ecb"), ("encrypt", "decrypt"))),
    Operation(
        name="des-mac",
        unit="bytes",
        case=_mac_case,
        call=_mac,
        blocks=_blocks,
        block_bytes=BLOCK,
        load=lambda side, case: side.load_des_key(case.key),
    ),
)
