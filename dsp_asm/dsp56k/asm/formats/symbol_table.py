"""The symbols that object files and listings show, their order, and floating point values as text."""

from __future__ import annotations

from collections.abc import Sequence

from dsp56k.objects.module import Module, SymbolRecord


def written(obj: Module) -> list[SymbolRecord]:
    """Return the symbols that an object file shows: those of SET only if XDEF or SYMOBJ names them.

    None of Motorola's available files has another symbol of SET, linked or absolute.
    """
    asked = set(obj.exported_symbols)
    return [s for s in obj.symbol_table if s.kind != "set" or s.exported or s.name in asked]


def in_file_order(symbols: Sequence[SymbolRecord]) -> list[SymbolRecord]:
    """Return the symbols in the order of the COFF tools: code labels and those of sections, then the other global ones.

    Every available linked LOD file of version 6.3.0 has this order.
    """
    first = [s for s in symbols if (s.section and not s.exported) or (s.kind == "label" and s.space == "P")]
    taken = {id(symbol) for symbol in first}
    return first + [symbol for symbol in symbols if id(symbol) not in taken]


def exponential(value: float) -> str:
    """Return a number with a mantissa of six digits and an exponent of three digits."""
    mantissa, _, exponent = f"{value:.6E}".partition("E")
    return f"{mantissa}E{int(exponent):+04d}"
