"""Sphinx makes the site of the documents as they are, an index of every public name, and every command's help.

make site    # into build/site
"""

import tomllib
from pathlib import Path
from typing import Any, ClassVar

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, String, Text
from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]

project = "dsp56k"
author = "the dsp56k developers"
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

root_doc = "docs/site/index"
include_patterns = ["*.md", "docs/**.md", "tests/asm_cases/README.md", "tests/vectors/README.md"]
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx_click"]

# Headings are linked to as on a page of the repository.
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]

default_role = "code"
autodoc_typehints = "description"
autodoc_member_order = "bysource"
napoleon_use_rtype = False

html_theme = "furo"
html_title = f"dsp56k {release}"
# Sphinx puts the first page where its source lies.
html_extra_path = ["front"]


class Asm56000(RegexLexer):
    """Colours for DSP56001 assembly: a label in the first column, a mnemonic or directive, operands, comments."""

    name = "ASM56000"
    tokens: ClassVar[dict[str, list[tuple[str, Any]]]] = {
        "root": [
            (r";.*", Comment),
            (r"^[A-Za-z_][\w$]*", Name.Label),
            (r"^(\s+)([A-Za-z]+)", bygroups(Text, Keyword)),
            (r"'[^'\n]*'|\"[^\"\n]*\"", String),
            (r"\$[0-9A-Fa-f]+|%[01]+|\b\d+(\.\d+)?\b", Number),
            (r"\s+|.", Text),
        ]
    }


def setup(app: Sphinx) -> None:
    """What Sphinx calls."""
    app.add_lexer("asm", Asm56000)
