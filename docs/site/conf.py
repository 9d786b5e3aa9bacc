"""Sphinx makes the site of the documents as they are, an index of every public name, and every command's help.

make site    # into build/site

If `make browser` has built the page that runs programs, the site has it, and each program has a link to it.
"""

import shutil
import tomllib
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from browser_page import fragment, is_program
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


PAGE = ROOT / "build" / "browser"

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


def link_programs(app: Sphinx, doctree: nodes.document) -> None:
    """Add a link that opens the page with the program after each program of a document."""
    if not app.config.has_page:
        return
    page = "../" * app.env.docname.count("/") + "browser/index.html"
    for block in list(doctree.findall(nodes.literal_block)):
        if block.get("language") == "asm" and is_program(source := block.astext().rstrip() + "\n"):
            link = nodes.raw("", f'<p><a href="{page}{fragment(source)}">Open in the browser</a></p>', format="html")
            block.parent.insert(block.parent.index(block) + 1, link)


def copy_page(app: Sphinx, exception: Exception | None) -> None:
    """Copy the page into the site, with the address of the documents."""
    if exception or app.builder.format != "html" or not app.config.has_page:
        return
    copied = Path(app.outdir) / "browser"
    shutil.copytree(PAGE, copied, dirs_exist_ok=True)
    index = copied / "index.html"
    text = index.read_text(encoding="utf-8").replace('data-documents=""', 'data-documents="../docs/"')
    index.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> None:
    """Register the lexer, the redirects and the page with Sphinx."""
    app.add_lexer("asm", Asm56000Lexer)
    app.add_config_value("has_page", PAGE.exists(), "env", types=[bool])
    app.connect("doctree-read", link_programs)
    app.connect("build-finished", write_redirects)
    app.connect("build-finished", copy_page)
