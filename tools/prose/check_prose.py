"""Counts offences against the style guide in each package and compares the counts with those recorded.

python tools/prose/check_prose.py                      fails if a count rises, and lists the findings
python tools/prose/check_prose.py --update             records lower counts, and those of new packages
python tools/prose/check_prose.py --list tools tests   lists all findings of packages

rules.toml has the rules, modules.toml the names that modules must lose, counts.toml the counts; `passages` finds the
text. Ruff's rules D205 and D401 are counted, too. The style guide is docs/contributing/style.md.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from passages import KINDS, LANGUAGES, STRING, Passage, passages

ROOT = Path(__file__).parents[2]
DATA = Path(__file__).parent
_PACKAGE = re.compile(r"(?:[^/]+/(?:dsp56k|crates)/[^/.]+|host_driver/src|[^/]+)(?=/)")
GENERATED_TABLE = re.compile(r"(?ms)^<!-- (?P<name>[^\n]+): made by [^\n]+ -->$.*?^<!-- end of (?P=name) -->$")


class Rule(msgspec.Struct, frozen=True):
    """A pattern that text must not match."""

    name: str
    pattern: str
    write: str
    """The replacement, shown with each finding."""
    level: str
    """error and warning are counted; a finding of level forbidden always fails."""
    kinds: tuple[str, ...] = KINDS
    """Kinds of text, or "code": each different match of a file's text counts once."""
    begins: bool = False
    """The pattern is compared with the beginning of a comment or docstring."""
    documents: str = ""
    """The rule is for documentation of items whose first line matches this pattern."""


class Rules(msgspec.Struct, frozen=True):
    """rules.toml."""

    directories: tuple[str, ...]
    """Directories that are searched, in addition to the documents at the top."""
    skip: tuple[str, ...]
    """Patterns of paths that are not searched."""
    without_strings: tuple[str, ...]
    """Patterns of paths whose string literals are not searched."""
    rule: tuple[Rule, ...]


class Finding(msgspec.Struct, frozen=True):
    """A match of a rule."""

    package: str
    path: str
    line: int
    level: str
    rule: str
    text: str

    def __str__(self) -> str:
        """Return the line that is printed."""
        return f"{self.path}:{self.line}: {self.rule}: {self.text}"


class Counts(msgspec.Struct, frozen=True):
    """The number of findings of each level in a package. `words` is recorded as a measure and not compared."""

    errors: int = 0
    warnings: int = 0
    docstrings: int = 0
    words: int = 0


Lines = dict[str, set[int]]
"""Line numbers by path."""
COUNTED = {"error": "errors", "warning": "warnings", "docstring": "docstrings"}
"""Levels of findings, and the counts that they belong to."""


def package_of(path: str) -> str:
    """Return the package of a file: an import package, a crate, or the first directory of its path."""
    match = _PACKAGE.match(path)
    return match[0] if match else "docs"


def files(root: Path, rules: Rules) -> Iterator[tuple[str, Path]]:
    """Yield the files that are searched, with their paths below the root."""
    found = list(root.glob("*.md"))
    for directory in rules.directories:
        found += (root / directory).rglob("*.*")
    skip = re.compile("|".join(rules.skip))
    for file in sorted(found):
        path = file.relative_to(root).as_posix()
        if file.suffix[1:] in LANGUAGES and not skip.search(path):
            yield path, file


def matches(rules: Iterable[Rule], found: Iterable[Passage], code: str) -> Iterator[tuple[Rule, int, str]]:
    """Yield rule, line and text of each match in the passages and the code of one file."""
    by_kind: dict[str, list[Passage]] = defaultdict(list)
    for passage in found:
        by_kind[passage.kind].append(passage)
    for rule in rules:
        if "code" in rule.kinds:
            first = {match[0]: match.start() for match in reversed(list(re.finditer(rule.pattern, code)))}
            for text, offset in reversed(first.items()):
                yield rule, code.count("\n", 0, offset) + 1, text
        elif rule.begins:
            for passage in (passage for kind in rule.kinds for passage in by_kind[kind] if passage.begins):
                if re.match(rule.documents, passage.documents) and re.match(rule.pattern, passage.text):
                    yield rule, passage.lines[0], passage.text[:60]
        else:
            for kind in rule.kinds:
                yield from _matches_anywhere(rule, by_kind[kind])


