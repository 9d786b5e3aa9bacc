"""A Pygments lexer of ASM56000 sources, for documents, slides and wikis: ``pygmentize -l asm56000 fir.asm``."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Whitespace

from dsp56k.asm.directives import DIRECTIVES
from dsp56k.asm.instructions.encoder import MNEMONICS
from dsp56k.isa import REGISTERS


class Asm56000Lexer(RegexLexer):  # type: ignore[misc]  # Pygments ships no types
    """The lexer of labels, instructions, directives, registers, memory spaces, numbers, strings and comments."""

    name = "ASM56000"
    url = "https://en.wikipedia.org/wiki/Motorola_56000"
    aliases: ClassVar[list[str]] = ["asm56000", "dsp56001"]
    filenames: ClassVar[list[str]] = ["*.asm", "*.a56"]
    # Other assemblers share the names of the files.
    priority = 0.05
    flags = re.IGNORECASE | re.MULTILINE

    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"^\*.*$", Comment.Single),
            (r"^[a-z_?][\w?]*:?", Name.Label),
            (r"[ \t]+", Whitespace, "operation"),
            (r";.*$", Comment.Single),
            (r"\n", Whitespace),
            (r".", Punctuation),
        ],
        "operation": [
            (words(sorted(MNEMONICS), suffix=r"(?![\w.])"), Keyword, ("#pop", "operands")),
            (words(sorted(DIRECTIVES), suffix=r"(?![\w.])"), Keyword.Pseudo, ("#pop", "operands")),
            (r"[a-z_.?][\w.?]*", Name.Function, ("#pop", "operands")),
            (r"", Whitespace, ("#pop", "operands")),
        ],
        "operands": [
            (r"\n", Whitespace, "#pop"),
            (r";.*$", Comment.Single),
            (r"'(?:''|[^'\n])*'|\"(?:\"\"|[^\"\n])*\"", String),
            (r"\b([xypl][hlei]?)(:)", bygroups(Keyword.Type, Punctuation)),
            (r"(@)([a-z]\w*)", bygroups(Operator, Name.Builtin)),
            (words(sorted(REGISTERS), prefix=r"\b", suffix=r"\b"), Name.Builtin.Pseudo),
            (r"\$[0-9a-f]+", Number.Hex),
            (r"%[01]+", Number.Bin),
            (r"`?\d+\.\d*(?:e[+-]?\d+)?|\.\d+", Number.Float),
            (r"`?\d+", Number.Integer),
            (r"[a-z_?\\][\w?]*", Name.Variable),
            (r"<<|>>|&&|\|\||[<>=!]=|[-+*/%&|^~!<>=#?\\]", Operator),
            (r"[ \t]+", Whitespace),
            (r".", Punctuation),
        ],
    }
