"""The chips of the family: those whose encodings are known, and a later one that messages name."""

from __future__ import annotations

DSP56001 = "DSP56001"
"""The emulated chip; alu.toml, moves.toml and control.toml have its encodings."""

DSP56002 = "DSP56002"
"""A chip of the assembler, the disassembler and SLEIGH; dsp56002.toml has the encodings that it adds."""

CHIPS = (DSP56001, DSP56002)
"""The chips whose encodings are known. Each has those of the chips before it."""

DSP56300 = "DSP56300"
"""A chip whose instructions and registers only messages name, from dsp56300.toml."""


def require_chip(chip: str) -> str:
    """Return the name of a chip. Raises ValueError if it is not one of CHIPS."""
    if chip not in CHIPS:
        raise ValueError(f"chip must be {' or '.join(CHIPS)}, got {chip!r}")
    return chip
