"""`dsp56k disasm`: an object file as source text that assembles to the same words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsp56k.cli.output import examples, json_option, labels_option, print_json

if TYPE_CHECKING:
    from dsp56k.emu import Symbols
    from dsp56k.emu.loader import Block

DATA_WORDS_PER_LINE = 6
LABEL_WIDTH = 7
"""Letters of a label that leave room for a blank before the operation in column 9."""


@dataclass(frozen=True)
class Line:
    """One line of the text: where its words lie, the words, and the statement that assembles to them.

    A line without words is an ORG or EQU, or a label too long to stand in front of an operation.
    """

    space: str
    address: int
    words: tuple[int, ...]
    text: str
    label: str = ""

    @property
    def source(self) -> str:
        """The statement with address and words as a comment."""
        statement = f"{self.label:<{LABEL_WIDTH}} {self.text}".rstrip()
        if not self.words:
            return statement
        words = " ".join(f"{word:06X}" for word in self.words) if self.space == "P" else ""
        return f"{statement:<55} ; {self.space}:${self.address:04X} {words}".rstrip()


@click.command(
    "disasm",
    short_help="Print a program as assembly source.",
    epilog=examples("dsp56k disasm fir.lod", "dsp56k disasm fir.elf --no-labels --json"),
)
@click.argument("file", type=click.Path(path_type=Path))
@labels_option
@json_option
def command(file: Path, labels: bool, as_json: bool) -> None:
    """Print FILE (.lod, .elf, .cld and others) as assembly source, with the labels that it holds.

    The source assembles to the same words: an instruction that no assembly text stands for exactly is shown as DC.
    """
    from dsp56k.emu import Symbols
    from dsp56k.emu.loader import read_object

    program = read_object(file)
    symbols = Symbols()
    if labels:
        symbols.add(program)
    lines = exact_lines(program.blocks, symbols)
    if as_json:
        print_json({"file": str(file), "start": program.start, "statements": _statements(lines)})
        return
    for line in lines:
        click.echo(line.source)
    if program.start is not None:
        shown = {line.label for line in lines}
        name = next((name for name in symbols.names(program.start) if name in shown), f"${program.start:04X}")
        click.echo(f"        end     {name}")


def _statements(lines: list[Line]) -> list[dict[str, object]]:
    """What assembles to words, with all labels in front of it."""
    statements: list[dict[str, object]] = []
    labels: list[str] = []
    for line in lines:
        labels += [line.label] if line.label and not line.text.startswith("equ") else []
        if line.words:
            text = " ".join(line.text.split())
            place = {"space": line.space, "address": line.address}
            statements.append({**place, "words": line.words, "labels": labels, "text": text})
            labels = []
    return statements


def exact_lines(blocks: list[Block], symbols: Symbols) -> list[Line]:
    """The lines of all blocks. They are assembled: what does not come back as it was is written more plainly, an
    instruction with names without them, then as DC; a name that the assembler refuses is left out.
    """
    from dsp56k.asm import assemble

    text = _Text(symbols)
    while True:
        lines = text.lines(blocks)
        obj = assemble("".join(f"{line.source}\n" for line in lines))
        refused = {}
        for found in obj.diagnostics:
            if found.is_error and found.span is not None:
                refused[found.span.line - 1] = found.span.column
        known = len(text.plain) + len(text.data) + len(text.refused)
        for number, line in enumerate(lines):
            if number in refused and refused[number] <= len(line.label):
                text.refused.add(line.label)
            elif number in refused or any(
                obj.words.get((line.space, line.address + i)) != word for i, word in enumerate(line.words)
            ):
                place = (line.space, line.address)
                (text.data if place in text.plain else text.plain).add(place)
        if known == len(text.plain) + len(text.data) + len(text.refused):
            return lines


@dataclass
class _Text:
    """How the lines are written: with which names, and where plainly."""

    symbols: Symbols
    plain: set[tuple[str, int]] = field(default_factory=set)
    """Places without names in their operands."""
    data: set[tuple[str, int]] = field(default_factory=set)
    """Places shown as DC."""
    refused: set[str] = field(default_factory=set)
    """Names that are not written."""
    used: dict[str, tuple[str, int]] = field(default_factory=dict)
    """Names in the operands of the present lines, and what they stand for."""

    def lines(self, blocks: list[Block]) -> list[Line]:
        """All lines; names in operands that label none of them are defined first."""
        self.used = {}
        lines = [line for block in blocks for line in self._block_lines(block)]
        labels = {line.label for line in lines}
        equates = [
            Line(space, address, (), f"equ     {space.lower()}:${address:04x}", name)
            for name, (space, address) in sorted(self.used.items())
            if name not in labels
        ]
        return [*equates, *lines]

    def _labels(self, space: str, address: int) -> list[str]:
        return [name for name in self.symbols.names(address, space) if name not in self.refused]

    def _name(self, space: str, address: int) -> str | None:
        """The name of an address in an operand."""
        names = self._labels(space, address)
        if names:
            self.used[names[0]] = (space, address)
        return names[0] if names else None

    def _block_lines(self, block: Block) -> Iterator[Line]:
        """ORG, then instructions (P) or data (X, Y), each behind its labels."""
        yield Line(block.space, block.address, (), f"org     {block.space.lower()}:${block.address:04x}")
        position = 0
        while position < len(block.words):
            address = block.address + position
            words, text = self._statement(block, address, block.words[position:])
            *before, label = self._labels(block.space, address) or [""]
            if len(label) > LABEL_WIDTH:
                before, label = [*before, label], ""
            for name in before:
                yield Line(block.space, address, (), "", name)
            yield Line(block.space, address, words, text, label)
            position += len(words)

    def _statement(self, block: Block, address: int, rest: list[int]) -> tuple[tuple[int, ...], str]:
        """The words at an address that make one statement, and its text."""
        from dsp56k.asm import disassemble

        place = (block.space, address)
        if block.space != "P":
            count = 1
            while count < min(DATA_WORDS_PER_LINE, len(rest)) and not self._labels(block.space, address + count):
                count += 1
            return tuple(rest[:count]), f"dc      {','.join(f'${word:06x}' for word in rest[:count])}"
        naming = None if place in self.plain else self._name
        text, count = disassemble(rest[0], rest[1] if len(rest) > 1 else 0, address, naming=naming)
        if count > len(rest) or place in self.data:
            return (rest[0],), f"dc      ${rest[0]:06x}"
        return tuple(rest[:count]), text
