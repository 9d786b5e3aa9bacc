"""Check that the tests kill each recorded mutant of the emulator and the JIT.

`python tools/mutation_test.py` tries every mutant of tools/mutants.toml and prints them as a table, `--only 3 7` tries
those two, and `--check` only checks that the mutants still fit the sources.

The mutants are made in a copy of the tree, build/mutants, with its own cargo target directory, so the checkout does not
change. For each mutant the extension is built and the tests run until the first failure: first the test that has killed
the mutant before, then the likely ones, the complete suite last. A mutant whose test is known takes about six seconds
of an idle core. The exit code is 1 if a mutant survives and 2 if one does not fit its file or does not compile.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "mutants"
COPY, TARGET = WORK / "copy", WORK / "target"
SOURCES = Path("emu/crates/core/src")
CORE_EXTENSION = "emu/dsp56k/emu/_core"
PC_EXTENSION = "host_driver/dsp56k/host/_pc"
PORTIONS = ("emu", "dsp_asm", "card", "host_driver", "tools", "tests")
COMPARED = ["tests/vectors", "tests/differential", "-k", "not fresh and not decode"]
WITHOUT_LIMITS = "--ignore=tests/unit/emu/test_no_memory.py"
"""Its limits of memory are those of a release build."""
WRITTEN_OUT = [
    *("tests/unit/emu", "tests/property/test_emu_lines.py", "tests/property/test_emu_machine.py"),
    WITHOUT_LIMITS,
]
EVERYTHING = ["tests", "-n", "2", "--maxfail=1", WITHOUT_LIMITS]
CARGO_SETTINGS = {"CARGO_PROFILE_DEV_DEBUG": "false", "CARGO_INCREMENTAL": "1"}
"""The development profile is incremental; without debug information it links in half the time."""
NOT_RUN = (4, 5)
"""pytest's exit codes if there was no such test, or none at all."""
OUTSIDE_INSTRUCTIONS = ("run/", "memory/", "timeline.rs", "peripherals/")
"""Sources whose mutants the tests with literal expectations kill more often than the comparisons."""
NOT_COMPILED = "(does not compile)"
TEST_TIMEOUT_SECONDS = 1500
"""Seconds after which a run of the tests counts as a hang, which kills the mutant."""


@dataclass(frozen=True)
class Mutant:
    """A replacement of text in a file, its effect, and a test that has killed it, if one is known."""

    file: str
    original: str
    replacement: str
    effect: str
    test: str = ""

    def fits(self, tree: Path) -> bool:
        """Return True if the original text occurs once in the file."""
        path = tree / SOURCES / self.file
        return path.is_file() and path.read_text().count(self.original) == 1


def mutants() -> list[Mutant]:
    """Return the mutants of tools/mutants.toml."""
    return [Mutant(**mutant) for mutant in tomllib.loads((ROOT / "tools" / "mutants.toml").read_text())["mutant"]]


def tree() -> Iterator[tuple[str, bytes, int]]:
    """Yield name, content and mode of every file of the checkout without ignored files."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    for name in listing.stdout.decode().split("\0"):
        if name and (path := ROOT / name).is_file():
            yield name, path.read_bytes(), path.stat().st_mode


def copy_tree() -> None:
    """Update the copy with the checkout's extension modules; unchanged files keep their times for cargo."""
    names = set()
    for name, content, mode in tree():
        names.add(COPY / name)
        copy = COPY / name
        if not copy.is_file() or copy.read_bytes() != content:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
            copy.chmod(mode & 0o777)
    for stale in [path for path in COPY.rglob("*") if path.is_file() and path not in names]:
        stale.unlink()
    for extension in (CORE_EXTENSION, PC_EXTENSION):
        shutil.copyfile(ROOT / f"{extension}.abi3.so", COPY / f"{extension}.abi3.so")


def build(package: str = "dsp56k-py", extension: str = CORE_EXTENSION) -> str:
    """Build an extension module of the copy; return the compiler's errors, or ""."""
    command = ["cargo", "build", "--locked", "--quiet", "--package", package, "--target-dir", str(TARGET)]
    done = subprocess.run(command, cwd=COPY, capture_output=True, text=True, env=os.environ | CARGO_SETTINGS)
    if done.returncode:
        return done.stderr
    suffix = ".dylib" if sys.platform == "darwin" else ".so"
    library = TARGET / "debug" / f"lib{Path(extension).name}{suffix}"
    shutil.copyfile(library, COPY / f"{extension}.abi3.so")
    return ""


