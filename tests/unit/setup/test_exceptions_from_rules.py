"""Every exception from a checker's rules has a reason next to it."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
OVERLOOKED = re.compile(r"# (?:type: ignore(?:\[[^\]]*\])?|noqa(?:: [A-Z0-9, ]+)?)(?P<reason>.*)")
CAST = re.compile(r"(?<![\w.])cast\(")


def without_reason(text: str) -> list[int]:
    """The lines of a module that overlook something, or cast, and do not say why, there or in a comment above."""
    lines = text.splitlines()
    found = []
    for place, line in enumerate(lines):
        overlooked = OVERLOOKED.search(line)
        if overlooked is not None and not re.search(r"[a-z]{2}", overlooked["reason"]):
            found.append(place + 1)
        if CAST.search(line) and not (place and lines[place - 1].lstrip().startswith("#")) and "  # " not in line:
            found.append(place + 1)
    return found


@pytest.mark.parametrize("folder", ["emu", "dsp_asm", "card", "host_driver", "tools", "tests"])
def test_nothing_is_overlooked_without_a_reason(folder: str) -> None:
    paths = [*(ROOT / folder).rglob("*.py"), *(ROOT / folder).rglob("*.pyi")]
    assert len(paths) > 5
    found = {path: places for path in paths if (places := without_reason(path.read_text(encoding="utf-8")))}
    assert not found


def test_the_rule_sees_what_has_no_reason() -> None:
    ignored, unheeded = "# type: " + "ignore[arg-type]", "# no" + "qa: S603"
    text = f"a  {ignored}\nb  {ignored}  # the question\nc  {unheeded}\nd  {unheeded} - ours\nx = cast(int, y)\n"
    assert without_reason(text) == [1, 3, 5]
