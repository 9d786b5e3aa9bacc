"""Triple DES with a key that comes encrypted under a master key, as the keys of Lindemann and Smith.

With a cold key a call brings the wrapped key, which the card decrypts with the master key that it holds; otherwise the
key was loaded before. Correct results come from pycryptodome.
"""

from __future__ import annotations

from Crypto.Cipher import DES3

from dsp56k.host.algorithm_calls import in_sequence
from dsp56k.host.driver import CardDriver
from dsp56k.host.software import DES_BLOCK
from dsp56k.study.operations.operation import Called, Case, Operation, Procedure
from dsp56k.study.operations.workload import Workload

_KEYS = 3


def _case(work: Workload, size: int) -> Case:
    iv, data = work.des_iv, work.data(size)
    keys = list(work.des_keys(2 * _KEYS))
    master, key = b"".join(keys[:_KEYS]), b"".join(keys[_KEYS:])
    wrapped = DES3.new(master, DES3.MODE_ECB).encrypt(key)
    return Case((master, iv, data), DES3.new(key, DES3.MODE_CBC, iv).encrypt(data), wrapped)


def _ready(side: CardDriver, case: Case) -> None:
    side.wrapped_keys.load_master(case.arguments[0])


def _load(side: CardDriver, case: Case) -> None:
    _ready(side, case)
    side.wrapped_keys.load(case.key)


def _call(side: CardDriver, case: Case, loaded: bool) -> Called:
    _, iv, data = case.arguments
    if loaded:
        return side.call("des3_cbc_encrypt", None, iv, data)
    load = side.wrapped_keys.load(case.key)
    done = side.call("des3_cbc_encrypt", None, iv, data)
    return in_sequence(done.value, load, done)


WRAPPED_TRIPLE_DES = Operation(
    "des3-cbc-encrypt-wrapped",
    "bytes",
    _case,
    card=Procedure(_call, _load, _ready),
    step=DES_BLOCK,
    least=DES_BLOCK,
    blocks=lambda size: size // DES_BLOCK,
    block_bytes=DES_BLOCK,
    needs={"firmware.commands": frozenset(("wrapped_keys",))},
)
