"""Data and storage (ASM 6.3.3): DC BSC BSM BSR DS DSM DSR BADDR BUFFER ENDBUF, and BSB, DCB of later versions."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import zip_longest
from typing import Literal

from dsp56k.asm import budget as costs
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.expressions.relocation import LinkWord, encode_word
from dsp56k.asm.listing import DATA
from dsp56k.asm.passes.assembly_pass import Buffer, Directive, Pass
from dsp56k.asm.passes.listing import Shown
from dsp56k.asm.source.statements import Statement
from dsp56k.asm.source.strings import extra_field, is_string, pack, split_commas, whole_string
from dsp56k.objects.word_sizes import TOP, WORD_MASK

# A modulo buffer's size (ASM chapter 6, DSM).
_MODULO = range(2, 32769)
_BYTES_PER_WORD = 3
_HEXADECIMAL = re.compile(r"\$[0-9A-Fa-f]{1,6}")
"""A constant of at most one word."""
Alignment = Literal["", "M", "R"]
"""Purpose of a block: any, a modulo buffer (DSM), a reverse-carry buffer (DSR)."""
_BUFFERS: dict[str, Alignment] = {"M": "M", "R": "R"}


def dc(assembly: Pass, parts: Statement) -> None:
    """DC arg,...: a word for each expression, packed words for each string, 0 for one of several that is missing."""
    parts = _one_field(assembly, parts)
    locations = assembly.locations
    long = _long_words(assembly)
    run_address, load_address = locations.run_address, locations.load_address
    listed: list[int] = []
    # Two of these words share a location, so that they cannot be placed separately.
    pairs = locations.run.space == "L" and not long
    for text, at in split_commas(parts.operands):
        try:
            words = _constants(assembly, text, parts.operands_column + at, long)
        except SourceError as error:
            # The others keep their positions.
            assembly.report.error(error)
            words = [0]
        if not pairs:
            _emit(assembly, words, long)
        listed += words
    if pairs:
        _emit(assembly, listed, long)
    assembly.budget.words(2 * len(listed) if long else len(listed))
    if assembly.listing.wanted:
        # The words are shown only with OPT CEX (ASM chapter 6, OPT; the listings of 3.1 and 6.3 do so).
        listed = listed if assembly.options["CEX"] else []
        shown = [half for word in listed for half in (word >> 24, word & WORD_MASK)] if long else listed
        assembly.listing.statement(parts, Shown((run_address, load_address), tuple(shown), flag=DATA))


def _one_field(assembly: Pass, parts: Statement) -> Statement:
    """Return the statement without the text after its operand field, which a space ends (ASM 2.4, 3.1)."""
    if not parts.operands:
        raise parts.operation_error(messages.MISSING_EXPRESSION)
    end = extra_field(parts.operands)
    if end is None:
        return parts
    assembly.report.error(SourceError(messages.FIELDS_IGNORED, parts.operands_column + end, len(parts.operands) - end))
    return parts._replace(operands=parts.operands[:end].rstrip())


def _long_words(assembly: Pass) -> bool:
    """Return True if a constant is a long word: in L memory, unless OPT NOLW is in effect."""
    return assembly.locations.run.space == "L" and assembly.options["LW"]


def _emit(assembly: Pass, words: list[int], long: bool) -> None:
    """Write words, or long words, at the counters. 24-bit words in L memory fill a location's X word first."""
    output = assembly.output
    if long:
        for word in words:
            output.long(word)
    elif assembly.locations.run.space == "L":
        for high, low in zip_longest(words[::2], words[1::2], fillvalue=0):
            if isinstance(high, LinkWord) or isinstance(low, LinkWord):
                raise SourceError(messages.NOT_ABSOLUTE)
            output.long(high << 24 | low)
    else:
        for word in words:
            output.word(word)


