"""Make random mutants of one package and check that the tests kill each.

`python tools/mutation_sample.py dsp_asm/dsp56k/asm --count 50 --seed 1` changes one expression or statement at a time
in a copy of the tree, build/mutants, and runs the package's tests that call the changed function, the quickest first,
up to the first failure; tools/called_functions.py records the calls once. If they are few, all tests of their files
follow, because a test may use the set-up of another one, and of files that start processes, whose calls are unknown.
All tests run if the change is outside of a function, or no test calls it. A survivor is printed with its line before
and after. The exit code is 1 if a mutant survives that docs/records/mutation.md does not explain. The same seed draws
the same mutants of the same sources.

For a Rust crate cargo-mutants lists the mutants (`cargo install cargo-mutants --locked`). A crate of `EXTENSIONS` is
built into its extension module, which is tested in the same way; for one of `UNIT_TESTED` its unit tests run.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import cache_from_source
from pathlib import Path

from called_functions import PROCESS
from forked_tests import ForkedTests
from mutation_test import (
    CARGO_SETTINGS,
    COPY,
    CORE_EXTENSION,
    NOT_COMPILED,
    PC_EXTENSION,
    ROOT,
    TARGET,
    TEST_TIMEOUT_SECONDS,
    build,
    copy_tree,
    failing_test,
)

RECORD = ROOT / "docs" / "records" / "mutation.md"
TESTS: dict[str, list[str]] = {
    "card/crates/chips": ["tests/unit/card/test_wd20c03.py", "tests/unit/card/test_wd20c03_vectors.py"],
    "card/dsp56k/card": ["tests/unit/card", "tests/unit/host/driver"],
    "dsp_asm/dsp56k/asm": ["tests/unit/asm", "tests/asm_cases", "tests/unit/link", "tests/manual"],
    "dsp_asm/dsp56k/lib": ["tests/unit/lib", "tests/unit/algorithms"],
    "dsp_asm/dsp56k/testing": ["tests/unit/testing"],
    "emu/crates/core": [
        "tests/vectors",
        "tests/unit/emu",
        "tests/differential/engines",
        "tests/differential/test_interrupted_rep.py",
        "tests/unit/testing/proofs",
    ],
    "emu/crates/jit": ["tests/differential/engines", "tests/differential/systematic"],
    "emu/crates/py": ["tests/unit/emu", "tests/unit/card"],
    "emu/dsp56k/emu": ["tests/unit/emu"],
    "emu/dsp56k/isa": ["tests/unit/isa", "tests/unit/asm"],
    "emu/dsp56k/objects": ["tests/unit/objects", "tests/unit/link"],
    "emu/dsp56k/profile": ["tests/unit/profile"],
    "emu/dsp56k/system": ["tests/unit/system", "tests/unit/setup/test_without_posix.py"],
    "host_driver/crates/pc": ["tests/unit/host/clocks", "tests/unit/host/pc", "tests/unit/host/software"],
    "host_driver/dsp56k/host": ["tests/unit/host", "tests/unit/lib/firmware"],
    "host_driver/dsp56k/study": ["tests/unit/study"],
    "tools/dsp56k/cli": [
        "tests/unit/cli",
        "tests/unit/language",
        "tests/unit/link",
        "tests/unit/isa",
        "tests/unit/study/test_load.py",
    ],
    "tools/dsp56k/debug": ["tests/unit/debug", "tests/unit/cli/debugging"],
    "tools/dsp56k/language": ["tests/unit/language"],
    "tools/dsp56k/sleigh": ["tests/unit/sleigh", "tests/differential/test_pcode.py"],
}
"""The tests of each package, likeliest first."""
EXTENSIONS = {
    "card/crates/chips": ("dsp56k-py", CORE_EXTENSION),
    "emu/crates/core": ("dsp56k-py", CORE_EXTENSION),
    "emu/crates/jit": ("dsp56k-py", CORE_EXTENSION),
    "emu/crates/py": ("dsp56k-py", CORE_EXTENSION),
    "host_driver/crates/pc": ("dsp56k-pc", PC_EXTENSION),
}
"""The crate and the extension module that hold a Rust package."""
UNIT_TESTED = {"emu/crates/isa": "dsp56k-isa", "emu/crates/web": "dsp56k-web"}
"""The crates that `cargo test` tests: `web` is in no extension module, and that of `isa` takes a minute to build."""
RECORDER = ("-p", "called_functions")
CHOSEN, RECORDED = COPY.parent / "chosen.json", COPY.parent / "called.json"
Called = Mapping[str, tuple[float, list[str]]]
"""The seconds of each test, and the functions that it calls."""
Test = Callable[[Iterable[list[str]]], str]
"""Returns the first test that fails in these runs of pytest, or ""."""
FEW_TESTS = 20
"""If fewer tests call the changed function, all tests of their files run as well."""
MAX_LINE = 120
"""Characters of a line of Rust; the text of a longer mutant is cut."""
COMPILER_ERRORS = "could not compile"
"""Cargo's last error if it could not build a crate or its tests."""
UNIT_TEST_TIMEOUT_SECONDS = 300
"""Seconds after which a crate's unit tests hang, with the time to build them."""
MIN_TIMEOUT_SECONDS = 60
"""A run of the tests that takes longer than this and than three times the run without a mutant hangs."""

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr,
}  # fmt: skip


