"""Disassemble and assemble again every first word: `make roundtrip`, or tests/roundtrip.py [--step N] [--jobs N].

A word and the word after it must be equal again, except for the don't-care bits of their encodings; a MOVEC between two
control registers has two encodings, of which its text means the first (UM A-157). The words of the text must
give the text again.
"""

import argparse
import gc
import sys
import time
from collections.abc import Iterator
from multiprocessing import Pool
from pathlib import Path

from dsp56k import isa
from dsp56k.asm import disassemble
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.directives import DIRECTIVES
from dsp56k.asm.instructions import encoder
from dsp56k.asm.passes.assembly_pass import Pass
from dsp56k.asm.passes.pass_state import Session
from dsp56k.asm.source.files import from_text
from dsp56k.asm.source.statements import split

CHUNK = 1 << 16
WORDS = 1 << 24
SHOWN = 20
# An odd factor gives each first word a different second word, over the whole range.
SPREAD = 0x9E3779
CONTROL_REGISTERS = frozenset(isa.KINDS["ctrl_reg"].values)


def second_word(decoded: isa.Decoded, word: int) -> int:
    """A second word that the instruction can have: 24 bits of data, or a 16-bit address."""
    kinds = {operand.kind.cls for part in decoded.parts for operand in part.row.operands}
    spread = (word * SPREAD + 1) & 0xFFFFFF
    return spread if "word" in kinds else spread & 0xFFFF


def difference(assembly: Pass, word: int) -> str | None:
    """Return the error of the round trip of a word, or None."""
    decoded = isa.decode(word)
    if decoded is None:
        text, words = disassemble(word)
        return None if (text, words) == (f"dc      ${word:06x}", 1) else f"{word:06X}: illegal, but {text}"
    ext = second_word(decoded, word)
    text, words = disassemble(word, ext)
    if text.startswith("dc "):
        return None if words == 1 and int(text.split("$")[1], 16) == word else f"{word:06X}: {text}"
    try:
        found = encoder.encode(assembly.scope, split(f" {text}")).words
    except SourceError as error:
        return f"{word:06X} {ext:06X}: {text}: {error}"
    dont_care = 0
    for part in decoded.parts:
        dont_care |= part.row.dont_care
    if CONTROL_REGISTERS.issuperset(decoded.parts[0].values) and len(decoded.parts[0].values) == 2:
        dont_care = 0xFFFFFF
    expected = (word, ext)[:words]
    result = f"{word:06X} {ext:06X}: {text}: {' '.join(f'{value:06X}' for value in found)}"
    if len(found) != words or (found[0] ^ word) & ~dont_care or found[1:] != expected[1:]:
        return result
    again, _ = disassemble(*found)
    return None if again == text else f"{result}: {again}"


def differences(words: range) -> list[str]:
    """The words of a range that do not come back."""
    assembly = Pass(Session((from_text("roundtrip", ""),)), 2, DIRECTIVES)
    found = (difference(assembly, word) for word in words)
    return [text for text in found if text is not None]


def run(step: int, jobs: int) -> Iterator[tuple[int, list[str]]]:
    """(words done, differences) for one chunk of words after another."""
    chunks = [range(first, min(first + CHUNK * step, WORDS), step) for first in range(0, WORDS, CHUNK * step)]
    done = 0
    # Only caches of bounded size without cycles remain after a word: the collector would only traverse them.
    with Pool(jobs, gc.disable) as pool:
        for chunk, found in zip(chunks, pool.imap(differences, chunks), strict=True):
            done += len(chunk)
            yield done, found


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, prog=Path(__file__).name)
    parser.add_argument("--step", type=int, default=1, help="take every step-th word only")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    arguments = parser.parse_args()
    total, bad, start = -(-WORDS // arguments.step), 0, time.monotonic()
    for done, found in run(arguments.step, arguments.jobs):
        for text in found[: max(0, SHOWN - bad)]:
            sys.stdout.write(f"{text}\n")
        bad += len(found)
        seconds = time.monotonic() - start
        sys.stderr.write(f"\r{done:,} of {total:,} words, {bad:,} differ, {seconds:.0f} s")
        sys.stderr.flush()
    sys.stderr.write("\n")
    sys.stdout.write(f"{total:,} words: {'all came back' if not bad else f'{bad:,} differ'}\n")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
