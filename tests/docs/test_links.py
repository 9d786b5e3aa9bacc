"""Links and paths in the documents lead somewhere, and every document can be reached from README.md."""

import re
from pathlib import Path

import pytest

from docs.documents import DIAGNOSTIC_PAGES, DOCUMENTS, ISA_PAGES, ROOT, name_of, prose_of

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:card|docs|dsp_asm|emu|host_driver|tests|tools)/[\w./-]+)")
TEST = re.compile(r"`(test_\w+\.py)")
MADE_BY = re.compile(r"^(?:<!--|;|/\*) Made (?:by|from \S+ by) `?(?:python (?:-m )?)?([\w./]*\w)", re.MULTILINE)
WRITTEN_BY_HAND = [document for document in DOCUMENTS if document not in (*ISA_PAGES, *DIAGNOSTIC_PAGES)]


def anchors(document: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+?)\s*$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def linked(document: Path) -> set[Path]:
    """The files that a document links to, each looked for; its anchors as well."""
    found = set()
    for target in LINK.findall(prose_of(document)):
        if re.match(r"https?://", target):
            continue
        name, _, anchor = target.partition("#")
        file = (document.parent / name).resolve() if name else document
        assert file.exists(), f"{name_of(document)} links to {target}, which is not there"
        assert not anchor or anchor in anchors(file), f"{name_of(document)} links to {target}: no such heading"
        found.add(file)
    return found


@pytest.mark.parametrize("document", WRITTEN_BY_HAND, ids=name_of)
def test_links_and_paths_lead_somewhere(document: Path) -> None:
    assert linked(document), "what should a reader turn to next?"
    prose = prose_of(document)
    missing = [path for path in PATH.findall(prose) if not (ROOT / path).exists()]
    missing += [test for test in TEST.findall(prose) if not list((ROOT / "tests").rglob(test))]
    assert missing == []


def test_contributors_learn_how_each_made_file_is_made() -> None:
    said = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    makers = set()
    for path in (*ROOT.glob("docs/**/*.md"), *ROOT.glob("dsp_asm/**/src/**/*.asm"), *ROOT.glob("host_driver/src/**/*")):
        if path.suffix in {".md", ".asm", ".inc", ".h"} and (made := MADE_BY.search(path.read_text(encoding="utf-8"))):
            makers.add(made[1])
    assert [maker for maker in makers if maker not in said] == []
    assert len(makers) > 6


def test_every_document_is_reached_from_the_readme() -> None:
    reached, ahead = set(), {ROOT / "README.md"}
    while ahead:
        document = ahead.pop()
        reached.add(document)
        if document.suffix == ".md":
            ahead |= linked(document) - reached
    assert set(WRITTEN_BY_HAND) <= reached


def test_files_that_the_architecture_lists_exist() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    lists = re.findall(r"The (?:modules|subpackages) of `([^`]+)`.*?```text\n(.*?)```", text, re.DOTALL)
    named = [(folder, name) for folder, files in lists for name in re.findall(r"\b[a-z_]+(?:\.py|\.rs|/)", files)]
    assert len(lists) == 4
    assert [name for folder, name in named if not (ROOT / folder / name).exists()] == []
