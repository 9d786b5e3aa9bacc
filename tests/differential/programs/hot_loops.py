"""The programs and instructions that are compared with the model, made to come back: each runs over and over."""

from __future__ import annotations

from random import Random

from differential.cases import Case
from differential.compare import listing
from differential.programs.encodings import FAMILIES, may_end_a_loop, pointers, state, word24, word_of
from differential.programs.loops import LoopProgram
from differential.programs.sequences import SEQUENCES, Builder
from reference_model.instructions.decode import decode
from reference_model.memory import BCR, IPR

JUMP, DO, REP, LONGEST = 0x0AF080, 0x060080, 0x0600A0, 40
MAX_WORDS = 3
_REPEATED = tuple(name for name in FAMILIES if not name.startswith(("rep", "do", "j", "rt", "enddo", "reset", "movem")))


def of(case: Case) -> LoopProgram:
    """A case whose end leads back to its beginning."""
    start = case.registers["pc"]
    words = case.code | case.memory
    end = start + len(case.words)
    words |= {("p", end): JUMP, ("p", end + 1): start}
    words |= {("x", BCR): case.bcr, ("x", IPR): case.ipr}
    registers = dict(case.registers)
    if case.until is not None:
        registers["sp"] = 0
    source = "\n".join((*listing(case), f"  jmp ${start:x}"))
    return LoopProgram(source, start, words, {}, registers, case.stack)


def _data(random: Random) -> dict[tuple[str, int], int]:
    return {(space, address): word24(random) for space in "xy" for address in range(0x110)}


def returning_program(random: Random) -> LoopProgram:
    """A program of any kind."""
    program = of(SEQUENCES[random.choice(tuple(SEQUENCES))](random))
    return LoopProgram(
        program.source, program.origin, program.words, _data(random) | program.data, program.registers, program.stack
    )


def _one(random: Random) -> list[int]:
    """An instruction of any family that leads to the next one, or, where a jump can, near."""
    while True:
        word = word_of(random, random.choice(FAMILIES))
        instruction = decode(word)
        assert instruction is not None
        if not instruction.name.startswith(("do", "rt", "reset")):
            break
    return [word, random.choice((random.randrange(0x100), word24(random)))][: instruction.words]


def repeated_instructions(random: Random) -> LoopProgram:
    """Instructions of any family in a loop with a count, in a REP, or both; most pointers are on the chip."""
    start = random.choice((0x40, 0x40, 0x1F0, 0x400))
    words: list[int] = []
    for _ in range(random.randint(1, MAX_WORDS)):
        body: list[int] = []
        for _ in range(random.randint(0, 2)):
            body += _one(random) if random.random() < 0.5 else _harmless(random)
        if random.random() < 0.5:
            body += [REP | random.choice((1, 2, 7, LONGEST)) << 8, _repeated(random)]
        body += _harmless(random) if random.random() < 0.6 else [_last(random)]
        if random.random() < 0.7:
            end = start + len(words) + 2 + len(body) - 1
            words += [DO | random.choice((1, 2, 5, LONGEST)) << 8, end]
        words += body
    registers = state(random) | {"pc": start, "sp": 0}
    registers["sr"] &= random.choice((0x037F, 0x0F7F))
    registers |= pointers(random)
    if random.random() < 0.8:
        registers |= {f"r{number}": random.choice((0, 1, 0xFE, random.randrange(0x100))) for number in range(8)}
    if random.random() < 0.6:
        registers |= {f"m{number}": 0xFFFF for number in range(8)}
        registers |= {f"n{number}": random.choice((1, 2, 0xFFFF)) for number in range(8)}
    case = Case(tuple(words), registers, {}, {}, random.choice((0, 0, 0x2143)))
    program = of(case)
    return LoopProgram(program.source, start, program.words, _data(random), registers)


def _harmless(random: Random) -> list[int]:
    builder = Builder(random, 0)
    builder.harmless(True)
    return builder.words


def _repeated(random: Random) -> int:
    while True:
        word = word_of(random, random.choice(_REPEATED))
        instruction = decode(word)
        if instruction is not None and instruction.words == 1:
            return word


def _last(random: Random) -> int:
    while True:
        word = _repeated(random)
        if may_end_a_loop(word):
            return word
