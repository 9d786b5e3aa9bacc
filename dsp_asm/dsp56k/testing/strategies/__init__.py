"""Hypothesis strategies for DSP56001 code: boundary values of numbers, keys, memory, instructions, programs.

Each shrinks to readable values: 0 and 1 before other numbers, few digits that are not 0, NOP before other instructions.
"""

from dsp56k.testing.strategies.big_numbers import WEAK_KEYS, des_keys, digit_vectors, moduli, numbers, residues
from dsp56k.testing.strategies.code import DONE, Instruction, Program, instructions, plain_instructions, programs
from dsp56k.testing.strategies.numbers import EXTREMES, accumulators, byte_words, fractions, memory_images, words

__all__ = [
    "DONE",
    "EXTREMES",
    "WEAK_KEYS",
    "Instruction",
    "Program",
    "accumulators",
    "byte_words",
    "des_keys",
    "digit_vectors",
    "fractions",
    "instructions",
    "memory_images",
    "moduli",
    "numbers",
    "plain_instructions",
    "programs",
    "residues",
    "words",
]
