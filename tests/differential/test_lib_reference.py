"""The RSA routines on the engine and on the plain-Python model: the same memory, clocks and instructions."""

import random
from functools import cache

import pytest

from dsp56k.asm import assemble_file
from dsp56k.lib import SOURCES
from dsp56k.lib.digits import WORD
from dsp56k.lib.library_runner import BCR, PROGRAM, RETURN, Machine
from reference_model.machine import Machine as Reference

SEEN = [range(0x100), range(0x0CC0, 0x1C00)]


@cache
def program() -> dict[tuple[str, int], int]:
    return dict(assemble_file(SOURCES / PROGRAM).words)


class Both:
    def __init__(self) -> None:
        self.engine, self.reference = Machine(), Reference(0)
        for (space, address), word in program().items():
            {"P": self.reference.p, "X": self.reference.x, "Y": self.reference.y}[space][address] = word
        self.reference.x[BCR] = 0

    def put(self, words: list[int]) -> None:
        self.engine.put("x", "rsa_data", words)
        start = self.engine.symbols["rsa_data"]
        for place, word in enumerate(words):
            self.reference.x[start + place] = word

    def call(self, routine: str, x0: int = 0) -> int:
        self.engine.dsp.regs.x0 = self.reference.regs["x0"] = x0
        clocks, instructions = self.engine.clocks, self.engine.instructions
        self.engine.call(routine)
        regs = self.reference.regs
        regs["pc"], regs["sp"] = self.engine.symbols[routine], 1
        regs["ssh"], regs["ssl"] = RETURN, regs["sr"]
        before = self.reference.clocks, self.reference.instructions
        while regs["pc"] != RETURN:
            self.reference.step()
        assert self.engine.clocks - clocks == self.reference.clocks - before[0]
        assert self.engine.instructions - instructions == self.reference.instructions - before[1]
        for addresses in SEEN:
            for address in addresses:
                assert self.engine.dsp.x[address] == self.reference.x[address]
                assert self.engine.dsp.y[address] == self.reference.y[address]
        return self.engine.dsp.regs.a1


@pytest.mark.parametrize("digits", [2, 5, 11])
def test_a_key_and_a_public_operation(digits: int) -> None:
    source = random.Random(digits)
    modulus = source.getrandbits(24 * digits - 8) | 1
    operand = source.randrange(modulus)
    both = Both()
    both.put([value >> 24 * place & WORD for value in (modulus, 17) for place in range(digits)])
    assert both.call("rsa_load", digits) == 0
    both.put([operand >> 24 * place & WORD for place in range(digits)])
    assert both.call("rsa_public") == 0
    words = both.engine.get("x", "rsa_data", digits)
    assert sum(word << 24 * place for place, word in enumerate(words)) == pow(operand, 17, modulus)