@dataclass(frozen=True)
class Replacement:
    """Text of a file between two offsets that a mutant replaces."""

    file: str
    line: int
    start: int
    end: int
    text: str

    def apply(self, source: str) -> str:
        """Return the source with the replacement."""
        return source[: self.start] + self.text + source[self.end :]

    def describe(self, source: str) -> str:
        """Return the changed text before and after, on one line each; of Rust, whose operators change, whole lines."""
        start, end = self.start, self.end
        if self.file.endswith(".rs"):
            start, end = source.rfind("\n", 0, start) + 1, source.index("\n", end)
        before = _on_a_line(source[start:end])
        after = _on_a_line(source[start : self.start] + self.text + source[self.end : end])
        return f"{self.file}:{self.line}: `{before}` -> `{after}`"


def _on_a_line(text: str) -> str:
    return textwrap.shorten(text, MAX_LINE, placeholder=" ...")


def python_replacements(file: str, source: str) -> Iterator[Replacement]:
    """Yield every mutant of a Python module."""
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def offset(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    for node, new in _mutations(ast.parse(source)):
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start, end = offset(node.lineno, node.col_offset), offset(node.end_lineno, node.end_col_offset)
        yield Replacement(file, node.lineno, start, end, new)


def _mutations(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield each expression or statement that has a mutant, with the mutant's text."""
    for node in _executed(tree):
        match node:
            case ast.Compare(left=left, ops=[op, *ops], comparators=comparators):
                yield node, f"({ast.unparse(ast.Compare(left, [_COMPARISONS[type(op)](), *ops], comparators))})"
            case ast.BoolOp(op=op, values=values):
                other = ast.And() if isinstance(op, ast.Or) else ast.Or()
                yield node, f"({ast.unparse(ast.BoolOp(other, values))})"
            case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
                yield node, f"({ast.unparse(ast.BinOp(left, _OPERATORS[type(op)](), right))})"
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                yield node, f"({ast.unparse(operand)})"
            case ast.Constant(value=bool(value)):
                yield node, str(not value)
            case ast.Constant(value=int(value)):
                yield node, str(value + 1)
            case ast.IfExp(test=test, body=body, orelse=other):
                yield node, f"({ast.unparse(ast.IfExp(test, other, body))})"
            case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
                yield node, "return None"
            case ast.Expr(value=ast.Call()) | ast.AugAssign():
                yield node, "pass"
            case ast.Continue():
                yield node, "break"
            case ast.Break():
                yield node, "continue"
            case _:
                pass


def _executed(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a tree without annotations, formatted strings, and blocks for type checkers."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list") or isinstance(node, ast.JoinedStr):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _executed(child)


def rust_replacements(package: str) -> Iterator[Replacement]:
    """Yield every mutant of a crate that cargo-mutants lists."""
    # Other hosts do not compile windows.rs.
    files = ["--file", f"{package}/src/**/*.rs", "--exclude", "**/windows.rs"]
    command = ["cargo", "mutants", "--list", "--json", "--dir", str(ROOT), *files]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"cannot list mutants of {package}: {done.stderr.strip()}\ninstall cargo-mutants, see --help")
    for mutant in json.loads(done.stdout):
        file, span = mutant["file"], mutant["span"]
        source = (ROOT / file).read_text(encoding="utf-8")
        lines = source.splitlines(keepends=True)
        start, end = (
            sum(map(len, lines[: span[side]["line"] - 1])) + span[side]["column"] - 1 for side in ("start", "end")
        )
        yield Replacement(file, span["start"]["line"], start, end, mutant["replacement"])


def drawn(package: str, count: int, seed: int) -> list[Replacement]:
    """Return `count` random mutants of a package, or all if it has fewer."""
    if package in EXTENSIONS or package in UNIT_TESTED:
        everything = list(rust_replacements(package))
    else:
        files = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / package).rglob("*.py"))
        everything = [
            mutant for file in files for mutant in python_replacements(file, (ROOT / file).read_text(encoding="utf-8"))
        ]
    return random.Random(seed).sample(everything, min(count, len(everything)))


