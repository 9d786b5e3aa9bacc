"""DES in its modes (FIPS 81, FIPS 113), by the DSP or the card's DES chip; results are pycryptodome's."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from Crypto.Cipher import DES

from dsp56k.study.operations.operation import Called, CardOrPc, Case, DspOrCard, Operation, Procedure, Side
from dsp56k.study.operations.workload import Workload

BLOCK = 8
_MAC_BYTES = 4
"""Bytes of the authentication code: half a block (ANSI X9.9)."""


def _blocks(size: int) -> int:
    return -(-size // BLOCK)


def _key(case: Case, loaded: bool) -> bytes | None:
    return None if loaded else case.key


_CALLS: dict[tuple[str, str], Callable[[Side, Case, bool], Called]] = {
    ("ecb", "encrypt"): lambda side, case, loaded: side.des_ecb_encrypt(_key(case, loaded), *case.arguments),
    ("ecb", "decrypt"): lambda side, case, loaded: side.des_ecb_decrypt(_key(case, loaded), *case.arguments),
    ("cbc", "encrypt"): lambda side, case, loaded: side.des_cbc_encrypt(_key(case, loaded), *case.arguments),
    ("cbc", "decrypt"): lambda side, case, loaded: side.des_cbc_decrypt(_key(case, loaded), *case.arguments),
}
_CHIP_CALLS: dict[tuple[str, str], Callable[[DspOrCard, Case, bool], Called]] = {
    ("ecb", "encrypt"): lambda side, case, loaded: side.des_ecb_encrypt(_key(case, loaded), *case.arguments, chip=True),
    ("ecb", "decrypt"): lambda side, case, loaded: side.des_ecb_decrypt(_key(case, loaded), *case.arguments, chip=True),
    ("cbc", "encrypt"): lambda side, case, loaded: side.des_cbc_encrypt(_key(case, loaded), *case.arguments, chip=True),
    ("cbc", "decrypt"): lambda side, case, loaded: side.des_cbc_decrypt(_key(case, loaded), *case.arguments, chip=True),
}


def _mode(mode: str, direction: str, *, chip: bool) -> Operation:
    """DES-ECB or DES-CBC; with the DES chip on the side of the card."""

    def case(work: Workload, size: int) -> Case:
        data = work.data(size)
        iv = (work.des_iv,) if mode == "cbc" else ()
        cipher = DES.new(work.des_key, DES.MODE_CBC if iv else DES.MODE_ECB, *iv)
        return Case((*iv, data), getattr(cipher, direction)(data), work.des_key)

    name = f"des-{mode}-{direction}"
    by_dsp = Procedure(_CALLS[mode, direction], lambda side, case: side.load_des_key(case.key))
    by_chip = Procedure(_CHIP_CALLS[mode, direction], lambda side, case: side.load_des_key(case.key, chip=True))
    return Operation(
        name=f"{name}-chip" if chip else name,
        unit="bytes",
        case=case,
        dsp=by_chip if chip else by_dsp,
        card=by_chip if chip else by_dsp,
        # A PC does the operation `on_pc` in its place.
        software=by_dsp,
        step=BLOCK,
        least=BLOCK,
        blocks=_blocks,
        block_bytes=BLOCK,
        on_pc=name,
        by_chip=chip,
        # The DES chip has a separate clock, whose phase follows from the seed.
        data_dependent=chip,
    )


def _mac_case(work: Workload, size: int) -> Case:
    data = work.data(size)
    padded = data + bytes(-len(data) % BLOCK)
    last = DES.new(work.des_key, DES.MODE_CBC, bytes(BLOCK)).encrypt(padded)[-BLOCK:]
    return Case((data,), last[:_MAC_BYTES], work.des_key)


def _mac(side: CardOrPc, case: Case, loaded: bool) -> Called:
    return side.des_mac(_key(case, loaded), *case.arguments)


_MAC = Procedure(_mac, lambda side, case: side.load_des_key(case.key))


DES_OPERATIONS = (
    *(_mode(*names, chip=chip) for chip in (False, True) for names in product(("cbc", "ecb"), ("encrypt", "decrypt"))),
    Operation(
        name="des-mac",
        unit="bytes",
        case=_mac_case,
        card=_MAC,
        software=_MAC,
        blocks=_blocks,
        block_bytes=BLOCK,
    ),
)
