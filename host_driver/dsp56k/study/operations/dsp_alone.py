"""The library's routines on a chip without PC, bus and driver."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from dsp56k import asm, lib
from dsp56k.card import Card
from dsp56k.emu import Dsp56001
from dsp56k.emu.timeline import Clock, Time
from dsp56k.host.software import DES_BLOCK, RsaKey
from dsp56k.lib.algorithm import Algorithm
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.lib.firmware import DATA_BUFFER, DATA_WORDS, IV_BUFFER, KEY_BUFFER, Firmware, Opcode
from dsp56k.lib.image import Image
from dsp56k.lib.subroutine_calls import Caller
from dsp56k.study.schema import CountName

_PROGRAMS_KEPT = 8
_CODE = 0x40
"""The address of straight-line code: after the vectors, in internal program memory."""


@dataclass(frozen=True)
class DspCalled:
    """A result, oscillator clocks, picoseconds."""

    value: Any
    clocks: int
    time: Time
    counts: Mapping[CountName, int] = field(default_factory=dict)


class DspAlone:
    """The library's routines; `call` is that of HostSoftware and CardDriver.

    Args:
        clock: of the chip.
        large: True for banks of 32K words, with which DES runs with its large tables.
        image: the firmware.
        card: one whose firmware waits, for the DES chip.
        step, waits: the variant of ciphers that have some, and its wait states.
    """

    def __init__(
        self, clock: Clock, large: bool, image: Image, card: Card | None = None, *, step: str = "", waits: int = 0
    ) -> None:
        self._clock = clock
        self._large = large
        self._image = image
        self._card = card
        self._step = step
        self._waits = waits
        self._firmware: Firmware | None = None

    def call(self, algorithm: str, *arguments: Any, chip: bool = False) -> DspCalled:
        """Return the result of an algorithm by the firmware of this run, or by the library's function."""
        row = ALGORITHMS[algorithm]
        if row.form == "blocks":
            name = row.name.upper()
            return self._des(Opcode[name.replace("DES", "CHIP") if chip else name], *arguments, chip=chip)
        if row.form == "power":
            return self._powers(*arguments)
        if row.form == "crt":
            return self._crt(*arguments)
        result = row.routines[0](*arguments)
        return self.called(result.value, result.clocks)

    def called(self, value: Any, clocks: int) -> DspCalled:
        """Return a result and its cost, for clocks of this chip."""
        return DspCalled(value, clocks, self._clock.time_of(clocks))

    def total(self, results: Iterable[lib.Result[int]]) -> DspCalled:
        """Return the results of several calls of the library and their total cost."""
        done = [*results]
        return self.called([one.value for one in done], sum(one.clocks for one in done))

    def load_key(self, algorithm: str, key: bytes, *, chip: bool = False) -> None:
        """Load a DES key outside of the measured clocks; `algorithm` is one of its modes."""
        firmware = self.firmware(chip=chip)
        firmware.write(KEY_BUFFER, key)
        firmware.command(Opcode.CHIP_KEY if chip else Opcode.DES_KEY, 0)

    def prepare_keys(self, algorithm: str) -> None:
        """Do nothing: the keys of DES have no common tables."""

    def variant(self, row: Algorithm, *arguments: Any, loaded: bool) -> DspCalled:
        """Run a cipher's function in the variant of this run, with its setup unless that was `loaded`."""
        assert row.variants is not None
        result = row.routines[0](*arguments, variant=self._step, waits=self._waits)
        called = self.called(result.value, result.clocks + (0 if loaded else result.setup_clocks))
        return replace(called, counts={"code-words": row.variants.code_words(self._step)})

    def _powers(self, bases: Sequence[int], exponent: int, modulus: int, undone_by: int) -> DspCalled:
        """Return base^exponent mod modulus for each base; the key's setup is not counted, results are not checked."""
        del undone_by
        return self.total(lib.rsa_public(base, n=modulus, e=exponent) for base in bases)

    def _crt(self, ciphers: Sequence[int], key: RsaKey) -> DspCalled:
        """Run the private operation by the Chinese remainder theorem; results are not checked."""
        return self.total(private_power(cipher, key) for cipher in ciphers)

    def job(self, setup_opcode: int | None, setup: bytes, opcode: int, data: bytes, *, clocks: int) -> DspCalled:
        """Commands of the user's own, as CardDriver.job; `clocks` is the driver's business."""
        del clocks
        firmware = self.firmware()
        start = firmware.clocks
        if setup_opcode is not None:
            firmware.write(DATA_BUFFER, setup)
            firmware.command(setup_opcode, len(setup))
        result = _in_place(firmware, opcode, data)
        return self.called(result, firmware.clocks - start)

    def execute(
        self, source: str, *, x: Sequence[int] = (), y: Sequence[int] = (), **registers: int
    ) -> tuple[Dsp56001, int]:
        """Run assembler source in internal memory, from its first word to its last, on a new chip.

        Args:
            source: without an address.
            x: words of X memory, from address 0.
            y: words of Y memory.
            registers: first values.

        Returns:
            The chip at the end, and its clocks.
        """
        dsp = Dsp56001(clock_hz=self._clock.hertz)
        dsp.x[: len(x)], dsp.y[: len(y)] = x, y
        for name, value in registers.items():
            dsp.regs[name] = value
        words = _assembled(source)
        dsp.load_words(words)
        routine = Caller(dsp)
        routine.enter(_CODE, _CODE + len(words))
        return dsp, routine.clocks

    def firmware(self, *, chip: bool = False) -> Firmware:
        """Return the firmware, started; with the large tables of DES in large banks, unless the DES `chip` is used."""
        if self._firmware is None:
            self._firmware = Firmware(self._card.dsp if self._card else None, self._image)
            if self._large and not chip:
                self._firmware.command(Opcode.DES_TABLES, 1)
        return self._firmware

    def _des(self, opcode: Opcode, key: bytes | None, *iv_and_data: bytes, chip: bool) -> DspCalled:
        *ivs, data = iv_and_data
        iv = ivs[0] if ivs else None
        firmware = self.firmware(chip=chip)
        start = firmware.clocks
        firmware.write(IV_BUFFER, iv or bytes(DES_BLOCK))
        if key is not None:
            firmware.write(KEY_BUFFER, key)
            firmware.command(Opcode.CHIP_KEY if chip else Opcode.DES_KEY, int(iv is not None))
        elif iv is not None:
            firmware.command(Opcode.CHIP_IV if chip else Opcode.DES_IV)
        result = _in_place(firmware, opcode, data, unit=DES_BLOCK)
        return self.called(result, firmware.clocks - start)


def private_power(cipher: int, key: RsaKey, *, check: int | None = None) -> lib.Result[int]:
    """Return a private operation by the Chinese remainder theorem; the exponent `check`, if given, checks it."""
    return lib.rsa_private(cipher, p=key.p, q=key.q, dp=key.dp, dq=key.dq, qinv=key.qinv, check=check)


def _in_place(firmware: Firmware, opcode: int, data: bytes, unit: int = 1) -> bytes:
    """Return the data after a command for each buffer of them, whose argument counts units of bytes."""
    result = bytearray()
    for place in range(0, len(data), DATA_WORDS):
        chunk = data[place : place + DATA_WORDS]
        firmware.write(DATA_BUFFER, chunk)
        firmware.command(opcode, len(chunk) // unit)
        result += firmware.read(DATA_BUFFER, len(chunk))
    return bytes(result)


@lru_cache(_PROGRAMS_KEPT)
def _assembled(source: str) -> Mapping[tuple[str, int], int]:
    return MappingProxyType(asm.assemble(f" org p:{_CODE}\n{source}").words)
