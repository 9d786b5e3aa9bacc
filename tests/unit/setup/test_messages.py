"""Messages of errors say what was expected and what was given, and never state a falsehood."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dsp56k.emu import ConfigurationError, Dsp56001, EmulatorError
from dsp56k.lib import OperandError, des_ecb_encrypt

ROOT = Path(__file__).parents[3]
PACKAGES = ("emu", "dsp_asm", "card", "host_driver", "tools")
WRONG: Any = "x"
FALSE = re.compile(
    r"(?<!there )\b(?:is|are) no (?!longer|more|need|way)[a-z]|\b(?:is|are) none of\b"
    r"|is a whole number, not|\bis from .* to .*, not|\bcannot be$|Hz cannot be"
    r"|has \{.*\} bytes: .* takes|: there is \{|\bthere is \{', '"
)
"""A sentence that is false of the value it quotes, one without a verb for it, and lists that no sentence introduces."""
DOCUMENTS = {"card/dsp56k/card/reference.py", "tools/documents/worked_encodings.py"}
"""Sources whose texts are pages, which no error shows."""


def texts(source: Path) -> Iterator[tuple[int, str]]:
    """The strings of a file that are not documentation."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    parts = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    parts |= {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield node.lineno, ast.unparse(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
            yield node.lineno, node.value


@pytest.mark.parametrize("package", PACKAGES)
def test_no_message_states_a_falsehood(package: str) -> None:
    sources = [path for path in (ROOT / package).rglob("*.py") if str(path.relative_to(ROOT)) not in DOCUMENTS]
    assert len(sources) > 10
    found = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in sources
        for line, text in texts(path)
        if FALSE.search(text)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda dsp: Dsp56001(mode=9), "mode must be 0 to 3, got 9"),
        (lambda dsp: dsp.run(max_clocks=WRONG), "max_clocks must be an integer, got 'x'"),
        (lambda dsp: Dsp56001(clock_hz=WRONG), "clock_hz must be a positive number, got 'x'"),
        (lambda dsp: dsp.run(max_clocks=-1), "max_clocks must be 0 to 18446744073709551615, got -1"),
        (lambda dsp: Dsp56001(board="mars"), "unknown board 'mars': expected one of bare, falcon, next"),
        (lambda dsp: dsp.run(condition=WRONG), "condition must be a function, got 'x'"),
    ],
)
def test_wrong_arguments_are_told(attempt: Callable[[Dsp56001], object], message: str) -> None:
    with pytest.raises((ConfigurationError, EmulatorError)) as caught:
        attempt(Dsp56001())
    assert str(caught.value).startswith(message)


def test_lengths_are_told() -> None:
    with pytest.raises(OperandError, match=r"key must be 8 bytes, got 1 byte$"):
        des_ecb_encrypt(b"k", bytes(8))


def test_a_limit_without_its_name_is_told_how_to_write_it() -> None:
    dsp: Any = Dsp56001()
    with pytest.raises(TypeError, match=r"run\(\) takes its limits by name, as run\(max_clocks=100\)"):
        dsp.run(100)
    with pytest.raises(TypeError, match=r"as trace\(max_instructions=5\)"):
        dsp.trace(5)