def stages(mutant: Mutant | None) -> tuple[list[str], ...]:
    """Return pytest's arguments for each run, from the likeliest to fail to everything."""
    if mutant is None:
        return (COMPARED, WRITTEN_OUT)
    early = mutant.file.startswith(OUTSIDE_INSTRUCTIONS)
    likely = (WRITTEN_OUT, COMPARED) if early else (COMPARED, WRITTEN_OUT)
    known = ([mutant.test],) if mutant.test else ()
    return (*known, *likely, EVERYTHING)


def failing_test(runs: Iterable[list[str]], timeout: float = TEST_TIMEOUT_SECONDS) -> str:
    """Return the first test of the copy that fails in these runs of pytest, "(hangs)", or "" if all pass."""
    paths = os.pathsep.join(str(COPY / portion) for portion in PORTIONS)
    for arguments in runs:
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", "-p", "no:cacheprovider", *arguments]
        try:
            done = subprocess.run(
                command,
                cwd=COPY,
                capture_output=True,
                text=True,
                timeout=timeout,
                env=os.environ | {"PYTHONPATH": paths},
            )
        except subprocess.TimeoutExpired:
            return "(hangs)"
        if done.returncode and done.returncode not in NOT_RUN:
            return first_failure(done.stdout, done.returncode)
    return ""


def first_failure(output: str, code: int) -> str:
    """Return the first failed test in pytest's output, or its exit code."""
    lines = [line for line in output.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return lines[0].split(" ", 1)[1].split(" - ")[0] if lines else f"(pytest exit code {code})"


def try_mutant(mutant: Mutant) -> str:
    """Make a mutant, test it, and restore the source; return the test that failed, or ""."""
    path = COPY / SOURCES / mutant.file
    text = path.read_text()
    path.write_text(text.replace(mutant.original, mutant.replacement))
    try:
        complaint = build()
        return f"{NOT_COMPILED} {complaint}" if complaint else failing_test(stages(mutant))
    finally:
        path.write_text(text)


def main() -> int:
    """Try the mutants and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", type=int, nargs="+", metavar="N", help="numbers of mutants, from 1")
    parser.add_argument("--check", action="store_true", help="check only that the mutants fit the sources")
    parser.add_argument(
        "--no-baseline", action="store_true", help="skip the first run of the tests, which is without a mutant"
    )
    options = parser.parse_args()
    numbered = [(number, mutant) for number, mutant in enumerate(mutants(), 1) if number in (options.only or [number])]
    misfits = [(number, mutant) for number, mutant in numbered if not mutant.fits(ROOT)]
    for number, mutant in misfits:
        print(f"mutant {number}, {mutant.effect}: its original text is not found once in {mutant.file}")
    if misfits or options.check:
        return 2 if misfits else 0
    copy_tree()
    if complaint := build():
        print(complaint)
        return 2
    if not options.no_baseline and (failed := failing_test(stages(None))):
        print(f"without a mutant {failed} fails")
        return 2
    survived, uncompiled, start = 0, 0, time.monotonic()
    for number, mutant in numbered:
        begun = time.monotonic()
        killer = try_mutant(mutant)
        survived += not killer
        uncompiled += killer.startswith(NOT_COMPILED)
        seconds = time.monotonic() - begun
        verdict = f"`{killer.removeprefix('tests/')}`" if killer else "**survived**"
        print(f"| {number} | `{mutant.file}` | {mutant.effect} | {verdict} |", flush=True)
        print(f"mutant {number}: {seconds:.0f} s", file=sys.stderr, flush=True)
    minutes = (time.monotonic() - start) / 60
    killed = len(numbered) - survived - uncompiled
    print(f"{killed} killed, {survived} survived, {uncompiled} do not compile, {minutes:.0f} minutes")
    return 2 if uncompiled else int(survived > 0)


if __name__ == "__main__":
    sys.exit(main())
