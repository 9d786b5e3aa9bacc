"""Build the page of tools/browser: python tools/browser_page.py CORE PYODIDE build/browser.

CORE is the WebAssembly module of emu/crates/web, PYODIDE the directory of the npm package. The page is a directory of
files that any static server can serve: the files of tools/browser, the module, Pyodide, the assembler with the sources
of the library, and the programs of the documents.
"""

from __future__ import annotations

import base64
import json
import re
import shutil
import sys
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from dsp56k.asm import assemble

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "tools" / "browser"
LIBRARY = ROOT / "dsp_asm" / "dsp56k" / "lib" / "src"
PACKAGES = {
    "emu": ("system", "isa", "objects"),
    "dsp_asm": ("asm",),
    "tools": ("language/__init__.py", "language/catalogue"),
}
"""The portions of dsp56k that the assembler and the explanations of its diagnostics need."""
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
DOCUMENTS = ("README.md", "docs/tutorials/*.md", "docs/gallery/*.md", "docs/guides/*.md", "docs/reference/*.md")
_TIME = (1980, 1, 1, 0, 0, 0)
_PROGRAM = re.compile(r"^```asm ?(\S*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)


def fragment(source: str) -> str:
    """Return the fragment of a link that holds a program (tools/browser/link.mjs)."""
    compressor = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    compressed = compressor.compress(source.encode()) + compressor.flush()
    return "#asm=" + base64.urlsafe_b64encode(compressed).decode().rstrip("=")


def is_program(source: str) -> bool:
    """Return True if a source is a whole program, which needs no linker and no other file than the library's."""
    return assemble(source, include_paths=[LIBRARY]).ok


def examples() -> Iterator[dict[str, str]]:
    """Yield the programs of the documents: a name, and the source."""
    for pattern in DOCUMENTS:
        for document in sorted(ROOT.glob(pattern)):
            text = document.read_text(encoding="utf-8")
            title = _TITLE.search(text)
            for name, source in _PROGRAM.findall(text):
                if title is not None and is_program(source):
                    yield {"name": f"{title[1]}: {name}" if name else title[1], "source": source}


def packages() -> dict[str, bytes]:
    """Return the files of packages.zip by name."""
    files = {"assembly.py": (SOURCES / "assembly.py").read_bytes()}
    for portion, names in PACKAGES.items():
        top = ROOT / portion
        for name in names:
            path = top / "dsp56k" / name
            for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
                if file.suffix in (".py", ".toml", ".inc"):
                    files[file.relative_to(top).as_posix()] = file.read_bytes()
    for file in sorted(LIBRARY.rglob("*.asm")):
        files[f"library/{file.relative_to(LIBRARY).as_posix()}"] = file.read_bytes()
    return files


def build(core: Path, pyodide: Path, output: Path) -> None:
    """Write the page into a directory, which is replaced."""
    shutil.rmtree(output, ignore_errors=True)
    (output / "pyodide").mkdir(parents=True)
    for file in SOURCES.iterdir():
        if file.suffix in (".html", ".css", ".mjs"):
            shutil.copy(file, output)
    shutil.copy(core, output / "core.wasm")
    for name in PYODIDE_FILES:
        shutil.copy(pyodide / name, output / "pyodide")
    (output / "examples.json").write_text(json.dumps(list(examples())), encoding="utf-8")
    with zipfile.ZipFile(output / "packages.zip", "w") as archive:
        for name, content in packages().items():
            entry = zipfile.ZipInfo(name, _TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content)


if __name__ == "__main__":
    build(*map(Path, sys.argv[1:]))
