"""P. Karn's DES of 1994 for 16-bit PCs (host_driver/src/des/des_karn.asm), in the forms whose speeds he reports.

Its program is his C program's loop: a block is encrypted repeatedly, in place, with precomputed subkeys. It
runs in real mode, on a 386 or 486.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Unpack

from dsp56k.host.cpu_modes import Pointer
from dsp56k.host.errors import HostError
from dsp56k.host.pc import PC
from dsp56k.host.pc_parameters import PcParameters
from dsp56k.host.program import builtin_program
from dsp56k.host.software import DES_BLOCK, Measured
from dsp56k.lib.operands import octets, require_int
from dsp56k.system.suggestions import unknown

PROGRAM = "des-karn"
RIGHT = "karn-right"
FORMS: Mapping[str, str] = MappingProxyType(
    {
        "karn": "des_iterate",
        "karn-bare": "des_iterate_bare",
        "karn-triple": "des_iterate_triple",
        "karn-in-order": "des_iterate_in_order",
        "karn-by-one": "des_iterate_by_one",
        RIGHT: "des_iterate_right",
    }
)
"""Functions of the forms by name: complete, without the permutations, with three keys, with the S-boxes one after
the other, with rotations by one bit in the permutations, with subkeys that are not adjusted to the left.
"""
MAX_KEYS = 3
INSTRUCTIONS: Mapping[str, str] = MappingProxyType(
    {
        "rol-1": "rotations_by_one",
        "ror-31": "rotations_by_31",
        "xor": "look_ups_by_xor",
        "or": "look_ups_by_or",
        "lods": "loads_by_lods",
        "mov-add": "loads_by_mov",
    }
)
"""Loops of compared instructions by name: ROL EAX,1; ROR EAX,31; XOR EAX,m; OR EAX,m; LODSW, or MOV AX,m and ADD SI,2;
after each of these two ADD DX,AX and ADD CX,DX.
"""
REPEATED = 200
"""Number of repetitions of an instruction in the loop."""


class KarnDes:
    """One form of Karn's DES on one PC.

    Args:
        pc: a machine in real mode with the program PROGRAM.
        form: one of FORMS.
    """

    def __init__(self, pc: PC, form: str = "karn") -> None:
        self.pc = pc
        self.form = form

    def load_des_keys(self, keys: bytes) -> Measured[None]:
        """Compute the subkeys of one to three keys of 8 bytes each; all forms but `karn-triple` use the first.

        Those of `karn-right` are derived from the others, with its tables.
        """
        keys = octets("keys", keys)
        count, rest = divmod(len(keys), DES_BLOCK)
        if rest or not 1 <= count <= MAX_KEYS:
            raise HostError(f"DES keys of {len(keys)} bytes together: must be 8, 16 or 24", field="keys")
        place = self.pc.data.start
        self.pc.write(place, keys)
        result = self.pc.run("des_load_keys", Pointer(place), count)
        if self.form != RIGHT:
            return Measured(None, result.clocks, result.time)
        adjusted = self.pc.run("des_adjust_right")
        return Measured(None, result.clocks + adjusted.clocks, result.time + adjusted.time)

    def repeat(self, instruction: str, count: int) -> Measured[int]:
        """Run one of INSTRUCTIONS `count` times, a multiple of REPEATED.

        The value is their result: EAX, which begins with 1, or DX above CX.
        """
        turns, rest = divmod(require_int("count", count), REPEATED)
        if rest or turns < 1:
            raise HostError(f"{count} times: must be a multiple of {REPEATED}", field="count")
        if instruction not in INSTRUCTIONS:
            raise HostError(unknown("instruction", instruction, INSTRUCTIONS), field="instruction")
        result = self.pc.run(INSTRUCTIONS[instruction], turns)
        return Measured(result.value, result.clocks, result.time)

    def des_iterate(self, block: bytes, count: int) -> Measured[bytes]:
        """Encrypt a block of 8 bytes `count` times, at least once, with the keys loaded last."""
        block, count = octets("block", block), require_int("count", count)
        if len(block) != DES_BLOCK:
            raise HostError(f"a block of {len(block)} bytes: must be {DES_BLOCK}", field="block")
        if count < 1:
            raise HostError(f"{count} times: must be at least once", field="count")
        place = self.pc.data.start
        self.pc.write(place, block)
        result = self.pc.run(FORMS[self.form], Pointer(place), count)
        return Measured(self.pc.read(place, DES_BLOCK), result.clocks, result.time)


def karn_des(form: str, **parameters: Unpack[PcParameters]) -> KarnDes:
    """Return one of the forms of Karn's DES on a separate PC; `parameters` are the PC's, whose mode is real16."""
    if form not in FORMS:
        raise HostError(unknown("form of Karn's DES", form, FORMS), form=form)
    parameters["mode"] = "real16"
    return KarnDes(PC(builtin_program(PROGRAM), **parameters), form)
