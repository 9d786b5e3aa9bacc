"""Plant small faults in a copy of the emulator, one at a time, and check that the tests notice them.

`python tools/plant_faults.py` plants every fault of tools/faults.toml and prints them as a table, `--only 3 7` plants
those two, and `--check` only checks that the faults still fit the sources.

The copy is in build/faults, with a separate cargo target directory; the checkout is not touched. For each fault the
extension is built and the tests run until the first failure: first the one that has noticed the fault before, then
likely ones, the complete suite last. A fault whose test is known takes some six seconds of an idle core. The exit code
is 1 if a fault was not noticed, 2 if one no longer fits its file.
"""

from __future__ import annotations

import argparse
import io
import os
import shutil
import subprocess
import sys
import tarfile
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
WORK = ROOT / "build" / "faults"
COPY, TARGET = WORK / "copy", WORK / "target"
SOURCES = Path("emu/crates/core/src")
PORTIONS = ("emu", "dsp_asm", "card", "host_driver", "tools", "tests")
COMPARED = ["tests/vectors", "tests/differential", "-k", "not fresh and not decode"]
WRITTEN_OUT = ["tests/unit/emu", "tests/property/test_emu_lines.py", "tests/property/test_emu_machine.py"]
EVERYTHING = ["tests", "-n", "2", "--maxfail=1"]
NOT_RUN = (4, 5)
"""pytest's exit codes if there was no such test, or none at all."""
OUTSIDE_INSTRUCTIONS = ("run/", "memory/", "timeline.rs", "peripherals/")
"""Sources whose faults the tests with written-out expectations are likelier to notice than the comparisons."""
PATIENCE = 1500
"""Seconds after which a run of the tests counts as hung: the fault was noticed."""


@dataclass(frozen=True)
class Fault:
    """A fault: text of a file that is replaced, its effect, and a test that noticed it, if one is known."""

    file: str
    original: str
    replacement: str
    breaks: str
    test: str = ""

    def fits(self, tree: Path) -> bool:
        """Return True if the original text occurs once in the file."""
        path = tree / SOURCES / self.file
        return path.is_file() and path.read_text().count(self.original) == 1


def faults() -> list[Fault]:
    """Return the faults of tools/faults.toml."""
    return [Fault(**fault) for fault in tomllib.loads((ROOT / "tools" / "faults.toml").read_text())["fault"]]


def tree(revision: str | None) -> Iterator[tuple[str, bytes, int]]:
    """Yield name, content and mode of every file of a commit, or of the checkout without ignored files."""
    if revision is None:
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listing = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
        for name in listing.stdout.decode().split("\0"):
            if name and (path := ROOT / name).is_file():
                yield name, path.read_bytes(), path.stat().st_mode
        return
    command = ["git", "archive", revision]
    archive = subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        for member in files:
            if (file := files.extractfile(member)) is not None:
                yield member.name, file.read(), member.mode


def copy_tree(revision: str | None) -> None:
    """Bring the copy up to date; unchanged files keep their times, so that little is built again."""
    names = set()
    for name, content, mode in tree(revision):
        names.add(COPY / name)
        copy = COPY / name
        if not copy.is_file() or copy.read_bytes() != content:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
            copy.chmod(mode & 0o777)
    for stale in [path for path in COPY.rglob("*") if path.is_file() and path not in names]:
        stale.unlink()


def build() -> str:
    """Build the extension of the copy; return the compiler's errors, or ""."""
    command = ["cargo", "build", "--locked", "--quiet", "--package", "dsp56k-py", "--target-dir", str(TARGET)]
    # The development profile is incremental; without debug information it links in half the time.
    settings = os.environ | {"CARGO_PROFILE_DEV_DEBUG": "false", "CARGO_INCREMENTAL": "1"}
    done = subprocess.run(command, cwd=COPY, capture_output=True, text=True, env=settings)
    if done.returncode:
        return done.stderr
    suffix = ".dylib" if sys.platform == "darwin" else ".so"
    shutil.copyfile(TARGET / "debug" / f"lib_core{suffix}", COPY / "emu/dsp56k/emu/_core.abi3.so")
    return ""


def stages(fault: Fault | None) -> tuple[list[str], ...]:
    """Return pytest's arguments for each run, from the likeliest to fail to everything."""
    if fault is None:
        return (COMPARED, WRITTEN_OUT)
    early = fault.file.startswith(OUTSIDE_INSTRUCTIONS)
    likely = (WRITTEN_OUT, COMPARED) if early else (COMPARED, WRITTEN_OUT)
    known = ([fault.test],) if fault.test else ()
    return (*known, *likely, EVERYTHING)


def failing_test(fault: Fault | None = None) -> str:
    """Return the first test of the copy that fails, "(hangs)", or "" if all pass."""
    paths = os.pathsep.join(str(COPY / portion) for portion in PORTIONS)
    for stage in stages(fault):
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", "-p", "no:cacheprovider", *stage]
        try:
            done = subprocess.run(
                command,
                cwd=COPY,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
                env=os.environ | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1"},
            )
        except subprocess.TimeoutExpired:
            return "(hangs)"
        if done.returncode and done.returncode not in NOT_RUN:
            lines = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
            return lines[0].split(" ", 1)[1].split(" - ")[0] if lines else f"(pytest exit code {done.returncode})"
    return ""


def try_fault(fault: Fault) -> str:
    """Plant a fault, test, and remove it; return the test that failed, or ""."""
    path = COPY / SOURCES / fault.file
    text = path.read_text()
    path.write_text(text.replace(fault.original, fault.replacement))
    try:
        complaint = build()
        return f"(does not compile) {complaint}" if complaint else failing_test(fault)
    finally:
        path.write_text(text)


def main() -> int:
    """Try the faults and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", type=int, nargs="+", metavar="N", help="numbers of faults, from 1")
    parser.add_argument("--check", action="store_true", help="check only that the faults fit the sources")
    parser.add_argument(
        "--no-baseline", action="store_true", help="skip the first run of the tests, which is without a fault"
    )
    parser.add_argument("--revision", help="commit in which to plant the faults [default: the working tree]")
    options = parser.parse_args()
    numbered = [(number, fault) for number, fault in enumerate(faults(), 1) if number in (options.only or [number])]
    copy_tree(options.revision)
    misfits = [(number, fault) for number, fault in numbered if not fault.fits(COPY)]
    for number, fault in misfits:
        print(f"fault {number}, {fault.breaks}: its original text is not found once in {fault.file}")
    if misfits or options.check:
        return 2 if misfits else 0
    if complaint := build():
        print(complaint)
        return 2
    if not options.no_baseline and (failed := failing_test()):
        print(f"without any fault {failed} fails")
        return 2
    missed, start = 0, time.monotonic()
    for number, fault in numbered:
        begun = time.monotonic()
        caught = try_fault(fault)
        missed += not caught
        seconds = time.monotonic() - begun
        noticed = f"`{caught.removeprefix('tests/')}`" if caught else "**not caught**"
        print(f"| {number} | `{fault.file}` | {fault.breaks} | {noticed} |", flush=True)
        print(f"fault {number}: {seconds:.0f} s", file=sys.stderr, flush=True)
    minutes = (time.monotonic() - start) / 60
    print(f"{len(numbered)} faults, {len(numbered) - missed} caught, {missed} not caught, {minutes:.0f} minutes")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