def _constants(assembly: Pass, text: str, column: int, long: bool) -> list[int]:
    """Return the words (long words in L memory) of one argument."""
    if not text:
        return [0]
    if _HEXADECIMAL.fullmatch(text):
        # Tables are long, and most of their fields are such constants.
        assembly.budget.work -= costs.CHARACTER * len(text) + 1
        return [int(text[1:], 16)]
    if is_string(text):
        string = whole_string(text)
        if len(string) > 1:
            if not assembly.options["PS"]:
                return [ord(char) & 0xFF for char in string]
            return pack(string, 2 * _BYTES_PER_WORD if long else _BYTES_PER_WORD)
        return [ord(string) & 0xFF if string else 0]
    value = assembly.scope.evaluate(text, column)
    return [encode_word(assembly.scope, value, column, len(text), 48 if long else 24)]


def dcb(assembly: Pass, parts: Statement) -> None:
    """DCB arg,...: bytes, three a word from the left (1996 manual)."""
    parts = _one_field(assembly, parts)
    data: list[str] = []
    for text, at in split_commas(parts.operands):
        if is_string(text):
            data.append(whole_string(text))
            continue
        try:
            data.append(_byte(assembly, text, parts.operands_column + at))
        except SourceError as error:
            assembly.report.error(error)
            data.append("\0")
    if assembly.locations.run.space == "L":
        raise parts.operation_error(messages.WORD_IN_L)
    run_address, load_address = assembly.locations.run_address, assembly.locations.load_address
    words = pack("".join(data), _BYTES_PER_WORD)
    assembly.budget.words(len(words))
    for word in words:
        assembly.output.word(word)
    assembly.listing.statement(parts, Shown((run_address, load_address), tuple(words), flag=DATA))


def _byte(assembly: Pass, text: str, column: int) -> str:
    number = assembly.scope.integer(text, column, known=False) if text else 0
    if not -128 <= number <= 255:
        raise SourceError(messages.RESULT_TOO_LARGE, column, len(text), bits=8)
    return chr(number & 0xFF)


def _size(assembly: Pass, text: str, column: int, alignment: Alignment) -> int:
    """Return a block's size in words: known, positive, and valid for the kind of alignment."""
    if not text:
        raise SourceError(messages.MISSING_EXPRESSION, column)
    size = assembly.scope.integer(text, column)
    if size <= 0:
        raise SourceError(messages.SIZE_NOT_POSITIVE, column, len(text), value=size)
    if size > TOP or (alignment == "M" and size not in _MODULO):
        raise SourceError(messages.SIZE_RANGE, column, len(text), value=size)
    if alignment == "R" and size & (size - 1):
        assembly.report.warn_at(messages.NOT_POWER_OF_TWO, column, len(text), value=size)
    return size


def _align(assembly: Pass, size: int, alignment: Alignment, text: str, column: int) -> None:
    """Advance to a base address for a buffer of `size` words (`text`, at a column), which must fit into memory."""
    if alignment:
        assembly.locations.align(size)
    if alignment and assembly.locations.run_address + size > TOP:
        raise SourceError(messages.BLOCK_TOO_LARGE, column, len(text))
    assembly.memory.begin()


def _no_overlay(assembly: Pass, parts: Statement) -> None:
    locations = assembly.locations
    if locations.overlay and locations.run.space != locations.load.space:
        raise parts.operation_error(messages.OVERLAY, name=parts.key)


def _storage(alignment: Alignment) -> Callable[[Pass, Statement], None]:
    """Return the handler of DS, DSM or DSR, which reserve memory without contents."""

    def handler(assembly: Pass, parts: Statement) -> None:
        _no_overlay(assembly, parts)
        size = _size(assembly, parts.operands, parts.operands_column, alignment)
        _align(assembly, size, alignment, parts.operands, parts.operands_column)
        if alignment and parts.label:
            assembly.scope.define_label(parts)
        locations = assembly.locations
        run_address, load_address = locations.run_address, locations.load_address
        assembly.output.reserve(size)
        assembly.listing.statement(parts, Shown((run_address, load_address)))

    return handler


