import dataclasses
import os
import re
from html.parser import HTMLParser

import msgspec
import pytest

from dsp56k.study.figures.builder import build_content, draw
from dsp56k.study.published import builtin_published
from dsp56k.study.reports.html_page import page
from dsp56k.study.reports.writer import markdown
from dsp56k.study.results.result import StudyResult
from dsp56k.study.toml_reader import builtin_studies
from shared.made_up_outcomes import made_up
from shared.study_results import result

VOID = {"meta", "link", "br", "hr", "img", "input"}


class Checker(HTMLParser):
    """Records every element, identifier and link, and checks that every element is closed."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.identifiers: list[str] = []
        self.links: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        for name, value in attrs:
            if name == "id":
                self.identifiers.append(str(value))
            if name in ("href", "src", "xlink:href"):
                self.links.append(str(value))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def made(*results: StudyResult) -> str:
    published = builtin_published()
    return page([(each, draw(build_content(each, published), with_png=False)) for each in results], published)


def checked(text: str) -> Checker:
    checker = Checker()
    checker.feed(text)
    checker.close()
    assert checker.open == []
    return checker


def test_the_page_is_whole_and_its_identifiers_are_its_own() -> None:
    checker = checked(made(result(name="one"), result("bars", name="two"), result("map", name="three")))
    assert len(checker.identifiers) == len(set(checker.identifiers))
    inner = {link.removeprefix("#") for link in checker.links if link.startswith("#")}
    assert inner <= set(checker.identifiers)
    assert {"one", "two", "three", "published-S1"} <= inner


def test_the_page_asks_for_nothing_outside() -> None:
    text = made(result())
    assert all(link.startswith(("#", "data:")) for link in checked(text).links)
    assert "<script" not in text
    assert not re.search(r"@import|url\((?!#)", text)


def test_the_same_results_make_the_same_page() -> None:
    assert made(result()) == made(result())


def test_every_picture_has_words_and_every_table_a_caption_and_headings() -> None:
    checker = checked(made(result(name="one"), result("table", name="two")))
    pictures = [attributes for tag, attributes in checker.elements if tag == "svg"]
    assert len(pictures) == 2
    assert all(picture["role"] == "img" and len(str(picture["aria-label"])) > 100 for picture in pictures)
    tags = [tag for tag, _ in checker.elements]
    assert tags.count("caption") == tags.count("table") > 8
    assert all(attributes["scope"] == "col" for tag, attributes in checker.elements if tag == "th")


def test_what_a_study_s_author_wrote_is_text() -> None:
    found = result()
    nasty = dataclasses.replace(found, command='<script>alert("x")</script>', notes=("<b>&",))
    text = made(nasty)
    assert "&lt;script&gt;" in text
    assert "&lt;b&gt;&amp;" in text
    assert "&lt;Both&gt; sides include the key schedule &amp; the call." in text
    assert "<Both>" not in text
    checked(text)


def test_wrong_results_and_broken_expectations_are_told_first() -> None:
    text = made(result(wrong="good"))
    assert "Some results of this study are wrong" in text
    assert "1 value or assessment differs from the expected ones." in text
    assert text.index("1 value or assessment") < text.index("is faster than good")


def test_the_command_and_the_verdicts_are_there() -> None:
    text = made(result())
    assert "<code>dsp56k study run offload</code>" in text
    assert "disagrees above, NOT agrees as expected" in text
    assert "Dussé &amp; Kaliski 1990" in text


def test_a_page_of_a_study_has_its_published_numbers_alone() -> None:
    text = made(result())
    assert "s1-des-600" in text
    assert "s1-rsa" not in text
    assert "Published numbers" not in made()


def test_a_page_of_one_own_study_has_its_title_and_answer_and_nothing_of_others() -> None:
    found = dataclasses.replace(result(), verdicts=())
    text = made(found)
    assert "<h1>DES-CBC: PC alone against PC with card</h1>" in text
    assert "Published numbers" not in text
    assert "<nav" not in text
    first = text.index("des-cbc: card is faster than good above 96 bytes (40 bytes to never); ")
    assert first < text.index("In a call of 65,536 bytes the PC is busy 449 ms of 898 ms") < text.index("<main")


def test_the_papers_follow_the_answer_and_their_tables_come_before_the_studies() -> None:
    text = made(result(name="one"), result("table", name="two"))
    places = [
        text.index(words)
        for words in (
            "des-cbc: card is faster",
            "2 agrees, 2 disagrees above of 4 compared",
            "<nav",
            "<details",
            "<figure",
        )
    ]
    assert places == sorted(places)
    assert "EUROCRYPT" in text


def test_the_page_can_be_cited() -> None:
    one, two = (dataclasses.replace(result(), inputs=digit * 64) for digit in "ab")
    assert f"inputs SHA-256 {'a' * 64}" in made(one)
    both = [made(one, dataclasses.replace(other, id="other")) for other in (one, two)]
    digests = [re.findall(r"inputs SHA-256 ([0-9a-f]{64})\.", text) for text in both]
    assert len(digests[0]) == 1
    assert digests[0] != digests[1]


def test_words_of_pictures_are_text_and_styles_are_shared() -> None:
    text = made(result())
    picture = text[text.index("<svg") : text.index("</svg>")]
    assert ">bytes per call</text>" in picture
    assert len(picture) < 30_000
    names = set(re.findall(r'class="(s\d+)"', picture))
    assert len(names) > 10
    assert all(f".{name} {{" in text for name in names)


MAX_PAGE_BYTES = 3_000_000
"""A reader on a telephone loads the page of all studies in seconds."""


@pytest.mark.timeout(900)  # all figures of the package
@pytest.mark.skipif(not os.environ.get("DSP56K_ALL_FIGURES"), reason="make figures: a minute")
def test_the_page_of_all_studies_is_small() -> None:
    text = made(*map(made_up, builtin_studies()))
    assert len(text.encode()) < MAX_PAGE_BYTES


def test_a_study_s_document_has_its_figure_tables_verdicts_and_command() -> None:
    found = result()
    published = builtin_published()
    text = markdown(found, draw(build_content(found, published)), published)
    assert text.startswith("# DES-CBC: PC alone against PC with card\n")
    assert "](figure.svg)" in text
    for heading in (
        "## Measured",
        "## Crossover points",
        "## Fitted models",
        "## Assessments",
        "## Faster configuration by size",
        "## Repeat it",
    ):
        assert heading in text
    assert "$ dsp56k study run offload" in text
    assert "| 96 bytes (40 bytes to never) | agrees | 0.5 | at -12 % |" in text


def test_no_text_of_a_study_is_html_in_the_document() -> None:
    found = result("curves")
    hostile = "<script>alert(1)</script> & <img src=x onerror=alert(1)>\n| # b"
    study = msgspec.structs.replace(found.study, title=hostile, about=hostile)
    names = dict.fromkeys(found.configurations, hostile)
    found = dataclasses.replace(found, study=study, configurations=names, notes=(hostile,))
    published = builtin_published()
    text = markdown(found, draw(build_content(found, published)), published)
    assert "<" not in text
    assert "&lt;script>alert(1)&lt;/script> &amp; &lt;img" in text
    assert text.splitlines()[0].endswith("\\| # b")
