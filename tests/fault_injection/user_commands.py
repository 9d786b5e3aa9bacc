"""The jobs of the campaign on the library's user commands: `image(commands=...)` on a card with banks of 32K words.

Each job begins with its key, as a driver must after an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random

from Crypto.Cipher import AES, DES3
from Crypto.Hash import HMAC, SHA1
from Crypto.PublicKey import RSA
from Crypto.Signature import pkcs1_15

from dsp56k.host.errors import WrongResultError
from dsp56k.lib import OperandError, oracles
from dsp56k.lib.commands import Status
from fault_injection.jobs import FOLLOWING, Job, rsa_key
from fault_injection.machine import Board, Machine


def _sign(size: int, machine: Machine, random: Random) -> bool:
    key, message = rsa_key(), random.randbytes(size)
    own = RSA.construct((key.n, key.e, key.d, key.p, key.q), consistency_check=False)
    machine.driver.rsa_keys.load(key)
    return machine.driver.rsa_keys.sign(message).value == pkcs1_15.new(own).sign(SHA1.new(message))


def _hmac(size: int, machine: Machine, random: Random) -> bool:
    key, message = random.randbytes(20), random.randbytes(size)
    return bool(machine.driver.call("hmac_sha1", key, message).value == HMAC.new(key, message, SHA1).digest())


def _verify(machine: Machine, random: Random) -> bool:
    key, message = rsa_key(), random.randbytes(100)
    own = RSA.construct((key.n, key.e, key.d, key.p, key.q), consistency_check=False)
    machine.driver.rsa_keys.load_public(key.n, key.e)
    return machine.driver.rsa_keys.verify(message, pkcs1_15.new(own).sign(SHA1.new(message))).value


def _decrypt(machine: Machine, random: Random) -> bool:
    key, message = rsa_key(), random.randbytes(20)
    block = b"\x00\x02" + bytes(random.randrange(1, 256) for _ in range(41)) + b"\x00" + message
    machine.driver.rsa_keys.load(key)
    try:
        return machine.driver.rsa_keys.decrypt(pow(int.from_bytes(block), key.e, key.n).to_bytes(64)).value == message
    except OperandError as error:
        # Another operand has arrived, and its block has no right padding.
        raise WrongResultError(str(error), code=Status.RSA_WRONG, operation="decrypt", detail=str(error)) from None


def _aes(size: int, machine: Machine, random: Random) -> bool:
    """CBC or ECB, encryption or decryption, with a key in the call or one that is loaded first."""
    driver = machine.driver
    own, iv, data = random.randbytes(random.choice((16, 24, 32))), random.randbytes(16), random.randbytes(size)
    chained, decrypt, loaded = (random.random() < 0.5 for _ in range(3))
    cipher = AES.new(own, AES.MODE_CBC, iv) if chained else AES.new(own, AES.MODE_ECB)
    name = f"aes_{'cbc' if chained else 'ecb'}_{'decrypt' if decrypt else 'encrypt'}"
    if loaded:
        driver.load_key(name, own)
    found = driver.call(name, None if loaded else own, *((iv,) if chained else ()), data).value
    return bool(found == (cipher.decrypt(data) if decrypt else cipher.encrypt(data)))


SIGNATURE_JOBS = (
    Job("sign-100", partial(_sign, 100), board="signatures"),
    Job("sign-4200", partial(_sign, 4200), board="signatures"),
    Job("hmac-20", partial(_hmac, 20), board="signatures"),
    Job("hmac-4200", partial(_hmac, 4200), board="signatures"),
    Job("verify", _verify, board="signatures"),
    Job("decrypt", _decrypt, board="signatures"),
)


def _wrapped(machine: Machine, random: Random) -> bool:
    master, key = (bytes(byte & 0xFE | ~(byte >> 1).bit_count() & 1 for byte in random.randbytes(24)) for _ in range(2))
    iv, data = random.randbytes(8), random.randbytes(600)
    machine.driver.wrapped_keys.load_master(master)
    machine.driver.wrapped_keys.load(DES3.new(master, DES3.MODE_ECB).encrypt(key))
    right = DES3.new(key, DES3.MODE_CBC, iv).encrypt(data)
    return bool(machine.driver.call("des3_cbc_encrypt", None, iv, data).value == right)


def _drbg(size: int, machine: Machine, random: Random) -> bool:
    seed = random.randbytes(24)
    return bool(machine.driver.call("hmac_drbg", seed, size).value == oracles.hmac_drbg(seed, size))


def _drbg_from_noise(machine: Machine, random: Random) -> bool:
    """Generators with equal personalizations make other bytes, as their noise is another."""
    made = []
    for _ in range(2):
        machine.driver.drbg.instantiate(b"a card")
        made += [machine.driver.drbg.generate(20).value, machine.driver.drbg.generate(20).value]
    return len({*made, bytes(20)}) == 5


AES_JOBS = (Job("aes-16", partial(_aes, 16), board="aes"), Job("aes-4112", partial(_aes, 4112), board="aes"))
WRAPPED_JOBS = (Job("wrapped", _wrapped, board="wrapped_keys"),)
DRBG_JOBS = (Job("drbg-45", partial(_drbg, 45), board="drbg"), Job("drbg-noise", _drbg_from_noise, board="drbg"))
COMMAND_JOBS = (*SIGNATURE_JOBS, *AES_JOBS, *WRAPPED_JOBS, *DRBG_JOBS)
COMMAND_FOLLOWING: Mapping[Board, tuple[Job, ...]] = {
    "signatures": (*SIGNATURE_JOBS, *FOLLOWING),
    "aes": (*AES_JOBS, *FOLLOWING),
    "wrapped_keys": (*WRAPPED_JOBS, *FOLLOWING),
    "drbg": (*DRBG_JOBS, *FOLLOWING),
}
"""Jobs after the one during which the fault was active."""
