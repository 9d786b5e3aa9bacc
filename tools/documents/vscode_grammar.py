"""Write the TextMate grammar of the VS Code extension: python tools/documents/vscode_grammar.py.

Mnemonics, directives and registers come from the tables of the assembler.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from dsp56k.asm.directives import DIRECTIVES
from dsp56k.asm.instructions.encoder import MNEMONICS
from dsp56k.isa import REGISTERS

GRAMMAR = Path(__file__).parents[1] / "vscode" / "syntaxes" / "dsp56k.tmLanguage.json"
# The operation field: after a label, or after blanks.
_FIELD = r"(?<![^ \t:])"


def _words(names: Iterable[str]) -> str:
    """Return a pattern of names, longer ones first, which no letter may follow."""
    ordered = sorted(names, key=lambda name: (-len(name), name))
    return f"(?i:{'|'.join(map(re.escape, ordered))})(?![\\w.])"


def grammar() -> str:
    """Return the grammar as JSON."""
    patterns = [
        ("comment.line.asterisk.dsp56k", r"^\*.*$"),
        ("comment.line.semicolon.dsp56k", r";.*$"),
        ("string.quoted.single.dsp56k", r"'(?:''|[^'])*'"),
        ("string.quoted.double.dsp56k", r'"(?:""|[^"])*"'),
        ("entity.name.function.label.dsp56k", r"^[A-Za-z_?][\w?]*:?"),
        ("keyword.operator.instruction.dsp56k", _FIELD + _words(MNEMONICS)),
        ("keyword.control.directive.dsp56k", _FIELD + _words(name for name in DIRECTIVES if name[0].isalpha())),
        ("keyword.control.structured.dsp56k", _words(name for name in DIRECTIVES if name.startswith("."))),
        ("storage.type.space.dsp56k", r"\b(?i:[xypl][hlei]?)(?=:)"),
        ("support.function.dsp56k", r"@[A-Za-z]\w*"),
        ("variable.language.register.dsp56k", r"\b" + _words(REGISTERS)),
        ("constant.numeric.hex.dsp56k", r"\$[0-9A-Fa-f]+"),
        ("constant.numeric.binary.dsp56k", r"%[01]+"),
        ("constant.numeric.decimal.dsp56k", r"`?\b\d+(?:\.\d*)?(?:[eE][+-]?\d+)?"),
    ]
    content = {
        "name": "DSP56001 assembly",
        "scopeName": "source.dsp56k",
        "patterns": [{"name": name, "match": pattern} for name, pattern in patterns],
    }
    return json.dumps(content, indent=2) + "\n"


if __name__ == "__main__":
    GRAMMAR.write_text(grammar(), encoding="utf-8")
