"""`dsp56k disasm`: an object file as source text that assembles to the same words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from dsp56k.cli.output import examples, json_option, print_json

if TYPE_CHECKING:
    from dsp56k.emu.loader import Block

DATA_WORDS_PER_LINE = 6


@dataclass(frozen=True)
class Line:
    """One line of the text: where its words lie, the words, and the statement that assembles to them."""

    space: str
    address: int
    words: tuple[int, ...]
    text: str

    @property
    def source(self) -> str:
        """The statement with address and words as a comment."""
        if not self.words:
            return f"        {self.text}"
        words = " ".join(f"{word:06X}" for word in self.words) if self.space == "P" else ""
        return f"        {self.text:<47} ; {self.space}:${self.address:04X} {words}".rstrip()


@click.command("disasm", epilog=examples("dsp56k disasm fir.lod", "dsp56k disasm fir.elf --json"))
@click.argument("file", type=click.Path(path_type=Path))
@json_option
def command(file: Path, as_json: bool) -> None:
    """Print the .lod or .elf FILE as assembly source.

    The source assembles to the same words: an instruction that no assembly text stands for exactly is shown as DC.
    """
    from dsp56k.emu.loader import read_object

    program = read_object(file)
    lines = exact_lines(program.blocks)
    if as_json:
        statements = [
            {"space": line.space, "address": line.address, "words": line.words, "text": " ".join(line.text.split())}
            for line in lines
            if line.words
        ]
        print_json({"file": str(file), "start": program.start, "statements": statements})
        return
    for line in lines:
        click.echo(line.source)
    if program.start is not None:
        click.echo(f"        end     ${program.start:04X}")


def exact_lines(blocks: list[Block]) -> list[Line]:
    """The lines of all blocks, after assembling them: what does not come back as it was becomes DC."""
    from dsp56k.asm import assemble

    data: set[tuple[str, int]] = set()
    while True:
        lines = [line for block in blocks for line in _block_lines(block, data)]
        obj = assemble("\n".join(line.source for line in lines) + "\n")
        refused = {found.span.line - 1 for found in obj.diagnostics if found.is_error and found.span is not None}
        wrong = {
            (line.space, line.address)
            for number, line in enumerate(lines)
            if number in refused
            or any(obj.words.get((line.space, line.address + i)) != word for i, word in enumerate(line.words))
        }
        if wrong <= data:
            return lines
        data |= wrong


def _block_lines(block: Block, data: set[tuple[str, int]]) -> Iterator[Line]:
    """ORG, then instructions (P) or data (X, Y); P addresses in `data` are data too."""
    from dsp56k.asm import disassemble

    yield Line(block.space, block.address, (), f"org     {block.space.lower()}:${block.address:04x}")
    position = 0
    while position < len(block.words):
        address = block.address + position
        rest = block.words[position:]
        if block.space != "P":
            words = tuple(rest[:DATA_WORDS_PER_LINE])
            text = f"dc      {','.join(f'${word:06x}' for word in words)}"
        else:
            text, count = disassemble(rest[0], rest[1] if len(rest) > 1 else 0, address)
            words = tuple(rest[:count])
            if count > len(rest) or (block.space, address) in data:
                words, text = (rest[0],), f"dc      ${rest[0]:06x}"
        yield Line(block.space, address, words, text)
        position += len(words)