def function_at(source: str, line: int) -> int | None:
    """Return the first line of the innermost function that has a line of a Python module; None outside of them."""
    found = None
    for node in ast.walk(ast.parse(source)):  # outer functions first
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= (node.end_lineno or 0):
            found = min([node.lineno, *(one.lineno for one in node.decorator_list)])
    return found


def runs(mutant: Replacement, source: str, called: Called, chosen: Path = CHOSEN) -> Iterator[list[str]]:
    """Yield pytest's arguments for each run: the tests that call the changed function, then those of their files."""

    def run(tests: Sequence[str]) -> list[str]:
        chosen.write_text(json.dumps(tests), encoding="utf-8")
        return [*RECORDER, f"--choose={chosen}", *sorted(set(map(_file, tests)))]

    function = f"{mutant.file}:{function_at(source, mutant.line)}" if mutant.file.endswith(".py") else ""
    callers = [test for test, (_, functions) in called.items() if function in functions]
    yield run(sorted(callers or called, key=lambda test: called[test][0]))
    if 0 < len(callers) < FEW_TESTS:
        files = {_file(test) for test, (_, functions) in called.items() if test in callers or PROCESS in functions}
        yield run([test for test in called if _file(test) in files])


def _file(test: str) -> str:
    return test.partition("::")[0]


def forget_compiled(path: Path) -> None:
    """Remove the bytecode of a source: the source of another mutant may have the same size and second."""
    Path(cache_from_source(str(path))).unlink(missing_ok=True)


