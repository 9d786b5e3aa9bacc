"""Follows a section of docs/contributing/recipes.md: changes files as its blocks say, runs its commands."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from docs.blocks import Block, blocks_of, matches
from docs.documents import RECIPES, ROOT

PORTIONS = ("emu", "dsp_asm", "card", "host_driver", "tools")
EXTENSIONS = ":(glob)*/dsp56k/**/*.so"
KERNELS = "dsp_asm/dsp56k/lib/src/bignum/kernels"
BUILD, TEST = "make build", re.compile('make test TESTS="(.+)"')
"""The commands that a test carries out itself, because make would set up an environment in the copy."""


def section(title: str) -> list[Block]:
    """The blocks of a recipe."""
    parts = re.split(r"^## (.+)$", RECIPES.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return blocks_of(dict(zip(parts[1::2], parts[2::2], strict=True))[title])


def unpacked_distribution(directory: Path) -> Path:
    """Return an unpacked source distribution with the checkout's built extensions and kernels, to be changed.

    It has every file that git has, unchanged: nobody would miss a file that is only in the checkout.
    """
    backend = f"from setuptools import build_meta; build_meta.build_sdist({str(directory)!r})"
    subprocess.run([sys.executable, "-c", backend], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    (archive,) = directory.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(directory, filter="data")
    copy = directory / archive.name.removesuffix(".tar.gz")
    for name in _files_of_git("--cached"):
        assert (copy / name).read_bytes() == (ROOT / name).read_bytes(), f"{name} differs in the source distribution"
    for name in _files_of_git("--others", "--ignored", "--exclude-standard", "--", EXTENSIONS, KERNELS):
        (copy / name).parent.mkdir(exist_ok=True)
        shutil.copy2(ROOT / name, copy / name)
    return copy


def _files_of_git(*options: str) -> list[str]:
    """Return the names that `git ls-files` prints."""
    done = subprocess.run(["git", "ls-files", "-z", *options], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.split("\0")[:-1]


def changed(text: str, block: str, name: str) -> str:
    """Return `text` with the change of a block; the unchanged lines of the block must occur in it, once."""
    lines = block.splitlines()
    assert all(line[:1] in ("", " ", "+", "-") for line in lines), f"{name}: a line is neither there, new nor removed"
    pattern = ""
    for line in lines:
        if not line.startswith("+"):
            kept = line[1:]
            pattern += f"({re.escape(kept[:-3])}.*\n)" if kept.endswith("...") else f"({re.escape(kept)}\n)"
    found = list(re.finditer(f"^{pattern}", text, re.MULTILINE))
    assert len(found) == 1, f"{name}: what the recipe shows of it stands there {len(found)} times:\n{block}"
    there = iter(found[0].groups())
    made = []
    for line in lines:
        if line.startswith("+"):
            made.append(line[1:] + "\n")
        elif line.startswith("-"):
            next(there)
        else:
            made.append(next(there))
    return text[: found[0].start()] + "".join(made) + text[found[0].end() :]


@dataclass
class Recipe:
    """A recipe in a copy of the checkout.

    Attributes:
        title: the heading of its section.
        copy: the tree.
        build, suite: carry out `make build` in the copy, and `make test` with the named tests.
        ran: the commands so far.
    """

    title: str
    copy: Path
    build: Callable[[], None]
    suite: Callable[[list[str]], None]
    ran: list[str] = field(default_factory=list)

    def follow(self) -> None:
        """Take every step."""
        for block in section(self.title):
            if block.language == "diff":
                self._change(block)
            else:
                assert block.language == "console", f"a recipe has diff and console blocks, not {block.language}"
                self._run_all(block)
        assert TEST.fullmatch(self.ran[-1])

    def _change(self, block: Block) -> None:
        path = self.copy / block.title
        if all(line.startswith("+") for line in block.text.splitlines()):
            assert not path.exists(), f"{block.title} is there already"
            path.write_text("".join(line[1:] + "\n" for line in block.text.splitlines()), encoding="utf-8")
        else:
            text = path.read_text(encoding="utf-8")
            path.write_text(changed(text, block.text, block.title), encoding="utf-8")

    def _run_all(self, block: Block) -> None:
        for session in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, _, shown = session.partition("\n")
            self.ran.append(command)
            if command == BUILD:
                self.build()
                continue
            if tests := TEST.fullmatch(command):
                self.suite(tests[1].split())
                continue
            code = 0
            if last := re.search(r"^\[exit (\d+)\]\n$", shown, re.MULTILINE):
                code, shown = int(last[1]), shown[: last.start()]
            done = self.run(*command.split())
            assert done.returncode == code, f"$ {command}\n{done.stdout}"
            assert matches(shown, done.stdout), f"$ {command}: the recipe shows\n{shown}\nbut it prints\n{done.stdout}"

    def run(self, *command: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run a command at the top of the copy, with the tests' Python as `python`; return its output as one text."""
        paths = os.pathsep.join(str(self.copy / portion) for portion in (*PORTIONS, "tests"))
        environment = os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "CARGO_TERM_COLOR": "never"}
        program = sys.executable if command[0] == "python" else command[0]
        return subprocess.run(
            [program, *command[1:]],
            cwd=self.copy,
            env=environment | settings,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )

    def test(self, *arguments: str) -> None:
        """Run tests of the copy; they must pass."""
        done = self.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments)
        assert done.returncode == 0, done.stdout
