"""tools/prose: each kind of rule finds an example, code is ignored, and a count that rises fails."""

from __future__ import annotations

import subprocess
from pathlib import Path

import msgspec
import pytest

import check_prose
from check_prose import Counts, Finding, counted, fallen, lowered, prose_findings, report, written
from passages import passages

RULES = msgspec.toml.decode((check_prose.DATA / "rules.toml").read_bytes(), type=check_prose.Rules)
MODULES = {"tools/looking.py": "tools/inspection.py"}


def found(tmp_path: Path, path: str, text: str) -> list[tuple[str, int]]:
    """The names of the rules that a file breaks, with the lines."""
    file = tmp_path / path
    file.parent.mkdir(parents=True)
    file.write_text(text, encoding="utf-8")
    return [(finding.rule, finding.line) for finding in prose_findings(tmp_path, RULES, MODULES)[0]]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("docs/a.md", "A sentence.\n\nIt is a whole\nnumber.\n", [("whole-number", 3)]),
        ("docs/a.md", "- one\n- two, but not three amid four\n", [("archaic", 2)]),
        ("tools/a.py", "# It is no\n# word.\nx = 1\n", [("is-no", 1)]),
        ("tools/a.py", 'def f():\n    """Return x.\n\n    Do it for good.\n    """\n', [("for-good", 4)]),
        ("tools/a.py", 'def f():\n    """Of the first word."""\n', [("doc-without-verb", 2)]),
        ("tools/a.py", 'LIMIT = 1\n"""The same for y."""\n', [("doc-repeats", 2)]),
        ("tools/a.py", 'class A:\n    """Whether it is so."""\n', [("doc-clause", 2)]),
        ("tools/a.py", 'print("written in vain, "\n      f"so {x} ends")\n', [("in-vain", 1)]),
        ("tools/a.py", 'raise ValueError(f"a count "\n    f"of {count} Hz cannot be")\n', [("false-message", 1)]),
        ("tools/a.py", "MOST_WORDS = 1\nprint(MOST_WORDS, LEAST_WORDS)\n", [("limit-name", 1), ("limit-name", 2)]),
        ("tools/looking.py", "x = 1\n", [("module", 1)]),
        ("emu/a.rs", "/// Counts so many words.\npub fn count() {}\n", [("so-many", 1)]),
        ("emu/a.rs", "/// Count words.\n#[inline]\npub(crate) fn count() {}\n", [("doc-function", 1)]),
        ("emu/a.rs", "/// Counts words.\nfn count() {}\n/// A count.\nstruct Count;\n", []),
        ("emu/a.rs", "//! The chip, at\n//! hand.\n", [("at-hand", 1)]),
        ("emu/a.rs", "fn f<'a>(c: char) { c == '\"' } // made anew\n", [("archaic", 1)]),
        ("host_driver/a.c", "/* Counted, but\n * the copy for the 386 lies here. */\n", [("stands", 2)]),
        ("host_driver/a.c", "int a; // Words alone.\n", [("alone", 1)]),
        ("dsp_asm/a.asm", "        move    a,b     ; the rest is none\n", [("is-none", 1)]),
    ],
)
def test_a_planted_finding_is_seen(tmp_path: Path, path: str, text: str, expected: list[tuple[str, int]]) -> None:
    assert found(tmp_path, path, text) == expected


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("docs/a.md", "```text\nmade anew\n```\n\nUse `anew` or [it](anew.md). <!-- anew -->\n"),
        ("docs/a.md", "<!-- Made by python tools/a.py -->\nmade anew\n"),
        ("tools/a.py", 'def f():\n    """Return x.\n\n    >>> f(anew)\n    """\n    anew = amid\n'),
        ("tools/a.py", 'names = {"anew"}\n'),
        ("tools/a.py", 'def f():\n    """Return x.\n\n    Of the others, only y.\n    """\n'),
        ("tools/a.py", 'print(f"{anew[amid]} words")\n'),
        ("tests/a.py", 'assert message == "made anew"\n'),
        ("emu/a.rs", '/// Returns x.\n/// ```\n/// anew();\n/// ```\nfn f() { let s = r#"anew"#; }\n'),
        ("dsp_asm/dsp56k/asm/diagnostics/messages.py", 'TEXT = "made anew"\n'),
    ],
)
def test_code_and_other_peoples_words_are_left_alone(tmp_path: Path, path: str, text: str) -> None:
    assert found(tmp_path, path, text) == []


