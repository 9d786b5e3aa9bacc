"""The prose of documents is filled to one width."""

import pytest

from docs.documents import DOCUMENTS, name_of, prose_of
from wrap_documents import WIDTH, documents, main, wrapped


def test_documents_written_by_hand_are_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(documents()) > 15
    monkeypatch.setattr("sys.argv", ["wrap_documents.py", "--check"])
    assert main() == 0


def test_documents_that_a_script_makes_are_no_wider() -> None:
    wide = [
        (name_of(document), line)
        for document in set(DOCUMENTS) - set(documents())
        for line in prose_of(document).splitlines()
        if len(line) > WIDTH and not line.startswith(("|", "<!--", "#"))
    ]
    assert wide == []


def words(count: int) -> str:
    """Words of nine letters and a blank each."""
    return " ".join(["wordwordw"] * count)


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("short\nlines\n", "short lines\n"),
        (f"{words(13)}\n", f"{words(12)}\nwordwordw\n"),
        (f"- {words(12)}\n- next\n", f"- {words(11)}\n  wordwordw\n- next\n"),
        (f"12. {words(12)}\n", f"12. {words(11)}\n    wordwordw\n"),
        (f"    {words(12)}\n", f"    {words(11)}\n    wordwordw\n"),
        (f"| {words(13)} |\n", f"| {words(13)} |\n"),
        (f"# {words(13)}\n", f"# {words(13)}\n"),
        (f"```text\n{words(13)}\n a\n```\n", f"```text\n{words(13)}\n a\n```\n"),
        # What would begin an item or a heading does not begin a line.
        (f"{words(12)} - b\n", f"{words(11)}\nwordwordw - b\n"),
        (f"{words(12)} 3. b\n", f"{words(11)}\nwordwordw 3. b\n"),
        ("x" * 130 + "\n", "x" * 130 + "\n"),
    ],
)
def test_filling(text: str, filled: str) -> None:
    assert wrapped(text) == filled
    assert wrapped(filled) == filled
