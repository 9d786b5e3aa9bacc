"""The PC's own crypto software: thin callers of the x86 programs in host_driver/src (software.h).

It has four implementation variants (`grade`), all of them programs for the 386 in 32-bit mode:

    plain-c   a direct implementation of the standard in C (gcc -O1)
    period    DES in assembler of about 1990, at the rate published then; the rest is that of good
    good      optimised C: merged tables, unrolled rounds (gcc -O2); RSA's innermost loop is
              assembler
    asm       DES, MD2, RC4, Blowfish, Khufu, Khafre and RSA's products of 256 and 512 bits in assembler throughout
              (NASM); triple DES, MD4, MD5, SHA-1, SEAL and AES are those of good. DES uses the methods of 1994, and
              takes half the time of period

The 16-bit code for real mode has the variants period and asm, in assembler for the 286; they differ only in DES.

Every call is a complete job: key schedule, values that follow from an RSA modulus, and padding are part of its clocks.
DES, triple DES and AES have a loaded key in addition, whose schedule is computed once; Blowfish, SEAL, Khufu and Khafre
receive the tables of a key, which a function can compute for Blowfish, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Unpack, get_args

from dsp56k.host.algorithm_calls import (
    AlgorithmCalls,
    FormCalls,
    check_generator_seed,
    in_sequence,
    octets_of_sizes,
)
from dsp56k.host.algorithm_calls import Measured as Measured
from dsp56k.host.batched_jobs import DES_BLOCK as DES_BLOCK
from dsp56k.host.batched_jobs import DesOperation
from dsp56k.host.cpu_modes import ModeName, Pointer, StackArgument
from dsp56k.host.errors import HostError
from dsp56k.host.operand_memory import Workspace
from dsp56k.host.pc import PC
from dsp56k.host.pc_parameters import PcParameters
from dsp56k.host.program import builtin_program
from dsp56k.lib.algorithm import Algorithm
from dsp56k.lib.ciphers.tables import TableCipher
from dsp56k.lib.drbg import CARD_REQUEST_BYTES
from dsp56k.lib.operands import octets, require_int
from dsp56k.system.suggestions import unknown

Grade = Literal["plain-c", "period", "good", "asm"]
GRADES: tuple[Grade, ...] = get_args(Grade)
GRADES_OF: dict[ModeName, tuple[Grade, ...]] = {"flat32": GRADES, "real16": ("period", "asm")}
"""Implementation variants by the mode of the PC."""

DIGEST = 16
"""Bytes of an MD2, MD4 or MD5 digest."""
KEY_BYTES = range(1, 257)
"""Bytes of a key of the form `stream`."""
LIMB = 4
MAX_LIMBS = 32
"""1024 bits, MAX_LIMBS in rsa.h."""

_NUMBER_STRIDE = 0x80
"""Bytes from one number among the parameters to the next: space for MAX_LIMBS."""


@dataclass(frozen=True, slots=True)
class RsaKey:
    """An RSA key: modulus, exponents and, for the Chinese remainder theorem, factors and what follows from them."""

    n: int
    e: int
    d: int
    p: int
    q: int

    @property
    def dp(self) -> int:
        """d mod p - 1."""
        return self.d % self._less_one("p", self.p)

    @property
    def dq(self) -> int:
        """d mod q - 1."""
        return self.d % self._less_one("q", self.q)

    @property
    def qinv(self) -> int:
        """1 / q mod p."""
        self._less_one("p", self.p)
        try:
            return pow(self.q, -1, self.p)
        except ValueError:
            raise HostError("the factors of the key must not have a common divisor", field="key") from None

    @staticmethod
    def _less_one(name: str, factor: int) -> int:
        _check(require_int(name, factor) > 1, f"{name} of the key must be at least 2, got {factor}", "key")
        return factor - 1


class SoftwareTableCiphers:
    """Calls of the software's ciphers whose tables follow from a key; each call passes the tables to the function."""

    def __init__(self, pc: PC, work: Workspace) -> None:
        self._pc = pc
        self._work = work
        self._tables: dict[str, bytes] = {}
        self._basis: dict[str, bytes] = {}

    def load(self, cipher: TableCipher, key: bytes) -> Measured[None]:
        """Compute the tables of a key, outside the PC and its time, for calls of `encrypt`."""
        self._tables[cipher.name] = cipher.tables(octets("key", key)).software
        return Measured(None, 0, 0)

    def load_basis(self, cipher: TableCipher) -> None:
        """Load the common tables of all keys of a cipher, if it has them, for calls of `load_new_key`."""
        self._basis[cipher.name] = cipher.shared().software

    def load_new_key(self, cipher: TableCipher, key: bytes) -> Measured[None]:
        """Load a key for which `load_basis` was called.

        The PC computes Blowfish's tables; Khafre's words are loaded.
        """
        key, basis = octets("key", key), self._basis.get(cipher.name)
        if basis is None:
            raise HostError(f"nothing is loaded that keys of {cipher.name} share", field="key")
        if cipher.schedule is None:
            return self.load(cipher, key)
        work = self._work
        place = work.put_parameters(key)
        work.put_data(basis)
        result = self._pc.run(cipher.schedule[1], work.results, work.data, place, len(key))
        self._tables[cipher.name] = work.taken(len(basis))
        return Measured(None, result.clocks, result.time)

    def encrypt(self, cipher: TableCipher, data: bytes) -> Measured[bytes]:
        """Encrypt with a cipher of `dsp56k.lib.ciphers.tables` whose tables are loaded."""
        data, tables = octets("data", data), self._tables.get(cipher.name)
        if tables is None:
            raise HostError(f"no tables of {cipher.name} are loaded", field="key")
        most = self._work.max_data - len(tables)
        _check(len(data) % cipher.block == 0, f"{len(data)} bytes: must be whole blocks of {cipher.block}", "data")
        _check(len(data) <= most, f"{len(data)} bytes: at most {most}", "data")
        work = self._work
        work.put_data(tables + data)
        place = Pointer(work.data.address + len(tables))
        result = self._pc.run(cipher.name, work.data, place, work.results, len(data))
        return Measured(work.taken(len(data)), result.clocks, result.time)