def test_every_rule_matches_something_and_says_what_to_write() -> None:
    assert len({rule.name for rule in RULES.rule}) == len(RULES.rule)
    assert all(rule.write and rule.level in {*check_prose.COUNTED, "forbidden"} for rule in RULES.rule)


def test_packages_are_import_packages_crates_and_directories() -> None:
    paths = [
        "emu/crates/jit/src/lib.rs",
        "emu/dsp56k/emu/chip.py",
        "host_driver/src/des/a.c",
        "tools/a.py",
        "README.md",
    ]
    names = ["emu/crates/jit", "emu/dsp56k/emu", "host_driver/src", "tools", "docs"]
    assert [check_prose.package_of(path) for path in paths] == names


def test_a_paragraph_knows_the_line_of_each_word() -> None:
    (passage,) = passages("md", "one\ntwo\nthree\n")
    assert [passage.line_at(passage.text.index(word)) for word in ("one", "two", "three")] == [1, 2, 3]


def finding(line: int, level: str = "warning") -> Finding:
    return Finding("tools", "tools/a.py", line, level, "alone", "alone")


NOW = counted([finding(1), finding(2)], {"tools": 100})


def test_a_rise_fails_and_lists_the_changed_lines() -> None:
    recorded = {"tools": Counts(warnings=1, words=90)}
    assert report([finding(1), finding(2)], NOW, recorded, {"tools/a.py": {2}}) == [
        "tools/a.py:2: alone: alone",
        "tools: 2 warnings, 1 allowed",
    ]
    assert len(report([finding(1), finding(2)], NOW, recorded, {})) == 3
    assert lowered(NOW, recorded) == {"tools": Counts(warnings=1, words=100)}


def test_a_new_package_has_to_be_recorded() -> None:
    assert report([finding(1), finding(2)], NOW, {}, {})[-1] == "tools: 2 warnings, 0 allowed"
    assert lowered(NOW, {}) == NOW


def test_the_same_count_passes_and_a_fall_is_recorded() -> None:
    recorded = {"tools": Counts(warnings=3, docstrings=1, words=90)}
    assert report([finding(1), finding(2)], NOW, recorded, {}) == []
    assert fallen(NOW, recorded) == ["tools: 2 warnings, 3 recorded", "tools: 0 docstrings, 1 recorded"]
    assert fallen(NOW, NOW) == []
    assert lowered(NOW, recorded) == NOW
    assert msgspec.toml.decode(written(NOW), type=dict[str, Counts]) == NOW


def test_what_is_never_allowed_fails_without_a_count() -> None:
    assert report([finding(1, "forbidden")], {}, {}, {}) == ["tools/a.py:1: alone: alone (never allowed)"]


def test_docstrings_that_ruff_finds_are_counted(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "a.py").write_text('def f():\n    """The word\n    at x."""\n', encoding="utf-8")
    (tmp_path / "ruff.toml").write_text('[lint]\nselect = ["D"]\nignore = ["D205", "D401"]\n', encoding="utf-8")
    rules = [(finding.rule, finding.line, finding.level) for finding in check_prose.docstring_findings(tmp_path)]
    assert sorted(rules) == [("D205", 2, "docstring"), ("D401", 2, "docstring")]


def test_lines_changed_since_the_counts_were_recorded(tmp_path: Path) -> None:
    counts, text = tmp_path / "tools" / "prose" / "counts.toml", tmp_path / "a.md"
    counts.parent.mkdir(parents=True)
    counts.write_text("\n")
    text.write_text("one\ntwo\nthree\n")
    assert check_prose.changed_lines(tmp_path) == {}
    author = ["-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (["init", "--quiet"], ["add", "."], [*author, "commit", "--quiet", "-m", "docs: count"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    text.write_text("one\n2\nthree\nfour\nfive\n")
    (tmp_path / "new.md").write_text("one\n")
    changed = check_prose.changed_lines(tmp_path)
    assert changed["a.md"] == {2, 4, 5}
    assert 1 in changed["new.md"]
