"""Sphinx makes the site of the documents as they are, an index of every public name, and every command's help.

make site    # into build/site
"""

import tomllib
from pathlib import Path

from sphinx.application import Sphinx

from dsp56k.language.pygments_lexer import Asm56000Lexer

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
# Sphinx puts the first page where its source is.
html_extra_path = ["front"]


MOVED = {
    "assembler": "reference/assembler",
    "boards": "guides/boards",
    "card": "reference/card",
    "ciphers": "reference/ciphers",
    "compatibility": "reference/compatibility",
    "debugger": "guides/debug",
    "devices": "guides/write-a-device",
    "editor": "guides/editor",
    "emulator": "reference/emulator",
    "explanation/pc-validation": "../records/pc-validation",
    "faults": "guides/fault-injection",
    "firmware": "reference/firmware",
    "host": "reference/host",
    "host-port": "guides/host-port",
    "how-to": "README",
    "judges": "explanation/verification",
    "lib": "reference/library",
    "limitations": "reference/limitations",
    "measurement": "explanation/methodology",
    "own-machine": "tutorials/machine",
    "own-study": "tutorials/study",
    "packets": "reference/packets",
    "platforms": "install",
    "profiling": "guides/profile",
    "pytest": "guides/pytest",
    "recipes": "contributing/recipes",
    "reference/results": "../records/crossover",
    "results": "records/crossover",
    "routines": "guides/call-a-routine",
    "serial": "guides/serial",
    "settled": "reference/hardware-ambiguities",
    "short-des": "reference/short-des",
    "speed": "explanation/performance",
    "start": "tutorials/first-program",
    "study": "reference/studies",
    "testing": "guides/test-a-routine",
    "validation": "records/pc-validation",
}
"""Pages below docs whose address has changed, without the extension. Pages of MOVED_DIRECTORIES keep their names."""
MOVED_DIRECTORIES = {"isa": "reference/isa", "diagnostics": "reference/diagnostics"}
REDIRECT = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>dsp56k</title>
<link rel="canonical" href="{target}"><meta http-equiv="refresh" content="0; url={target}"></head>
<body><a href="{target}">{target}</a></body></html>
"""


def write_redirects(app: Sphinx, exception: Exception | None) -> None:
    """Write a page at each old address that leads to the new one."""
    if exception or app.builder.format != "html":
        return
    docs = Path(app.outdir) / "docs"
    moved = dict(MOVED)
    for old, new in MOVED_DIRECTORIES.items():
        moved |= {f"{old}/{page.stem}": f"../{new}/{page.stem}" for page in (docs / new).glob("*.html")}
    for old, new in moved.items():
        page = docs / f"{old}.html"
        page.parent.mkdir(exist_ok=True)
        page.write_text(REDIRECT.format(target=f"{new}.html"), encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Register the lexer and the redirects with Sphinx."""
    app.add_lexer("asm", Asm56000Lexer)
    app.connect("build-finished", write_redirects)