def failing_unit_test(crate: str) -> str:
    """Return the first unit test of a crate of the copy that fails, "(hangs)", NOT_COMPILED and an error, or ""."""
    command = ["cargo", "test", "--locked", "--quiet", "--package", crate, "--target-dir", str(TARGET)]
    settings = os.environ | CARGO_SETTINGS
    pipe = subprocess.PIPE
    # Cargo's children, the tests, would outlive it if only cargo were killed.
    with subprocess.Popen(
        command, cwd=COPY, stdout=pipe, stderr=pipe, text=True, env=settings, start_new_session=True
    ) as process:
        try:
            output, errors = process.communicate(timeout=UNIT_TEST_TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return "(hangs)"
    if COMPILER_ERRORS in errors:
        return f"{NOT_COMPILED} {errors.splitlines()[0]}"
    failed = re.search(r"^---- (\S+) stdout", output, re.MULTILINE)
    return "" if process.returncode == 0 else failed[1] if failed else f"(cargo exit code {process.returncode})"


def try_replacement(mutant: Replacement, package: str, test: Test, called: Called) -> str:
    """Make a mutant in the copy, test it, and restore the source; return the test that failed, or ""."""
    path = COPY / mutant.file
    source = path.read_text(encoding="utf-8")
    path.write_text(mutant.apply(source), encoding="utf-8")
    forget_compiled(path)
    try:
        if package in UNIT_TESTED:
            return failing_unit_test(UNIT_TESTED[package])
        if package in EXTENSIONS and (errors := build(*EXTENSIONS[package])):
            return f"{NOT_COMPILED} {errors.splitlines()[0]}"
        return test(runs(mutant, source, called))
    finally:
        path.write_text(source, encoding="utf-8")
        forget_compiled(path)


def is_explained(description: str, record: str) -> bool:
    """Return True if a line of the record has the file and the change of a survivor; its line number may differ."""
    place, change = description.split(": ", 1)
    file = place.rpartition(":")[0]
    return any(file in line and change in line.replace("\\|", "|") for line in record.splitlines())


def recorded_calls(package: str) -> tuple[Called, Test]:
    """Run the tests of a package without a mutant; return the functions that each calls, and how a mutant is tested."""
    begun = time.monotonic()
    RECORDED.unlink(missing_ok=True)
    # Each mutant of an extension module is loaded by a new process; a package in Python is all that a fork must import.
    in_fork = None if package in EXTENSIONS else ForkedTests(f"dsp56k.{Path(package).name}", COPY)
    first_failure = in_fork.failing_test if in_fork else failing_test
    recording = [*RECORDER, f"--record={RECORDED}", "--maxfail=1000", *TESTS[package]]
    if failed := first_failure([recording], timeout=TEST_TIMEOUT_SECONDS):
        print(f"left out, like all tests that fail without a mutant or while their calls are recorded: {failed}")
    timeout = max(MIN_TIMEOUT_SECONDS, 3 * (time.monotonic() - begun))
    called: Called = json.loads(RECORDED.read_text(encoding="utf-8")) if RECORDED.is_file() else {}
    if not called:
        sys.exit(f"cannot test mutants of {package}: no test passes without one; run them in {COPY}")
    if astray := [test for test in called if not (COPY / test.partition("::")[0]).is_file()]:
        sys.exit(f"each test must be in a file below {COPY}, got {astray[0]}; mutants are made only there")
    return called, partial(first_failure, timeout=timeout)


def main() -> int:
    """Try a sample of mutants; return 1 if one survives that the record does not explain."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", choices=sorted({*TESTS, *UNIT_TESTED}))
    parser.add_argument("--count", type=int, default=50, help="mutants [50]")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--list", action="store_true", help="print the mutants, and test none")
    options = parser.parse_args()
    sample = drawn(options.package, options.count, options.seed)
    sources = {mutant.file: (ROOT / mutant.file).read_text(encoding="utf-8") for mutant in sample}
    if options.list:
        print("\n".join(mutant.describe(sources[mutant.file]) for mutant in sample))
        return 0
    copy_tree()
    called, test = ({}, failing_test) if options.package in UNIT_TESTED else recorded_calls(options.package)
    explained = RECORD.read_text(encoding="utf-8") if RECORD.is_file() else ""
    killed, invalid, unexplained, survivors = 0, 0, 0, 0
    for number, mutant in enumerate(sample, 1):
        killer = try_replacement(mutant, options.package, test, called)
        description = mutant.describe(sources[mutant.file])
        if killer.startswith(NOT_COMPILED):
            invalid += 1
        elif killer:
            killed += 1
        else:
            survivors += 1
            known = is_explained(description, explained)
            unexplained += not known
            print(f"survived: {description}{' (explained)' if known else ''}", flush=True)
        print(f"\r{number} of {len(sample)}, {survivors} survived", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"{options.package}: {len(sample)} mutants, {invalid} do not compile, {killed} killed, ", end="")
    print(f"{survivors} survived, {unexplained} unexplained")
    return int(unexplained > 0)


if __name__ == "__main__":
    sys.exit(main())
