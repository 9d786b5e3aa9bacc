"""The page of studies in a real browser."""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsp56k.study.figures.builder import build_content, draw
from dsp56k.study.published import builtin_published
from dsp56k.study.reports.html_page import page
from shared.browser import Browser, installed
from shared.study_results import result

TAB, ENTER = ("Tab", 9), ("Enter", 13)


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Browser, Path]]:
    installed()
    folder = tmp_path_factory.mktemp("page")
    published = builtin_published()
    results = [
        result(name="one"),
        result("bars", name="two"),
        result("map", name="three"),
        result("table", name="four"),
    ]
    file = folder / "report.html"
    file.write_text(
        page([(each, draw(build_content(each, published))) for each in results], published), encoding="utf-8"
    )
    browser = Browser(folder)
    browser.call("Emulation.setDeviceMetricsOverride", width=1200, height=900, deviceScaleFactor=1, mobile=False)
    browser.open(file)
    yield browser, file
    browser.close()


def scheme(browser: Browser, name: str) -> tuple[str, str]:
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])
    style = "getComputedStyle(document.body)"
    return browser.value(f"{style}.backgroundColor"), browser.value(f"{style}.color")


def test_nothing_is_said_on_the_console_and_nothing_is_fetched(shown: tuple[Browser, Path]) -> None:
    browser, file = shown
    requests = [
        event["params"]["request"]["url"] for event in browser.events if event["method"] == "Network.requestWillBeSent"
    ]
    assert [url for url in requests if not url.startswith("data:")] == [file.as_uri()]
    said = ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown")
    assert [event for event in browser.events if event["method"] in said] == []


def test_the_page_and_its_pictures_follow_the_reader_s_scheme(shown: tuple[Browser, Path]) -> None:
    browser, _ = shown
    letters = "getComputedStyle(document.querySelector('#one svg text')).fill"
    light = (*scheme(browser, "light"), browser.value(letters))
    dark = (*scheme(browser, "dark"), browser.value(letters))
    scheme(browser, "light")
    assert light == ("rgb(254, 254, 254)", "rgb(27, 27, 29)", "rgb(27, 27, 29)")
    assert dark == ("rgb(23, 24, 28)", "rgb(231, 231, 234)", "rgb(231, 231, 234)")


def test_the_keyboard_reaches_everything_and_shows_where_it_is(shown: tuple[Browser, Path]) -> None:
    browser, _ = shown
    shown_ones = "e => e.localName == 'summary' || !e.closest('details:not([open])')"
    every_one = "[...document.querySelectorAll('a[href], summary, [tabindex=\"0\"]')]"
    count = browser.value(f"{every_one}.filter({shown_ones}).length")
    browser.value("document.activeElement.blur()")
    reached = []
    for _ in range(count):
        browser.press(*TAB)
        style = browser.value("getComputedStyle(document.activeElement).outlineStyle")
        assert style == "solid"
        reached.append(browser.value("document.activeElement.outerHTML.slice(0, 80)"))
    assert reached[0].startswith('<a class="skip"')
    assert any("summary" in element for element in reached)
    assert len(reached) == count > 20
    assert browser.value("document.activeElement.closest('section').id") == "four"


def test_the_skip_link_skips(shown: tuple[Browser, Path]) -> None:
    browser, _ = shown
    browser.value("document.querySelector('.skip').focus()")
    assert browser.value("document.querySelector('.skip').getBoundingClientRect().left >= 0")
    browser.press(*ENTER)
    assert browser.value("document.activeElement.id") == "studies"


def test_a_narrow_screen_scrolls_tables_and_not_the_page(shown: tuple[Browser, Path]) -> None:
    browser, _ = shown
    browser.call("Emulation.setDeviceMetricsOverride", width=400, height=800, deviceScaleFactor=1, mobile=True)
    assert browser.value("document.documentElement.scrollWidth") <= 400
    browser.call("Emulation.setDeviceMetricsOverride", width=1200, height=900, deviceScaleFactor=1, mobile=False)


def test_the_pictures_have_their_place(shown: tuple[Browser, Path]) -> None:
    browser, _ = shown
    boxes = browser.value(
        "[...document.querySelectorAll('svg[role=img]')].map(each => {"
        "const box = each.getBoundingClientRect(); return [box.width, box.height, each.ariaLabel.length]})"
    )
    assert len(boxes) == 4
    assert all(width > 400 and height > 150 and words > 100 for width, height, words in boxes)
    shot = base64.b64decode(browser.call("Page.captureScreenshot")["data"])
    assert shot.startswith(b"\x89PNG")


def test_it_prints(shown: tuple[Browser, Path]) -> None:
    browser, _ = shown
    scheme(browser, "dark")
    pdf = base64.b64decode(browser.call("Page.printToPDF", printBackground=True)["data"])
    scheme(browser, "light")
    assert pdf.startswith(b"%PDF-")
    browser.call("Emulation.setEmulatedMedia", media="print")
    ink = browser.value("getComputedStyle(document.body).color")
    hidden = browser.value("getComputedStyle(document.querySelector('nav')).display")
    browser.call("Emulation.setEmulatedMedia", media="")
    assert (ink, hidden) == ("rgb(0, 0, 0)", "none")
