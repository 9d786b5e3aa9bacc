"""DEFINE: substitution of text on every line, before anything else looks at it (ASM 1.5 and chapter 6, DEFINE).

Not inside '...', but inside "..."; in comments too, which does no harm. A replacement is searched again for other
symbols, never for the one it came from.
"""

from __future__ import annotations

import re

from dsp56k.asm import catalogue as say
from dsp56k.asm.diagnostics import SourceError
from dsp56k.asm.source import MAX_LINE

_WORD_ANYWHERE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|[0-9][A-Za-z0-9_.]*")
# Whole strings first: an apostrophe inside "..." begins none.
_WORD = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|" + _WORD_ANYWHERE.pattern)
_MAX_CACHED = 50_000
# Replacements within replacements: no program goes so deep, and Python's stack not much deeper.
_MAX_DEPTH = 100


class Defines:
    """The DEFINE symbols in effect: those of the section in use, then the global ones (ASM 4.3.2)."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[str, str]] = {"": {}}
        self._active: dict[str, str] = {}
        self._section = ""
        self._cache: dict[str, str] = {}
        self._replaced = 0
        self.in_quotes = False

    def __bool__(self) -> bool:
        return bool(self._active)

    def __contains__(self, name: str) -> bool:
        return name in self._active

    def use(self, section: str) -> None:
        """Let the symbols of a section hide the global ones."""
        self._section = section
        self._active = {**self._tables[""], **self._tables.get(section, {})}
        self._cache.clear()

    def get(self, name: str) -> str | None:
        """The replacement of a symbol defined in the present section, or None."""
        return self._tables.get(self._section, {}).get(name)

    def define(self, name: str, text: str) -> None:
        """DEFINE in the present section."""
        self._tables.setdefault(self._section, {})[name] = self._active[name] = text
        self._cache.clear()

    def remove(self, name: str) -> bool:
        """UNDEF; False if there is nothing to remove."""
        if self._tables.get(self._section, {}).pop(name, None) is None:
            return False
        outside = self._tables[""].get(name)
        if outside is None:
            del self._active[name]
        else:
            self._active[name] = outside
        self._cache.clear()
        return True

    def quote_mode(self, in_quotes: bool) -> None:
        """OPT DEX and NODEX: expand inside '...' too, or not."""
        self.in_quotes = in_quotes
        self._cache.clear()

    def expand(self, text: str) -> str:
        """A line with every symbol replaced. Raises SourceError if it becomes too long (ASM D.4)."""
        if not self._active:
            return text
        result = self._cache.get(text)
        if result is None:
            if len(self._cache) >= _MAX_CACHED:
                self._cache.clear()
            self._replaced = 0
            # Most lines hold none of the symbols, which is quickly seen.
            untouched = self._active.keys().isdisjoint(_WORD_ANYWHERE.findall(text))
            result = text if untouched else self._replace(text, frozenset())
            if len(result) > MAX_LINE:
                raise SourceError(say.DEFINE_OVERFLOW, 0, limit=MAX_LINE)
            self._cache[text] = result
        return result

    def _replace(self, text: str, used: frozenset[str]) -> str:
        active = self._active

        def one(match: re.Match[str]) -> str:
            word = match.group()
            if word[0] == '"':
                return _WORD_ANYWHERE.sub(one, word)
            replacement = active.get(word)
            if replacement is None or word in used:
                return word
            # Symbols that stand for several others multiply: thirty DEFINEs could make a line of a billion words.
            self._replaced += 1
            if self._replaced > MAX_LINE or len(used) == _MAX_DEPTH:
                raise SourceError(say.DEFINE_OVERFLOW, 0, limit=MAX_LINE)
            return self._replace(replacement, used | {word})

        return (_WORD_ANYWHERE if self.in_quotes else _WORD).sub(one, text)