class HostSoftware(AlgorithmCalls):
    """One implementation variant of the host software on one PC.

    Args:
        pc: a machine with the program of the variant (see host_software).
        grade: one of GRADES_OF the PC's mode.

    Attributes:
        max_data: maximum bytes of data of a call.
        table_ciphers: Blowfish, SEAL, Khufu and Khafre, with tables that stay in Python's memory.
    """

    def __init__(self, pc: PC, grade: Grade) -> None:
        self.pc = pc
        self.grade = grade
        self._des_key_loaded = False
        self._block_keys: set[str] = set()
        self._work = Workspace(pc)
        self.table_ciphers = SoftwareTableCiphers(pc, self._work)
        self.max_data = self._work.max_data

    def restart(self) -> None:
        """Return to the state of a new PC."""
        self.pc.restart()
        self._des_key_loaded = False
        self._block_keys.clear()
        self.table_ciphers = SoftwareTableCiphers(self.pc, self._work)

    def des_operations(self, operations: Sequence[DesOperation]) -> Measured[bytes]:
        """Run many short DES operations, a call for each; return the results one after the other."""
        done = [
            self.call(f"des_cbc_{'decrypt' if each.decrypt else 'encrypt'}", each.key, each.iv, each.data)
            for each in operations
        ]
        return in_sequence(b"".join(each.value for each in done), *done)

    def _forms(self, *, chip: bool) -> FormCalls:
        _check_no_chip(chip)
        return {
            "digest": self._digest,
            "keyed-digest": self._keyed_digest,
            "generator": self._generator,
            "stream": self._stream,
            "blocks": self._blocks,
            "keyed-blocks": self._keyed_blocks,
            "code": self._code,
            "tables": self._with_tables,
            "power": self._powers,
            "crt": self._private_powers,
        }

    def _load_des_key(self, key: bytes, *, chip: bool) -> Measured[None]:
        _check_no_chip(chip)
        result = self.pc.run("des_load_key", self._put_des_key(key))
        self._des_key_loaded = True
        return Measured(None, result.clocks, result.time)

    def _load_block_key(self, row: Algorithm, key: bytes) -> Measured[None]:
        key, family = octets_of_sizes("key", key, row.key_bytes), _family(row)
        result = self.pc.run(f"{family}_load_key", self._work.put_parameters(key), len(key))
        self._block_keys.add(family)
        return Measured(None, result.clocks, result.time)

    def _powers(
        self, row: Algorithm, bases: Sequence[int], exponent: int, modulus: int, undone_by: int = 0
    ) -> Measured[list[int]]:
        """Return powers; only a card checks its results, with the exponent that undoes the operation."""
        bases, exponent, modulus = (
            _wholes("base", bases),
            require_int("exponent", exponent),
            require_int("modulus", modulus),
        )
        _check(modulus > 1 and modulus & 1 == 1, "the modulus is not an odd number above 1", "modulus")
        _check(all(0 <= base < modulus for base in bases), "a base is not below the modulus", "base")
        _check(exponent >= 0, "the exponent is negative", "exponent")
        limbs, exponent_limbs = _limbs(modulus), max(1, _limbs(exponent))
        _check(max(limbs, exponent_limbs) <= MAX_LIMBS, "longer than 1024 bits", "modulus")
        place = self._place
        key = (place(0, exponent, exponent_limbs), exponent_limbs, place(1, modulus, limbs), limbs)
        return self._rsa("rsa_power", bases, key, limbs)

    def _private_powers(self, row: Algorithm, ciphers: Sequence[int], key: RsaKey) -> Measured[list[int]]:
        """Return the private operation; both factors must have the same number of limbs."""
        ciphers = _wholes("cipher", ciphers)
        parts = (key.p, key.q, key.dp, key.dq, key.qinv)
        _check(key.p & key.q & 1 == 1, "a factor is even", "key")
        _check(key.n == key.p * key.q, "n of the key must be p q", "key")
        _check(all(0 <= cipher < key.n for cipher in ciphers), "a cipher text is not below the modulus", "cipher")
        limbs = _limbs(key.p)
        same = limbs == _limbs(key.q) and 2 * limbs <= MAX_LIMBS
        _check(same, "the factors differ in length, or are longer than 512 bits", "key")
        place = self._work.put_parameters(b"".join(part.to_bytes(LIMB * limbs, "little") for part in parts))
        return self._rsa("rsa_crt", ciphers, (place, limbs), 2 * limbs)

    def _rsa(
        self, function: str, operands: Sequence[int], key: tuple[StackArgument, ...], limbs: int
    ) -> Measured[list[int]]:
        size, most = LIMB * limbs, self.max_data // (LIMB * limbs)
        _check(0 < len(operands) <= most, f"{len(operands)} operands: 1 to {most}", "operands")
        work = self._work
        work.put_data(b"".join(operand.to_bytes(size, "little") for operand in operands))
        result = self.pc.run(function, work.results, work.data, len(operands), *key)
        _check(result.value == 0, f"refused with code {result.value}", "modulus")
        return Measured(work.numbers(len(operands), size), result.clocks, result.time)

    def _digest(self, row: Algorithm, data: bytes) -> Measured[bytes]:
        work = self._work
        work.put_data(self._checked(data))
        result = self.pc.run(row.name, work.data, len(data), work.results)
        return Measured(work.taken(row.digest_bytes), result.clocks, result.time)

    def _keyed_digest(self, row: Algorithm, key: bytes, data: bytes) -> Measured[bytes]:
        short, work = self._short_key(key), self._work
        place = work.put_parameters(short.value)
        work.put_data(self._checked(data))
        result = self.pc.run(row.name, place, len(short.value), work.data, len(data), work.results)
        return Measured(work.taken(row.digest_bytes), short.clocks + result.clocks, short.time + result.time)

    def _generator(self, row: Algorithm, seed: bytes, size: int, request: int = CARD_REQUEST_BYTES) -> Measured[bytes]:
        seed = check_generator_seed(seed)
        _check(0 <= require_int("size", size) <= self.max_data, f"{size} bytes: must be 0 to {self.max_data}", "size")
        _check(require_int("request", request) > 0, f"request must be at least 1 byte, got {request}", "request")
        work = self._work
        result = self.pc.run(row.name, work.put_parameters(seed), len(seed), request, work.results, size)
        return Measured(work.taken(size), result.clocks, result.time)

    def _stream(self, row: Algorithm, key: bytes, data: bytes) -> Measured[bytes]:
        key = octets("key", key)
        _check(len(key) in KEY_BYTES, f"a key of {len(key)} bytes for {row.title}: must be 1 to 256", "key")
        work = self._work
        place = work.put_parameters(key)
        work.put_data(self._checked(data))
        result = self.pc.run(row.name, place, len(key), work.data, work.results, len(data))
        return Measured(work.taken(len(data)), result.clocks, result.time)

    def _blocks(self, row: Algorithm, key: bytes | None, *iv_and_data: bytes) -> Measured[bytes]:
        *ivs, data = iv_and_data
        data = octets("data", data)
        _check(len(data) % DES_BLOCK == 0, f"{len(data)} bytes: must be whole blocks of 8", "data")
        work = self._work
        places = [self._des_key(key)]
        for iv in ivs:
            places.append(work.put_parameters(octets_of_sizes("iv", iv, (DES_BLOCK,)), DES_BLOCK))
        work.put_data(self._checked(data))
        result = self.pc.run(row.name, *places, work.data, work.results, len(data) // DES_BLOCK)
        return Measured(work.taken(len(data)), result.clocks, result.time)

    def _keyed_blocks(self, row: Algorithm, key: bytes | None, *iv_and_data: bytes) -> Measured[bytes]:
        given, iv, data = self._checked_blocks(row, key, iv_and_data)
        _check(key is not None or _family(row) in self._block_keys, "no key is loaded: call load_key", "key")
        work = self._work
        places: list[StackArgument] = [Pointer(0) if key is None else work.put_parameters(given), len(given)]
        if iv:
            places.append(work.put_parameters(iv, _NUMBER_STRIDE))
        work.put_data(self._checked(data))
        result = self.pc.run(row.name, *places, work.data, work.results, len(data) // row.block)
        return Measured(work.taken(len(data)), result.clocks, result.time)

    def _code(self, row: Algorithm, key: bytes | None, data: bytes, size: int = 4) -> Measured[bytes]:
        data, size = octets("data", data), require_int("size", size)
        _check(2 <= size <= DES_BLOCK, f"a code of {size} bytes: must be 2 to 8", "size")
        _check(0 < len(data) <= self.max_data, f"{len(data)} bytes: must be 1 to {self.max_data}", "data")
        work, place = self._work, self._des_key(key)
        work.put_data(data)
        result = self.pc.run(row.name, place, work.data, len(data), work.results)
        return Measured(work.taken(size), result.clocks, result.time)

    def _checked(self, data: bytes) -> bytes:
        data = octets("data", data)
        _check(len(data) <= self.max_data, f"{len(data)} bytes: at most {self.max_data}", "data")
        return data

    def _des_key(self, key: bytes | None) -> Pointer:
        """Return the key of a call: a null pointer for the loaded one."""
        if key is None:
            _check(self._des_key_loaded, "no DES key is loaded", "key")
            return Pointer(0)
        return self._put_des_key(key)

    def _put_des_key(self, key: bytes) -> Pointer:
        return self._work.put_parameters(octets_of_sizes("key", key, (DES_BLOCK,)))

    def _place(self, slot: int, number: int, limbs: int) -> Pointer:
        """Store a number among the parameters."""
        return self._work.put_parameters(number.to_bytes(LIMB * limbs, "little"), slot * _NUMBER_STRIDE)


def host_software(grade: Grade, **parameters: Unpack[PcParameters]) -> HostSoftware:
    """Return the host software on a separate PC.

    Args:
        grade: implementation variant, one of GRADES_OF the PC's mode.
        parameters: parameters of the PC.

    Raises:
        HostError: the mode does not have the variant, or a parameter is out of its range.
    """
    mode = parameters.get("mode", "flat32")
    grades = GRADES_OF.get(mode, ())
    if grade not in grades:
        raise HostError(unknown(f"grade of host software for {mode}", grade, grades), grade=grade, mode=mode)
    return HostSoftware(PC(builtin_program(f"software-{grade}", mode), **parameters), grade)


def _family(row: Algorithm) -> str:
    """Return the name before the mode: the function that loads a key belongs to all modes."""
    return row.name.partition("_")[0]


def _check_no_chip(chip: bool) -> None:
    _check(not chip, "a PC without a card does not have a DES chip", "chip")


def _check(good: bool, message: str, field: str) -> None:
    if not good:
        raise HostError(message, field=field)


def _wholes(name: str, numbers: Sequence[int]) -> list[int]:
    return [require_int(name, number) for number in numbers]


def _limbs(number: int) -> int:
    return -(-number.bit_length() // (8 * LIMB))