def _matches_anywhere(rule: Rule, found: list[Passage]) -> Iterator[tuple[Rule, int, str]]:
    """Yield the matches of a rule, searched for in all passages at once."""
    starts, text = [], "\n".join(passage.text for passage in found)
    offset = 0
    for passage in found:
        starts.append(offset)
        offset += len(passage.text) + 1
    for match in re.finditer(rule.pattern, text, re.MULTILINE):
        number = bisect_right(starts, match.start()) - 1
        yield rule, found[number].line_at(match.start() - starts[number]), match[0]


def prose_findings(root: Path, rules: Rules, modules: dict[str, str]) -> tuple[list[Finding], dict[str, int]]:
    """Return the findings of the rules and the number of words of each package."""
    findings: list[Finding] = []
    words: dict[str, int] = defaultdict(int)
    without_strings = re.compile("|".join(rules.without_strings))
    for path, file in files(root, rules):
        package, code = package_of(path), file.read_text(encoding="utf-8", errors="replace")
        if path in modules:
            findings.append(Finding(package, path, 1, "warning", "module", f"rename to {modules[path]}"))
        if re.match(r"(?:<!--|;|/\*) Made (?:by|from)", code):
            continue
        # Lines of generated tables stay, without text, so that line numbers are right.
        code = GENERATED_TABLE.sub(lambda table: "\n" * table[0].count("\n"), code)
        found = list(passages(file.suffix[1:], code))
        if without_strings.search(path):
            found = [passage for passage in found if passage.kind != STRING]
        words[package] += sum(len(passage.text.split()) for passage in found)
        for rule, line, text in matches(rules.rule, found, "" if file.suffix == ".md" else code):
            findings.append(Finding(package, path, line, rule.level, rule.name, f"{text!r}: {rule.write}"))
    return findings, words


def docstring_findings(root: Path) -> Iterator[Finding]:
    """Yield what ruff finds by D205 and D401, which pyproject.toml switches off for its usual run."""
    command = [str(Path(sys.executable).parent / "ruff"), "check", "--select", "D205,D401", "--output-format", "json"]
    result = subprocess.run([*command, "--exit-zero", "."], cwd=root, check=True, capture_output=True)
    for found in json.loads(result.stdout):
        path = Path(found["filename"]).relative_to(root).as_posix()
        line = found["location"]["row"]
        yield Finding(package_of(path), path, line, "docstring", found["code"], found["message"])


def counted(findings: Iterable[Finding], words: dict[str, int]) -> dict[str, Counts]:
    """Return the counts of all packages that have words, by name."""
    numbers = {package: dict.fromkeys(COUNTED.values(), 0) | {"words": count} for package, count in words.items()}
    for finding in findings:
        if finding.level in COUNTED:
            numbers.setdefault(finding.package, dict.fromkeys(COUNTED.values(), 0))[COUNTED[finding.level]] += 1
    return {package: Counts(**numbers[package]) for package in sorted(numbers)}


def report(findings: list[Finding], now: dict[str, Counts], recorded: dict[str, Counts], changed: Lines) -> list[str]:
    """Return the lines that explain why the check fails; empty if no count has risen.

    Of a package whose count has risen, only findings on changed lines are listed, if there are any.
    """
    lines = [f"{finding} (never allowed)" for finding in findings if finding.level not in COUNTED]
    for package, counts in now.items():
        before = recorded.get(package, Counts())
        for level, name in COUNTED.items():
            count, allowed = getattr(counts, name), getattr(before, name)
            if count > allowed:
                risen = [finding for finding in findings if finding.package == package and finding.level == level]
                new = [finding for finding in risen if finding.line in changed.get(finding.path, ())]
                lines += [str(finding) for finding in new or risen]
                lines.append(f"{package}: {count} {name}, {allowed} allowed")
    return lines


