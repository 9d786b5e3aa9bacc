"""Assembler options: OPT and the command line's -O (ASM chapter 6, OPT)."""

from __future__ import annotations

from collections.abc import Sized
from dataclasses import replace
from typing import Any, Protocol

from dsp56k.asm.diagnostics import catalogue as say
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.diagnostics.suggestions import suggestion
from dsp56k.asm.listing import ListingSettings
from dsp56k.asm.program.locations import Locations
from dsp56k.asm.program.output import Output
from dsp56k.asm.program.symbols import SymbolTable
from dsp56k.asm.source.defines import Defines
from dsp56k.asm.usage import Usage

# Default state of each option; NO in front of a name reverses it.
_DEFAULTS = {
    "CC": False, "CEX": False, "CL": True, "CM": True, "CONST": False, "CRE": False, "DEX": False, "FC": False,
    "FF": False, "GL": False, "GS": True, "IC": False, "IL": False, "INTR": False, "LB": False, "LOC": False,
    "LW": True, "MC": True, "MD": True, "MEX": False, "MI": False, "MSW": True, "MU": False, "NL": False, "NS": True,
    "PP": True, "PS": True, "RC": False, "RP": False, "S": False, "SO": False, "U": False, "UR": False, "W": True,
    "XR": False,
}  # fmt: skip

# Options of the versions from 5 on that change neither words nor symbols here: checks of address expressions and of
# directives in loops, the checksum that @CHK would return, the looks of messages and listing, what the debugger gets,
# and the exit status.
_WITHOUT_EFFECT = {
    "AE": True, "CK": False, "DLD": False, "DXL": True, "FM": False, "HDR": True, "LDB": False, "RSV": False,
    "SCL": True, "SCO": False, "SVO": False, "WEX": False, "XLL": False,
}  # fmt: skip

OPTIONS = {**_DEFAULTS, **_WITHOUT_EFFECT}
"""Every option by its name without NO, with its default."""

# What goes on counting without beginning anew, and the options that they turn on.
_CONTINUE = {"CONTC": "CC", "CONTCC": "CC", "CONTCK": "CK"}

# Options of the listing's layout, and the settings that they are.
_LAYOUT = {"PP": "pretty", "RC": "relative_comments", "FC": "fold", "FF": "form_feeds"}


class Configured(Protocol):
    """What options set in motion in the pass, and what comes too late for some of them: `defined` and `sectioned` tell
    whether a symbol was defined and a section entered.
    """

    @property
    def macros(self) -> Sized:
        """The macros known."""

    defined: bool
    sectioned: bool
    cycle_count: int
    all_static: bool
    listing_settings: ListingSettings
    defines: Defines
    locations: Locations
    output: Output
    symbols: SymbolTable
    usage: Usage


class Options:
    """The options in effect, by name without NO."""

    def __init__(self) -> None:
        self._state = dict(OPTIONS)

    def __getitem__(self, name: str) -> bool:
        return self._state[name]

    def set(self, option: str, assembly: Configured) -> None:
        """Apply one option, and whatever it sets in motion. Raises SourceError if it is unknown or too late."""
        name = option.strip().upper()
        if name in _CONTINUE:
            self._state[_CONTINUE[name]] = True
            assembly.listing_settings = replace(assembly.listing_settings, cycles=self._state["CC"])
            return
        state = name not in self._state and name.startswith("NO")
        base = name[2:] if state else name
        value = not state
        if base not in self._state:
            error = SourceError(say.ILLEGAL_OPTION, name=option.strip())
            error.notes = suggestion(name, [*OPTIONS, *(f"NO{known}" for known in OPTIONS)])
            raise error
        _check_time(assembly, name, base)
        self._state[base] = value
        _apply(assembly, base, value)


def _check_time(assembly: Configured, name: str, base: str) -> None:
    """Raise SourceError if an option comes behind what it should have applied to (ASM D.4)."""
    late = {
        "CRE": (assembly.defined, "label"),
        "GS": (assembly.sectioned, "section"),
        "IC": (assembly.defined or assembly.sectioned or bool(assembly.macros), "symbol, section or macro definition"),
        "MU": (assembly.output.begun, "code or data generation"),
    }
    too_late, what = late.get(base, (False, ""))
    if too_late:
        raise SourceError(say.OPTION_LATE, name=name, what=what)


def _apply(assembly: Configured, base: str, value: bool) -> None:
    """Bring an option to those whom it concerns."""
    match base:
        case "CC":
            assembly.cycle_count = 0 if value else assembly.cycle_count
            assembly.listing_settings = replace(assembly.listing_settings, cycles=value)
        case "GS":
            # In absolute mode all sections share the counters by themselves (ASM 4.4).
            assembly.all_static = value and assembly.locations.relative
            if not assembly.locations.relative:
                assembly.locations.by_section = not value
        case "DEX":
            assembly.defines.quote_mode(value)
        case "IC":
            assembly.symbols.ignore_case = value
        case "NS":
            assembly.symbols.nested_scope = value
        case "XR":
            assembly.symbols.exports_everywhere = value
        case "LB":
            assembly.output.load_step = 3 if value else 1
        case "IL":
            assembly.listing_settings = replace(assembly.listing_settings, inhibited=value)
        case "S":
            assembly.listing_settings = replace(assembly.listing_settings, symbols=value)
        case "CRE":
            assembly.usage.crossing = value
            assembly.listing_settings = replace(assembly.listing_settings, symbols=value)
        case "LOC":
            assembly.usage.local = value
        case "MU":
            assembly.usage.measuring = value
        case _ if base in _LAYOUT:
            layout: dict[str, Any] = {_LAYOUT[base]: value}
            assembly.listing_settings = replace(assembly.listing_settings, **layout)
