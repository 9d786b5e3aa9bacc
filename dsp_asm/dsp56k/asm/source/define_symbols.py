"""DEFINE: substitution of text on every line, before it is parsed (ASM 1.5 and chapter 6, DEFINE).

Not inside '...', but inside "..."; in comments too, which does no harm. A replacement is searched again for other
symbols, never for the one it came from.
"""

from __future__ import annotations

import re
from functools import partial

from dsp56k.asm import budget as costs
from dsp56k.asm.budget import MAX_DEFINE_NESTING, MAX_LINE, Budget
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError

_WORD_ANYWHERE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9][A-Za-z0-9_.]*")
# Complete strings first: an apostrophe inside "..." does not begin one.
_WORD = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|" + _WORD_ANYWHERE.pattern)
# Maximum length of lines whose replacement is cached.
_MAX_REMEMBERED = 4_000_000


class Defines:
    """The DEFINE symbols in effect: those of the current section, then the global ones (ASM 4.3.2)."""

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._tables: dict[str, dict[str, str]] = {"": {}}
        # The global ones, or those and the section's own.
        self._active = self._tables[""]
        self._section = ""
        self._cache: dict[str, str] = {}
        self._remembered = 0
        self._replaced = 0
        self.in_quotes = False

    def __bool__(self) -> bool:
        return bool(self._active)

    def __contains__(self, name: str) -> bool:
        return name in self._active

    def use(self, section: str) -> None:
        """Use the symbols of a section, which hide the global ones."""
        self._section = section
        outside, own = self._tables[""], self._tables.get(section) if section else None
        if own or self._active is not outside:
            self._forget()
        self._active = outside
        if own:
            self._active = {**outside, **own}
            self._budget.work -= len(self._active) // costs.SYMBOLS_COPIED

    def get(self, name: str) -> str | None:
        """Return the replacement of a symbol defined in the current section, or None."""
        return self._tables.get(self._section, {}).get(name)

    def define(self, name: str, text: str) -> None:
        """Define a symbol in the current section (DEFINE)."""
        self._budget.kept -= costs.REFERENCE + len(text)
        table = self._tables.setdefault(self._section, {})
        table[name] = text
        if table is not self._tables[""] and self._active is self._tables[""]:
            self.use(self._section)
        self._active[name] = text
        self._forget()

    def remove(self, name: str) -> bool:
        """Remove a symbol (UNDEF); return False if there is none."""
        if self._tables.get(self._section, {}).pop(name, None) is None:
            return False
        outside = self._tables[""].get(name)
        if outside is not None:
            self._active[name] = outside
        else:
            self._active.pop(name, None)
        self._forget()
        return True

    def _forget(self) -> None:
        """Clear the cache of replaced lines, because other symbols are in effect."""
        self._cache.clear()
        self._remembered = 0

    def quote_mode(self, in_quotes: bool) -> None:
        """Set whether symbols are replaced inside '...' too (OPT DEX and NODEX)."""
        self.in_quotes = in_quotes
        self._forget()

    def expand(self, text: str) -> str:
        """Return a line with every symbol replaced. Raises SourceError if it becomes too long (ASM D.4)."""
        if not self._active:
            return text
        result = self._cache.get(text)
        if result is None:
            if self._remembered > _MAX_REMEMBERED:
                self._forget()
            self._replaced = 0
            # Most lines contain none of the symbols, which is quickly tested.
            words = _WORD_ANYWHERE.findall(text)
            self._budget.work -= len(words) // costs.WORDS_COMPARED
            result = text if self._active.keys().isdisjoint(words) else self._replace(text, frozenset())
            if len(result) > MAX_LINE:
                raise SourceError(messages.DEFINE_OVERFLOW, 0, limit=MAX_LINE)
            self._cache[text] = result
            self._remembered += len(text) + len(result)
        return result

    def _replace(self, text: str, used: frozenset[str]) -> str:
        pattern = _WORD_ANYWHERE if self.in_quotes else _WORD
        return pattern.sub(partial(self._one, used), text)

    def _one(self, used: frozenset[str], match: re.Match[str]) -> str:
        """Return the replacement of a word, or of a quoted text, within the replacements of the symbols `used`."""
        word = match.group()
        self._budget.work -= costs.REPLACEMENT
        if word[0] == '"':
            return _WORD_ANYWHERE.sub(partial(self._one, used), word)
        replacement = self._active.get(word)
        if replacement is None or word in used:
            return word
        # Symbols that expand to several others multiply: thirty DEFINEs could make a line of a billion words.
        self._replaced += 1
        if self._replaced > MAX_LINE or len(used) == MAX_DEFINE_NESTING:
            raise SourceError(messages.DEFINE_OVERFLOW, 0, limit=MAX_LINE)
        return self._replace(replacement, used | {word})
