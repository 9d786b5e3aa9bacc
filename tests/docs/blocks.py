"""Runs the code blocks of a Markdown document and compares their output with that in the document.

How to write a block (this docstring is the convention's only statement):

- ```python            All Python blocks of one document run in order in one namespace, in a temporary directory.
                       The ```text block that follows it is its output; without one, it prints nothing.
                       With a file name after it (```python test_it.py) saved like assembler instead.
- ```asm               Must assemble without a diagnostic. With a file name after it (```asm hello.asm) the block is
                       saved in the temporary directory instead, for the commands and Python blocks that follow.
- ```console           A session: `$ dsp56k ...` runs (by sh, in the temporary directory), the lines up to the next `$ `
                       are its output, stdout and stderr together. `\\` at a line's end continues the command.
                       A last line `[exit 1]` names the exit code, which otherwise is 0.
- ```sh                Shown, not run: set-up only. Each line starts with git, cd, pip, python3 or make, or with
                       python or activate of the venv; make targets and files of tests must exist.
- ```text              The output of the block before it, or a picture.
- ```toml, c, nasm      With a file name after it saved like assembler; else shown, not run.
- ```json               With a file name after it read as JSON and saved like assembler; else shown, not run.
- rust, lua, javascript, {toctree}  Shown, not run.

The blocks of docs/contributing/recipes.md are steps of another kind, which tests/recipes executes.

A Python block saves a picture ![...](NAME.svg) next to the document; tools/documents/pictures.py stores it.

In expected output a line `...` matches any number of lines.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pictures import pictures, settle_style

SHOWN_ONLY = {"{toctree}", "text", "toml", "rust", "lua", "javascript", "json", "c", "nasm"}
SETUP_COMMANDS = {"git", "cd", "pip", "python3", "make", ".venv/bin/python", "."}


@dataclass(frozen=True)
class Block:
    """One fenced block: its language, the words after it, its text, the line of its first text line (from 1)."""

    language: str
    title: str
    text: str
    line: int
    follows_directly: bool
    """True if there are only blank lines between this block and the one before it."""


def blocks_of(markdown: str) -> list[Block]:
    """All fenced blocks of a document, in order."""
    found: list[Block] = []
    body: list[str] = []
    fence = language = title = ""
    start = 0
    prose_since = True
    for number, line in enumerate(markdown.splitlines(), 1):
        opening = re.match(r"^(```+)\s*(\S*)\s*(.*?)\s*$", line)
        if not fence and opening:
            fence, language, title = opening.groups()
            body, start = [], number + 1
        elif fence and line.rstrip() == fence:
            found.append(
                Block(language, title, "".join(f"{b}\n" for b in body), start, bool(found) and not prose_since)
            )
            fence, prose_since = "", False
        elif fence:
            body.append(line)
        elif line.strip():
            prose_since = True
    if fence:
        raise AssertionError(f"the block opened before line {start} is never closed")
    return found


def matches(expected: str, actual: str) -> bool:
    """Return True if `actual` is `expected`. A line `...` matches any lines; spaces at line ends are ignored."""
    pattern = "".join(
        r"(?:[^\n]*\n)*?" if line.strip() == "..." else re.escape(line.rstrip()) + r"\n"
        for line in expected.splitlines()
    )
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in actual.splitlines())) is not None


def check_document(document: Path, directory: Path, makefile: Path) -> int:
    """Run every block of `document` in `directory`, the current one, and return the number of blocks that ran.

    Raises:
        AssertionError: with document and line, if a block fails, prints other text than the document shows, or does not
            save the picture that is next to the document.
    """
    ran = run_blocks(document, directory, makefile)
    for name in pictures(document.read_text(encoding="utf-8")):
        saved = directory / name
        assert saved.exists(), f"{document.name}: no block saves {name}"
        assert saved.read_bytes() == (document.parent / name).read_bytes(), (
            f"{document.name}: {name} differs; run tools/documents/pictures.py"
        )
    return ran


def run_blocks(document: Path, directory: Path, makefile: Path) -> int:
    """Run every block as `check_document`, without a look at pictures."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    text = document.read_text(encoding="utf-8")
    if pictures(text):
        settle_style()
    blocks = blocks_of(text)
    ran = 0
    for index, block in enumerate(blocks):
        where = f"{document.name}:{block.line}"
        following = blocks[index + 1] if index + 1 < len(blocks) else None
        match block.language:
            case "asm" | "python" | "toml" | "c" | "nasm" | "json" if block.title:
                if block.language == "json":
                    json.loads(block.text)
                (directory / block.title).parent.mkdir(parents=True, exist_ok=True)
                (directory / block.title).write_text(block.text, encoding="utf-8")
            case "python":
                shown = (
                    following.text if following and following.follows_directly and following.language == "text" else ""
                )
                _compare(where, shown, _run_python(block, document, namespace))
            case "console":
                _run_console(block, where, directory)
            case "asm":
                _assemble(block, where)
            case "sh":
                _check_setup(block, where, makefile)
            case language if language in SHOWN_ONLY:
                continue
            case language:
                raise AssertionError(f"{where}: a block must name a language of tests/docs/blocks.py, not {language!r}")
        ran += 1
    return ran


def _compare(where: str, shown: str, printed: str) -> None:
    assert matches(shown, printed), f"{where}: the document shows\n{shown}\nbut it prints\n{printed}"


def _run_python(block: Block, document: Path, namespace: dict[str, Any]) -> str:
    # Blank lines in front make a traceback point into the document.
    code = compile("\n" * (block.line - 1) + block.text, str(document), "exec")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, namespace)
    return printed.getvalue()


def _run_console(block: Block, where: str, directory: Path) -> None:
    text = block.text.replace("\\\n", "\\\0")
    sessions = re.split(r"^\$ ", text, flags=re.MULTILINE)
    assert not sessions[0].strip(), f"{where}: a console block starts with '$ '"
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "COLUMNS": "100",
        "NO_COLOR": "1",
        "TERM": "dumb",
    }
    for session in sessions[1:]:
        command, _, shown = session.partition("\n")
        command, shown = command.replace("\0", "\n"), shown.rstrip("\n")
        code = 0
        if exit_line := re.search(r"(?:^|\n)\[exit (\d+)\]$", shown):
            code, shown = int(exit_line[1]), shown[: exit_line.start()]
        result = subprocess.run(
            ["sh", "-c", command],
            cwd=directory,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        _compare(f"{where}: $ {command}", shown.strip("\n"), result.stdout.strip("\n"))
        assert result.returncode == code, f"{where}: $ {command}: exit code {result.returncode}, not {code}"


def _assemble(block: Block, where: str) -> None:
    from dsp56k.asm import assemble

    diagnostics = assemble(block.text).diagnostics
    assert not diagnostics, f"{where}: {diagnostics}"


def _check_setup(block: Block, where: str, makefile: Path) -> None:
    for line in block.text.splitlines():
        words = shlex.split(line, comments=True)
        if not words:
            continue
        assert words[0] in SETUP_COMMANDS, f"{where}: {words[0]} is not set-up; show it as a console block, which runs"
        assert words[0] != "." or words[1:] == [".venv/bin/activate"], f"{where}: {line} is not set-up"
        for word in words[1:]:
            if word.startswith("tests/"):
                assert (makefile.parent / word.partition("::")[0]).exists(), f"{where}: there is no {word}"
            if words[0] == "make" and "=" not in word:
                assert re.search(rf"^{re.escape(word)}:", makefile.read_text(encoding="utf-8"), re.MULTILINE), (
                    f"{where}: the Makefile has no target {word}"
                )
