"""Incremental linking: several modules are combined to one that can be linked again (ASM, linker 1.3, -I).

No address is assigned. Each module's contribution to a section remains a separate block, so that a later link locates
and aligns everything as if it had received the modules separately.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from dsp56k.asm.expressions.relocation import base_code, coded_base
from dsp56k.asm.link.layout import numbers_of, relocation_of
from dsp56k.asm.object_file import ObjectFile
from dsp56k.objects.module import Base, Ident, Module, ObjectComment, Relocation, Run, SymbolRecord
from dsp56k.objects.word_sizes import CounterLetter, Space

_CODE = re.compile(r"\]:(?:\$([0-9A-Fa-f]{1,16})|([0-9]{1,7}))")
"""The base in a link expression."""


def combined(
    modules: Sequence[Module], is_missing: Callable[[str], bool], no_section: Callable[[int, str], None]
) -> ObjectFile:
    """Combine modules to one relocatable module.

    Args:
        modules: The modules.
        is_missing: Returns True for a symbol that none of them defines.
        no_section: Receives a module's number and its link expression that names a section it does not have.
    """
    whole = _Combination()
    for number, obj in enumerate(modules):
        whole.add(obj, functools.partial(no_section, number))
    externals = whole.relocation.externals
    externals[:] = dict.fromkeys(external for external in externals if is_missing(external[1]))
    ident = modules[0].ident if modules else Ident("EMPTY")
    return ObjectFile(ident, whole.records, whole.symbols, whole.start, whole.relocation, whole.exported)


class _Combination:
    """The combined module."""

    def __init__(self) -> None:
        self.relocation = Relocation()
        self.records: list[Run | ObjectComment] = []
        self.symbols: list[SymbolRecord] = []
        self.exported: list[str] = []
        self.start: int | None = None
        self._numbers = {"": 0}
        self._blocks: dict[tuple[int, Space, CounterLetter], int] = {}

    def add(self, obj: Module, no_section: Callable[[str], None]) -> None:
        """Add a module: its sections and bases get new numbers."""
        mine = _Share(self, relocation_of(obj), no_section)
        self.relocation.extents |= {mine.base(base): extent for base, extent in mine.old.extents.items()}
        for base, (section, text) in mine.old.overlays.items():
            self.relocation.overlays[mine.base(base)] = mine.sections[section], mine.expression(text, section)
        for record in obj.records:
            self.records.append(mine.run(record) if isinstance(record, Run) else record)
        self.relocation.externals += [(mine.sections[section], name) for section, name in mine.old.externals]
        self.symbols += [mine.symbol(symbol) for symbol in obj.symbol_table]
        self.exported += obj.exported_symbols
        if mine.old.start:
            self.relocation.start, self.start = mine.expression(mine.old.start, 0), None
        elif obj.start is not None:
            self.relocation.start, self.start = "", obj.start

    def section(self, name: str) -> int:
        """Return the number of a section."""
        if name not in self._numbers:
            self._numbers[name] = len(self.relocation.sections)
            self.relocation.sections.append(name)
        return self._numbers[name]

    def block(self, section: int, space: Space, counter: CounterLetter) -> Base:
        """Return a base that no module has yet."""
        key = section, space, counter
        number = self._blocks[key] = self._blocks.get(key, -1) + 1
        return Base(section, space, counter, number)


class _Share:
    """New section numbers and bases of one module."""

    def __init__(self, whole: _Combination, old: Relocation, no_section: Callable[[str], None]) -> None:
        self.whole = whole
        self.old = old
        self.no_section = no_section
        self.sections = [whole.section(name) for name in old.sections]
        self.numbers = numbers_of(old)
        self._bases: dict[Base, Base] = {}

    def base(self, base: Base) -> Base:
        """Return the new base for an old one."""
        if base not in self._bases:
            self._bases[base] = self.whole.block(self.sections[base.section], base.space, base.counter)
        return self._bases[base]

    def expression(self, text: str, section: int) -> str:
        """Return a link expression of a section with the new codes of its bases."""

        def moved(match: re.Match[str]) -> str:
            code = int(match.group(1), 16) if match.group(1) else int(match.group(2))
            base = coded_base(code, section)
            if base is not None and base.section >= len(self.sections):
                self.no_section(text)
                base = None
            # An invalid code is reported by the link that evaluates it.
            return match.group() if base is None else f"]:${base_code(self.base(base)):X}"

        return _CODE.sub(moved, text)

    def symbol(self, symbol: SymbolRecord) -> SymbolRecord:
        """Return a symbol with its new base or expression."""
        if symbol.expression:
            section = self.numbers[symbol.section]
            return replace(symbol, expression=self.expression(symbol.expression, section))
        return symbol if symbol.base is None else replace(symbol, base=self.base(symbol.base))

    def run(self, run: Run) -> Run:
        """Return a run of words with the new bases."""
        return replace(
            run,
            section=self.sections[run.section],
            base=None if run.base is None else self.base(run.base),
            run_base=None if run.run_base is None else self.base(run.run_base),
            fixups=[(index, self.expression(text, run.section)) for index, text in run.fixups],
        )
