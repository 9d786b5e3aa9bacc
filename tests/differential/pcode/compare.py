"""Random cases and disassembled text on both sides: the emulator and p-code, the disassembler and SLEIGH."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pypcode

from differential.cases import BACKGROUND, SPACES, Case, EngineRunner, Outcome
from differential.pcode.processor import WORD_BYTES, LeftOutError, Processor, new_context, octets
from dsp56k.asm import disassemble
from dsp56k.isa import decode
from reference_model.registers import WIDTH

SWEEP = 64
"""Cases between two comparisons of the whole memory."""
_WORDS = {space.upper(): BACKGROUND[space].tolist() for space in SPACES}
_WRITTEN_POINTER = re.compile(r",([rnm])(\d)\b")
_USED_POINTER = re.compile(r"\([rn](\d)")
_NOT_IN_DEFAULT = re.compile(r"do |rep |enddo|rti|norm ")
"""Texts of instructions whose p-code in the default variant needs the flags E, U and L, SR on the stack, or a mark."""
_DEFAULT_SR = 0xFFFF & ~0x8070
"""Bits of SR that the default variant keeps: not LF, L, E and U."""


class _StaleMarkError(Exception):
    """The instruction has a mark of a REP of another case."""


class PcodeRunner:
    """Runs cases on exact p-code.

    Marks of earlier cases remain in the context. That of a loop's end is without effect, because exact p-code compares
    LF and LA; that of a repeated instruction is not, and needs a new context.
    """

    def __init__(self, arch: pypcode.Arch, variant: str = "exact") -> None:
        self._arch, self._variant = arch, variant
        self._renew()

    def _renew(self) -> None:
        self._chip = Processor(new_context(self._arch, self._variant), _WORDS)
        self._repeated: set[int] = set()

    def run(self, case: Case) -> Outcome | None:
        """Return the outcome; None if the case needs a part that p-code does not have."""
        if case.lines or case.schedule is not None:
            return None
        chip = self._chip
        try:
            self._run(chip, case)
        except (LeftOutError, pypcode.BadDataError):
            return None
        except _StaleMarkError:
            self._renew()
            return self.run(case)
        values = {name: chip[name] for name in WIDTH}
        for location in range(1, 16):
            values[f"ssh{location}"], values[f"ssl{location}"] = divmod(chip.stack[location], 0x10000)
        written = {(space.lower(), at): word for space, words in chip.memory.items() for at, word in words.items()}
        changed = {place: word for place, word in written.items() if word != BACKGROUND[place[0]][place[1]]}
        return Outcome(values, changed, frozenset(written))

    def _run(self, chip: Processor, case: Case) -> None:
        for words in chip.memory.values():
            words.clear()
        for name in WIDTH:
            chip[name] = case.registers.get(name, 0)
        chip.stack = [high << 16 | low for high, low in (case.stack.get(location, (0, 0)) for location in range(16))]
        for (space, address), word in (case.memory | case.code).items():
            chip.memory[space.upper()][address] = word
        before = ""
        for step in range(case.steps):
            pc = chip["pc"]
            if step and pc == case.until:
                break
            if pc in self._repeated and not before.startswith("rep "):
                raise _StaleMarkError
            text, count = disassemble(chip.word("P", pc), chip.word("P", pc + 1))
            # A repeated instruction is also the one before itself.
            writer = text if before.startswith("rep ") else before
            written = {number for _, number in _WRITTEN_POINTER.findall(writer)}
            if written & set(_USED_POINTER.findall(text)):
                raise LeftOutError
            if chip["sr"] & 0x8000 and step == 0 and chip["la"] == (pc + count - 1) & 0xFFFF:
                chip.mark_loop(chip.stack[chip["sp"] & 15] >> 16, chip["la"])
            if text.startswith("rep "):
                self._repeated.add((pc + 1) & 0xFFFF)
            before = text
            chip.step()


class PcodeJudge:
    """The emulator, p-code, and the number of cases that were compared."""

    def __init__(self, arch: pypcode.Arch) -> None:
        self._engine, self._exact, self._default = (
            EngineRunner("interpreter"),
            PcodeRunner(arch),
            PcodeRunner(arch, "default"),
        )
        self.compared = self.instructions = 0

    def differences(self, case: Case) -> list[str]:
        """Return the differences, one line each: name, the emulator's value, the value of p-code.

        P-code has one memory map, that of mode 0 without data ROM. A program that does not reach its end is left out,
        because steps of REP differ.
        """
        case = replace(case, registers=case.registers | {"omr": 0}, whole=False)
        return self._differences(case, self._exact.run(case))

    def default_differences(self, case: Case) -> list[str]:
        """Return the differences of an instruction in the default variant, in a state that it covers.

        Addresses are linear, S1, S0 and LF are 0, and the stack neither overflows nor underflows. L, E, U, and SR on
        the stack are not compared.
        """
        if _NOT_IN_DEFAULT.match(disassemble(*case.words)[0]):
            return []
        plain = {"omr": 0, "sr": case.registers["sr"] & 0x73FF, "sp": case.registers["sp"] % 8 + 3}
        plain |= {f"m{number}": 0xFFFF for number in range(8)}
        case = replace(case, registers=case.registers | plain, whole=False)
        found = self._default.run(case)
        if found is not None:
            found.values = {name: value for name, value in found.values.items() if not name.startswith("ssl")}
        return [line for line in self._differences(case, found) if not _is_left_to_exact(line)]

    def _differences(self, case: Case, found: Outcome | None) -> list[str]:
        if found is None:
            return []
        places = found.touched if self.compared % SWEEP else None
        expected = self._engine.run(case, places)
        if case.until is not None and expected.values["pc"] != case.until:
            return []
        self.compared += 1
        self.instructions += expected.values["instructions"]
        values = {name: value for name, value in expected.values.items() if name in found.values}
        return Outcome(values, expected.memory).differences(found)


def _is_left_to_exact(line: str) -> bool:
    """Return True for a difference of SR in bits that only the exact variant computes."""
    name, *values = line.split()
    return name == "sr" and not (int(values[0], 16) ^ int(values[1], 16)) & _DEFAULT_SR


_NUMBER = re.compile(r"\$0*([0-9a-f]+)")
_BATCH = 256


def text_differences(context: pypcode.Context, words: Sequence[int]) -> list[str]:
    """Return a line for each first word whose text or length differs from the disassembler's.

    SLEIGH writes a number as 0x40, the disassembler as $0040. An illegal word has no text in SLEIGH.
    """
    found: list[str] = []
    for start in range(0, len(words), _BATCH):
        batch = [(word, word * 0x9E3779 + 0x123456 & 0xFFFFFF) for word in words[start : start + _BATCH]]
        legal = [pair for pair in batch if decode(pair[0]) is not None]
        found += _legal_differences(context, legal)
        found += [
            f"{word:06X} is legal in SLEIGH" for word, _ in batch if decode(word) is None and _has_text(context, word)
        ]
    return found


def _legal_differences(context: pypcode.Context, pairs: Sequence[tuple[int, int]]) -> list[str]:
    expected = [disassemble(*pair) for pair in pairs]
    code = b"".join(octets(*pair[:count]) for pair, (_, count) in zip(pairs, expected, strict=True))
    try:
        made = context.disassemble(code, 0, max_instructions=len(pairs)).instructions if pairs else []
    except pypcode.BadDataError:
        made = []
    found = []
    shown_texts = [(f"{one.mnem:<7} {one.body}".rstrip(), one.length // WORD_BYTES) for one in made]
    for at, ((word, second), (text, count)) in enumerate(zip(pairs, expected, strict=True)):
        shown = shown_texts[at] if at < len(made) else None
        if shown != (_NUMBER.sub(r"0x\1", text), count):
            found.append(f"{word:06X} {second:06X} {text!r} {shown}")
    return found


def _has_text(context: pypcode.Context, word: int) -> bool:
    try:
        context.disassemble(octets(word, 0), 0, max_instructions=1)
    except pypcode.BadDataError:
        return False
    return True
