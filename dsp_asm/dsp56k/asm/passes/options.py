"""Assembler options: OPT and the command line's -O (ASM chapter 6, OPT)."""

from __future__ import annotations

from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import SourceError
from dsp56k.asm.diagnostics.suggestions import suggestion

# Default state of each option; NO before a name reverses it.
_DEFAULTS = {
    "CC": False, "CEX": False, "CL": True, "CM": True, "CONST": False, "CRE": False, "DEX": False, "FC": False,
    "FF": False, "GL": False, "GS": True, "IC": False, "IL": False, "INTR": False, "LB": False, "LOC": False,
    "LW": True, "MC": True, "MD": True, "MEX": False, "MI": False, "MSW": True, "MU": False, "NL": False, "NS": True,
    "OVL": True, "PP": True, "PS": True, "RC": False, "RP": False, "S": False, "SO": False, "U": False, "UR": False,
    "W": True, "XR": False,
}  # fmt: skip

# Options of the versions from 5 on that change neither words nor symbols here: checks of address expressions and of
# directives in loops, the checksum of @CHK, the format of messages and listing, debug information,
# and the exit status.
_WITHOUT_EFFECT = {
    "AE": True, "CK": False, "DLD": False, "DXL": True, "FM": False, "HDR": True, "LDB": False, "RSV": False,
    "SCL": True, "SCO": False, "SVO": False, "WEX": False, "XLL": False,
}  # fmt: skip

OPTIONS = {**_DEFAULTS, **_WITHOUT_EFFECT}
"""Every option by its name without NO, with its default."""

Options = dict[str, bool]
"""The options in effect, by name without NO."""

CONTINUING = {"CONTC": "CC", "CONTCC": "CC", "CONTCK": "CK"}
"""Options that continue a count without resetting it, and the options that they turn on."""


def named(option: str, column: int | None) -> tuple[str, bool]:
    """Return the option that OPT names at a column, and whether it is turned on.

    Raises SourceError for an unknown one.
    """
    name = option.strip().upper()
    negative = name not in OPTIONS and name.startswith("NO")
    base = name[2:] if negative else name
    if base not in OPTIONS:
        error = SourceError(messages.ILLEGAL_OPTION, column, max(1, len(option)), name=option.strip())
        error.advice = suggestion(name, [*OPTIONS, *(f"NO{known}" for known in OPTIONS)])
        raise error
    return base, not negative