def _block(alignment: Alignment) -> Callable[[Pass, Statement], None]:
    """Return the handler of BSC, BSM or BSR, which fill a block with one value."""

    def handler(assembly: Pass, parts: Statement) -> None:
        parts = _one_field(assembly, parts)
        fields = split_commas(parts.operands)
        if len(fields) > 2:
            raise SourceError(messages.EXTRA_FIELDS, parts.operands_column + fields[2][1], 1)
        (text, at), column = fields[0], parts.operands_column
        size = _size(assembly, text, column + at, alignment)
        _align(assembly, size, alignment, text, column + at)
        if alignment and parts.label:
            assembly.scope.define_label(parts)
        locations = assembly.locations
        long = _long_words(assembly)
        word = 0
        if len(fields) == 2 and fields[1][0]:
            text, at = fields[1]
            try:
                value = assembly.scope.evaluate(text, column + at)
                word = encode_word(assembly.scope, value, column + at, len(text), 48 if long else 24)
            except SourceError as error:
                # The block keeps its size.
                assembly.report.error(error)
        run_address, load_address = locations.run_address, locations.load_address
        assembly.budget.words(2 * size if long else size)
        _emit(assembly, [word] * size, long)
        shown = (word >> 24, word & WORD_MASK) if long else (word,)
        assembly.listing.statement(parts, Shown((run_address, load_address), shown))

    return handler


def _typed_buffer(assembly: Pass, parts: Statement) -> int:
    """Align for the operands of BADDR and BUFFER, `M|R,size`, and return the size."""
    _no_overlay(assembly, parts)
    fields = split_commas(parts.operands)
    column = parts.operands_column
    kind = fields[0][0].upper()
    alignment = _BUFFERS.get(kind)
    if alignment is None:
        raise SourceError(messages.BAD_BUFFER_TYPE, column, max(1, len(kind)))
    if len(fields) != 2:
        raise SourceError(
            messages.EXPECTED_COMMA if len(fields) < 2 else messages.EXTRA_FIELDS, column + len(parts.operands)
        )
    text, at = fields[1]
    size = _size(assembly, text, column + at, alignment)
    _align(assembly, size, alignment, text, column + at)
    assembly.output.break_run()
    if parts.label:
        # The manual forbids a label in words and uses one in its example (ASM chapter 6, BADDR): it names the buffer.
        assembly.scope.define_label(parts)
    address = assembly.locations.run_address
    assembly.listing.statement(parts, Shown((address, assembly.locations.load_address)))
    return size


def baddr(assembly: Pass, parts: Statement) -> None:
    """BADDR M|R,size: go to a buffer's base address without reserving it."""
    _typed_buffer(assembly, parts)


def buffer(assembly: Pass, parts: Statement) -> None:
    """BUFFER M|R,size: begin a buffer that contains everything up to ENDBUF."""
    size = _typed_buffer(assembly, parts)
    span, _ = assembly.reader.span(parts.operation_column, len(parts.key))
    assembly.buffer = Buffer(assembly.locations.run_address, size, span)


def endbuf(assembly: Pass, parts: Statement) -> None:
    """ENDBUF: advance to the first address after the buffer."""
    if assembly.buffer is None:
        raise parts.operation_error(messages.ENDBUF_ALONE)
    open_buffer, assembly.buffer = assembly.buffer, None
    used = assembly.locations.run_address - open_buffer.start
    if used > open_buffer.size:
        raise parts.operation_error(messages.BUFFER_OVERFLOW, used=used, size=open_buffer.size)
    if used < open_buffer.size:
        assembly.output.reserve(open_buffer.size - used)
    assembly.listing.statement(parts, Shown((assembly.locations.run_address, assembly.locations.load_address)))


DIRECTIVES = {
    "BADDR": Directive(baddr, label="own", not_in_buffer=True),
    "BSB": Directive(_block("R"), label="own", not_in_buffer=True, memory="REV"),
    "BSC": Directive(_block(""), label="define", memory="CONST"),
    "BSM": Directive(_block("M"), label="own", not_in_buffer=True, memory="MOD"),
    "BSR": Directive(_block("R"), label="own", not_in_buffer=True, memory="REV"),
    "BUFFER": Directive(buffer, label="own", not_in_buffer=True),
    "DC": Directive(dc, label="define", memory="CONST"),
    "DCB": Directive(dcb, label="define", memory="CONST"),
    "DS": Directive(_storage(""), label="define", memory="DATA"),
    "DSM": Directive(_storage("M"), label="own", not_in_buffer=True, memory="MOD"),
    "DSR": Directive(_storage("R"), label="own", not_in_buffer=True, memory="REV"),
    "ENDBUF": Directive(endbuf, alone=True, memory="DATA"),
}