def fallen(now: dict[str, Counts], recorded: dict[str, Counts]) -> list[str]:
    """Return a line for each count that is lower than the recorded one."""
    return [
        f"{package}: {getattr(now.get(package, Counts()), name)} {name}, {getattr(counts, name)} recorded"
        for package, counts in recorded.items()
        for name in COUNTED.values()
        if getattr(now.get(package, Counts()), name) < getattr(counts, name)
    ]


def lowered(now: dict[str, Counts], recorded: dict[str, Counts]) -> dict[str, Counts]:
    """Return the counts to record: the lower of both, and those of packages that are not recorded yet."""
    result = {}
    for package, counts in now.items():
        before = recorded.get(package, counts)
        limits = {name: min(getattr(counts, name), getattr(before, name)) for name in COUNTED.values()}
        result[package] = Counts(**limits, words=counts.words)
    return result


def written(counts: dict[str, Counts]) -> str:
    """Return the text of counts.toml."""
    lines = [
        "# Findings of `make prose`, which fails if one of these numbers, except words, rises. UPDATE=1 lowers them.",
        "",
    ]
    for package, numbers in counts.items():
        fields = ", ".join(f"{name} = {number}" for name, number in msgspec.structs.asdict(numbers).items())
        lines.append(f'"{package}" = {{ {fields} }}')
    return "\n".join(lines) + "\n"


def changed_lines(root: Path) -> Lines:
    """Return the lines, by path, that differ from the commit that recorded the counts; empty outside of a checkout."""
    recorded = _git(root, "log", "-1", "--format=%H", "--", "tools/prose/counts.toml").strip()
    changed: Lines = defaultdict(set)
    if not recorded:
        return changed
    path = ""
    for line in _git(root, "diff", "--unified=0", "--no-color", "--no-ext-diff", recorded).splitlines():
        if line.startswith("+++ "):
            path = line.removeprefix("+++ b/")
        elif match := re.match(r"@@ -\S+ \+(\d+)(?:,(\d+))? @@", line):
            changed[path].update(range(int(match[1]), int(match[1]) + int(match[2] or 1)))
    for path in _git(root, "ls-files", "--others", "--exclude-standard").splitlines():
        changed[path].update(range(1, 100_000))
    return changed


def _git(root: Path, *arguments: str) -> str:
    command = ["git", *arguments]
    result = subprocess.run(command, cwd=root, check=False, capture_output=True, encoding="utf-8", errors="replace")
    return result.stdout if result.returncode == 0 else ""


def main() -> int:
    """Return 0 if no count has risen, 1 otherwise."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--update", action="store_true", help="record counts that have fallen, and those of new packages"
    )
    parser.add_argument("--list", nargs="+", metavar="PACKAGE", default=[], help="list all findings of these packages")
    options = parser.parse_args()

    rules = msgspec.toml.decode((DATA / "rules.toml").read_bytes(), type=Rules)
    modules = msgspec.toml.decode((DATA / "modules.toml").read_bytes(), type=dict[str, str])
    recorded = msgspec.toml.decode((DATA / "counts.toml").read_bytes(), type=dict[str, Counts])
    findings, words = prose_findings(ROOT, rules, modules)
    findings += docstring_findings(ROOT)
    now = counted(findings, words)
    if options.list:
        print(*(finding for finding in findings if finding.package in options.list), sep="\n")
        return 0
    if options.update:
        recorded = lowered(now, recorded)
        (DATA / "counts.toml").write_text(written(recorded), encoding="utf-8")
    problems = report(findings, now, recorded, changed_lines(ROOT))
    print(*problems, sep="\n", end="\n" if problems else "")
    if lower := fallen(now, recorded):
        print(*lower, "lower the recorded counts: make prose UPDATE=1", sep="\n")
    if problems:
        print("write it as docs/contributing/style.md says, or mend as much elsewhere in the package", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
