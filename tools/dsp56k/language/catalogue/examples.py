"""The examples of the pages, assembled and linked."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from dsp56k.asm import Diagnostic, assemble
from dsp56k.asm.link import MemoryControl, Module, link, read_memory_file
from dsp56k.language.catalogue.diagnostic_pages import Page
from dsp56k.system.files import write_whole


def example_diagnostics(page: Page) -> list[Diagnostic]:
    """Return the diagnostics of a page's example; empty if it has none."""
    if page.modules:
        return _linked(page)
    return assemble(page.source, name="example.asm", relative=page.relative).diagnostics if page.example else []


def _linked(page: Page) -> list[Diagnostic]:
    modules = [
        Module(f"{letter}.cln", assemble(text, name=f"{letter}.asm", relative=True))
        for letter, text in zip("abc", page.modules, strict=False)
    ]
    control = MemoryControl()
    if page.control:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "board.ctl"
            write_whole({path: page.control.encode()})
            control = read_memory_file(path)
    return link(modules, control).obj.diagnostics
