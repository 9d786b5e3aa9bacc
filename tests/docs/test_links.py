"""Links and paths in the documents lead somewhere, and every document can be reached from README.md."""

import re
from pathlib import Path

import pytest

from docs.documents import DOCUMENTS, ISA_PAGES, ROOT, name_of, prose_of

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:card|docs|dsp_asm|emu|host_driver|tests|tools)/[\w./-]+)")
TEST = re.compile(r"`(test_\w+\.py)")
WRITTEN_BY_HAND = [document for document in DOCUMENTS if document not in ISA_PAGES]


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


def test_every_document_is_reached_from_the_readme() -> None:
    reached, ahead = set(), {ROOT / "README.md"}
    while ahead:
        document = ahead.pop()
        reached.add(document)
        if document.suffix == ".md":
            ahead |= linked(document) - reached
    assert set(WRITTEN_BY_HAND) <= reached
