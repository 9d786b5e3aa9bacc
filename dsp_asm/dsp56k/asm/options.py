"""Assembler options: OPT and the command line's -O (ASM chapter 6, OPT)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dsp56k.asm import catalogue as say
from dsp56k.asm.diagnostics import SourceError

if TYPE_CHECKING:
    from dsp56k.asm.passes import Pass

# Default state of each option; NO in front of a name reverses it.
_DEFAULTS = {
    "CC": False, "CEX": False, "CL": True, "CM": True, "CRE": False, "DEX": False, "FC": False, "GS": True, "IC": False,
    "IL": False, "INTR": False, "LB": False, "LOC": False, "LW": True, "MC": True, "MD": True, "MEX": False,
    "MI": False, "MSW": True, "MU": False, "NL": False, "NS": True, "PP": True, "PS": True, "RC": False, "RP": False,
    "S": False, "SO": False, "U": False, "W": True, "XR": False,
}  # fmt: skip

# Options that change the words and are not implemented are refused, never ignored: how 24-bit words share an L
# location is not said (NOLW).
_REFUSED = {("LW", False)}
# Options of the listing's layout, and the settings that they are.
_LAYOUT = {"PP": "pretty", "RC": "relative_comments", "FC": "fold"}


class Options:
    """The options in effect, by name without NO."""

    def __init__(self) -> None:
        self._state = dict(_DEFAULTS)

    def __getitem__(self, name: str) -> bool:
        return self._state[name]

    def set(self, option: str, assembly: Pass) -> None:
        """Apply one option, and whatever it sets in motion. Raises SourceError for an unknown one."""
        name = option.strip().upper()
        if name in ("CONTC", "CONTCC"):
            self._state["CC"] = True
            return
        state = name not in self._state and name.startswith("NO")
        base = name[2:] if state else name
        value = not state
        if base not in self._state:
            raise SourceError(say.ILLEGAL_OPTION, name=option.strip())
        if (base, value) in _REFUSED:
            raise SourceError(say.OPTION_REFUSED, name=name)
        if base == "GS":
            # All sections share the counters in absolute mode (ASM chapter 6, OPT GS); the linker's are their own.
            if not value and not assembly.locations.relative:
                raise SourceError(say.OPTION_REFUSED, name=name)
            assembly.all_static = value and assembly.locations.relative
        self._state[base] = value
        if base == "CC" and value:
            assembly.cycle_count = 0
        elif base == "DEX":
            assembly.defines.quote_mode(value)
        elif base == "IC":
            assembly.symbols.ignore_case = value
        elif base == "NS":
            assembly.symbols.nested_scope = value
        elif base == "XR":
            assembly.symbols.exports_everywhere = value
        elif base == "LB":
            assembly.output.load_step = 3 if value else 1
        elif base == "IL":
            assembly.listing_settings.inhibited = value
        elif base in ("S", "CRE"):
            assembly.listing_settings.symbols = value
            if base == "CRE":
                assembly.usage.crossing = value
        elif base == "LOC":
            assembly.usage.local = value
        elif base == "MU":
            assembly.usage.measuring = value
        elif base in _LAYOUT:
            setattr(assembly.listing_settings, _LAYOUT[base], value)
        if assembly.options["CC"]:
            assembly.listing_settings.cycles = True
