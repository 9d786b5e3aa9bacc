"""Every code block of the documents runs, and has the documented output."""

import ast
import importlib
import importlib.util
import re
from pathlib import Path

import pytest

from docs.blocks import blocks_of, check_document, matches, run_blocks
from docs.documents import DIAGNOSTIC_PAGES, DOCUMENTS, ISA_PAGES, NOTHING_RUNS_IN, RECIPES, ROOT, name_of
from shared.x86.compilers import missing


@pytest.mark.parametrize(
    "document", [d for d in DOCUMENTS if d not in (*ISA_PAGES, *DIAGNOSTIC_PAGES, RECIPES)], ids=name_of
)
def test_document_shows_what_happens(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = [block for block in blocks_of(document.read_text()) if block.language == "c" and block.title]
    if compiled and (reason := missing()):
        pytest.skip(reason)
    monkeypatch.chdir(tmp_path)
    ran = check_document(document, tmp_path, ROOT / "Makefile")
    assert (ran == 0) is (name_of(document) in NOTHING_RUNS_IN)


def test_pages_of_instructions_hold_no_block() -> None:
    assert len(ISA_PAGES) > 60
    assert [page for page in ISA_PAGES if blocks_of(page.read_text())] == []


def check(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    (tmp_path / "page.md").write_text(text)
    monkeypatch.chdir(tmp_path)
    return check_document(tmp_path / "page.md", tmp_path, ROOT / "Makefile")


def test_blocks_share_a_namespace_and_show_their_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = "```python\nx = 2\n```\nProse.\n```python\nprint(x)\nprint(3)\n```\n\n```text\n2\n3\n```\n"
    assert check(page, tmp_path, monkeypatch) == 2
    with pytest.raises(AssertionError, match=r"page\.md:6"):
        check(page.replace("3\n```\n", "4\n```\n"), tmp_path, monkeypatch)


def test_a_python_block_without_shown_output_prints_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AssertionError, match="prints"):
        check("```python\nprint(1)\n```\nProse between.\n```text\n1\n```\n", tmp_path, monkeypatch)


def test_console_sessions_run_and_name_their_exit_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = "```asm hello.txt\nhello\n```\n"
    page += "```console\n$ cat \\\n  hello.txt\nhello\n$ echo bad; exit 1\nbad\n[exit 1]\n```\n"
    assert check(page, tmp_path, monkeypatch) == 2
    with pytest.raises(AssertionError, match="exit code 1, not 0"):
        check(page.replace("[exit 1]\n", ""), tmp_path, monkeypatch)
    with pytest.raises(AssertionError, match="but it prints"):
        check(page.replace("\nhello\n$", "\ngood bye\n$"), tmp_path, monkeypatch)


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ("```sh\ncurl example\n```\n", "not set-up"),
        ("```sh\nmake nonsense\n```\n", "no target nonsense"),
        ("```sh\n. ./other\n```\n", "not set-up"),
        ("```sh\n.venv/bin/python -m pytest tests/nowhere/test_it.py\n```\n", "there is no tests/nowhere"),
        ("```\nplain\n```\n", "must name a language"),
        ("```python\nx = 1\n", "never closed"),
    ],
)
def test_blocks_that_no_test_could_vouch_for(
    block: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(AssertionError, match=message):
        check(block, tmp_path, monkeypatch)


PICTURE = """\
```python
import matplotlib.pyplot as plt

figure, axes = plt.subplots()
axes.plot([1, 2])
figure.savefig("line.svg")
```

![A line](line.svg)
"""


def test_a_picture_must_be_the_one_that_the_blocks_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "work").mkdir()
    page, work = tmp_path / "page.md", tmp_path / "work"
    page.write_text(PICTURE)
    monkeypatch.chdir(work)
    run_blocks(page, work, ROOT / "Makefile")
    (work / "line.svg").rename(tmp_path / "line.svg")
    assert check_document(page, work, ROOT / "Makefile") == 1
    page.write_text(PICTURE.replace("[1, 2]", "[2, 1]"))
    with pytest.raises(AssertionError, match=r"line\.svg differs"):
        check_document(page, work, ROOT / "Makefile")
    (work / "line.svg").unlink()
    page.write_text("![A line](line.svg)\n")
    with pytest.raises(AssertionError, match="no block saves"):
        check_document(page, work, ROOT / "Makefile")


def test_dots_stand_for_lines() -> None:
    assert matches("a\n...\nd", "a\nb\nc\nd\n")
    assert matches("a\n...\nd", "a\nd\n")
    assert not matches("a\n...\nd", "a\nb\n")
    assert blocks_of("````text\n```\n````\n")[0].text == "```\n"


def test_the_site_documents_every_module_that_a_document_imports() -> None:
    pages = "".join(page.read_text() for page in (ROOT / "docs" / "site" / "api").glob("*.md"))
    documented = set(re.findall(r"automodule:: (\S+)", pages))
    imported = {
        (node.module, alias.name)
        for document in DOCUMENTS
        if "contributing" not in document.parts and "records" not in document.parts
        for block in blocks_of(document.read_text())
        if block.language == "python"
        for node in ast.walk(ast.parse(block.text))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("dsp56k")
        for alias in node.names
    }
    assert ("dsp56k.lib", "pkcs") in imported
    missing = []
    for module, name in imported:
        is_package = hasattr(importlib.import_module(module), "__path__")
        is_module = is_package and importlib.util.find_spec(f"{module}.{name}") is not None
        package = importlib.import_module(".".join(module.split(".")[:2]))
        if (f"{module}.{name}" if is_module else module) not in documented and name not in getattr(
            package, "__all__", ()
        ):
            missing.append(f"{module}.{name}")
    assert missing == []
