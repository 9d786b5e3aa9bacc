"""Runs every ok_*.asm and err_*.asm below this folder against the expectations in its comments (see README.md)."""

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from dsp56k.asm import assemble_file, render_all
from dsp56k.asm.diagnostics import messages
from dsp56k.asm.diagnostics.model import Message
from dsp56k.asm.directives import DIRECTIVES
from dsp56k.asm.expressions.functions import FUNCTIONS
from dsp56k.asm.link import Module, link
from dsp56k.asm.passes.options import OPTIONS

HERE = Path(__file__).parent
CASES = sorted(path for pattern in ("ok_*.asm", "err_*.asm") for path in HERE.rglob(pattern))

MARK = re.compile(r";(!!|!|=|>)\s*(.*)$")
# ASM 3.6.
OPERATORS = frozenset(
    ["+", "-", "~", "!", "*", "/", "%", "&", "|", "^", "<<", ">>", "<", ">", "==", "<=", ">=", "!=", "&&", "||"]
)
WORDS = re.compile(r"([XYP]):([0-9A-Fa-f]+)\s+(.*)")
SYMBOL = re.compile(r"(\S+)\s+(\$[0-9A-Fa-f]+|-?[0-9]+(?:\.[0-9]+)?)")


@dataclass
class Expectation:
    words: dict[tuple[str, int], int] = field(default_factory=dict)
    symbols: dict[str, float] = field(default_factory=dict)
    start: int | None = None
    diagnostics: Counter[tuple[int | None, str]] = field(default_factory=Counter)
    defines: dict[str, str] = field(default_factory=dict)
    options: list[str] = field(default_factory=list)
    relative: bool = False


def read(path: Path) -> Expectation:
    expected = Expectation()
    for number, line in enumerate(path.read_text(encoding="latin-1").replace("\r", "").split("\n"), start=1):
        match = MARK.search(line)
        if match is None:
            continue
        mark, text = match.group(1), match.group(2).strip()
        if mark in ("!", "!!"):
            expected.diagnostics.update((number if mark == "!" else None, code) for code in text.split())
        elif mark == ">":
            if text.startswith("-"):
                expected.options.append(text[1:])
            elif text == "relative":
                expected.relative = True
            else:
                name, _, value = text.partition("=")
                expected.defines[name] = value
        elif words := WORDS.fullmatch(text):
            add_words(expected, words.group(1), int(words.group(2), 16), words.group(3))
        else:
            symbol = SYMBOL.fullmatch(text)
            assert symbol, f"{path}:{number}: after ';=' are words of X, Y or P, or a symbol and its value, got {text}"
            name, value = symbol.groups()
            number_value = float(value) if "." in value else int(value.replace("$", "0x"), 0)
            if name == "start":
                expected.start = int(number_value)
            else:
                expected.symbols[name] = number_value
    return expected


def add_words(expected: Expectation, space: str, address: int, text: str) -> None:
    for item in text.split():
        word, _, count = item.partition("*")
        for _ in range(int(count or 1)):
            expected.words[space, address] = int(word, 16)
            address += 1


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_case(path: Path) -> None:
    expected = read(path)
    obj = assemble_file(
        path,
        defines=expected.defines,
        options=expected.options,
        maclib_paths=[path.parent / "maclib"],
        relative=expected.relative,
    )
    report = render_all(obj.diagnostics)
    found = Counter(
        (entry.span.line if entry.span and Path(entry.span.file).name == path.name else None, entry.code)
        for entry in obj.diagnostics
    )
    assert found == expected.diagnostics, report
    assert obj.ok == path.name.startswith("ok_"), report
    if expected.relative and obj.ok:
        obj = link([Module(path.name, obj)]).obj
        assert obj.ok, render_all(obj.diagnostics)
    if expected.words:
        assert {key: f"{word:06X}" for key, word in obj.words.items()} == {
            key: f"{word:06X}" for key, word in expected.words.items()
        }
    for name, value in expected.symbols.items():
        assert obj.symbols[name] == pytest.approx(value, abs=1e-6), name
    if expected.start is not None:
        assert obj.start == expected.start


def test_every_diagnostic_has_a_case() -> None:
    kinds = {value.code: name for name, value in vars(messages).items() if isinstance(value, Message)}
    covered = {code for path in CASES for _, code in read(path).diagnostics}
    # Files, limits and a bare COMMENT, which a source with marks cannot show: tests/unit/asm/test_limits.py does. And
    # what only the linker has to say: tests/unit/link/test_findings.py.
    elsewhere = {"A0101", "A0103", "A0104", "A0105", "A0106", "A0107", "A0113", "A0115", "A0213", "A0519", "A0340"}
    assert not sorted((code, name) for code, name in kinds.items() if code not in covered | elsewhere)


def test_codes_are_unique() -> None:
    codes = [value.code for value in vars(messages).values() if isinstance(value, Message)]
    assert len(codes) == len(set(codes))


def used(pattern: str) -> set[str]:
    """Return the matches of a regular expression in the cases, in upper case and without their comments."""
    lines = (line.partition(";")[0] for path in CASES for line in path.read_text("latin-1").upper().splitlines())
    return {found for line in lines for found in re.findall(pattern, line)}


def test_every_directive_has_a_case() -> None:
    assert sorted(DIRECTIVES.keys() - used(r"[.\w]+|=")) == []


def test_every_function_has_a_case() -> None:
    assert sorted(FUNCTIONS.parsers.keys() - used(r"@(\w+)\(")) == []


def test_every_operator_has_a_case() -> None:
    assert sorted(OPERATORS - used(r"<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^<>~!]")) == []


def test_every_option_has_a_case() -> None:
    from_comments = {option.upper() for path in CASES for option in read(path).options}
    given = {option for options in used(r"\bOPT\s+([\w,]+)") for option in options.split(",")} | from_comments
    assert sorted(name for name in OPTIONS if name not in given and f"NO{name}" not in given) == []
