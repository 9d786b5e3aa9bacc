"""Effects of OPT and the command line's -O (ASM chapter 6, OPT)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.passes.options import CONTINUING, named
from dsp56k.asm.passes.pass_state import Workspace
from dsp56k.asm.passes.scope import Scope

# Options of the listing's layout, and their settings.
_LAYOUT = {"PP": "pretty", "RC": "relative_comments", "FC": "fold", "FF": "form_feeds"}


class OptionState:
    """The state of the options, and their effects on the pass."""

    def __init__(self, space: Workspace, scope: Scope) -> None:
        self._space = space
        self._scope = scope

    def set(self, option: str, column: int | None = None) -> None:
        """Apply one option at a column, or of the command line, with all of its effects.

        Raises SourceError if it is unknown or too late.
        """
        name = option.strip().upper()
        options = self._space.options
        if name in CONTINUING:
            options[CONTINUING[name]] = True
            self._list(cycles=options["CC"])
            return
        base, state = named(option, column)
        self._check_time(name, base, column)
        options[base] = state
        self._apply(base, state)

    def _check_time(self, name: str, base: str, column: int | None) -> None:
        """Raise SourceError if an option comes after the text that it should apply to (ASM D.4)."""
        space, scope = self._space, self._scope
        begun = scope.defined or scope.sectioned or bool(space.macros.known)
        late = {
            "CRE": (scope.defined, "label"),
            "GS": (scope.sectioned, "section"),
            "IC": (begun, "symbol, section or macro definition"),
            "MU": (space.output.begun, "code or data generation"),
        }
        too_late, what = late.get(base, (False, ""))
        if too_late:
            raise SourceError(messages.OPTION_LATE, column, max(1, len(name)), name=name, what=what)

    def _list(self, **settings: Any) -> None:
        listing = self._space.listing
        listing.settings = replace(listing.settings, **settings)

    def _apply(self, base: str, value: bool) -> None:
        """Apply an option to the parts of the pass that it concerns."""
        space, scope = self._space, self._scope
        match base:
            case "CC":
                scope.cycle_count = 0 if value else scope.cycle_count
                self._list(cycles=value)
            case "GS":
                # In absolute mode all sections share the counters by themselves (ASM 4.4).
                scope.all_static = value and space.locations.relative
                if not space.locations.relative:
                    space.locations.by_section = not value
            case "DEX":
                space.defines.quote_mode(value)
            case "IC":
                scope.symbols.ignore_case = value
            case "NS":
                scope.symbols.nested_scope = value
            case "XR":
                scope.symbols.exports_everywhere = value
            case "LB":
                space.output.load_step = 3 if value else 1
            case "OVL":
                space.output.checks_overlaps = value
            case "IL":
                self._list(inhibited=value)
            case "S":
                self._list(symbols=value)
            case "CRE":
                space.usage.crossing = value
                self._list(symbols=value)
            case "LOC":
                space.usage.local = value
            case "MU":
                space.usage.measuring = value
            case _ if base in _LAYOUT:
                self._list(**{_LAYOUT[base]: value})
