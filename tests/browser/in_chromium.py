"""The page of tools/browser in a headless Chromium: `make browser` builds it and runs this file.

The reference is the native interpreter. The programs are those of the documents and of the library.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from browser.webdriver import Browser, chromium, served
from browser_page import LIBRARY, fragment
from dsp56k.asm import assemble, render_all
from dsp56k.emu import Dsp56001

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "build" / "browser"
EXAMPLES: dict[str, str] = {
    entry["name"]: entry["source"] for entry in json.loads((PAGE / "examples.json").read_text(encoding="utf-8"))
}
CALLS = {
    "CRC-32": """\
        org     p:$40
        include 'fixed_point/crc32.asm'
start   move    #>text,r0
        move    #>9,n7
        clr     a
        move    a1,x0
        move    a1,x1
        jsr     fx_crc32
        jmp     *
        org     x:$400
text    dc      '1','2','3','4','5','6','7','8','9'
        end     start
""",
    "SHA-1": """\
        org     p:$40
        include 'digests/sha1.asm'
start   move    #>text,r3
        move    #>3,n7
        jsr     sha1_digest
        jmp     *
        org     x:$400
text    dc      'a','b','c'
        end     start
""",
    "FFT": """\
        org     p:$40
        include 'fixed_point/fft.asm'
start   move    #>data,r0
        jsr     fx_fft
        jmp     *
        org     x:$400
data    dc      0.25,0.5,-0.25,0.125
        end     start
""",
    "Inverse": """\
        org     p:$40
        include 'bignum/word_inverse.asm'
start   move    #>$123457,a
        jsr     word_inverse
        jmp     *
        end     start
""",
    # Waits for a timer interrupt of the SCI, so that clocks pass without instructions.
    "WAIT": """\
        org     p:$1C
        jsr     tick
        org     p:$40
start   movep   #$C000,x:<<$FFFF
        movep   #$0003,x:<<$FFF2
        movep   #$2000,x:<<$FFF0
        andi    #$FC,mr
loop    wait
        jmp     loop
tick    move    (r0)+
        rti
        end     start
""",
}
"""Programs that call routines of the library, and one with interrupts."""
PROGRAMS = EXAMPLES | CALLS
CLOCKS = 300_000
"""Limit of programs that do not end, such as those that wait for a host."""
REGISTERS = ["a", "b", "x", "y", *(f"{kind}{n}" for kind in "rnm" for n in range(8))]
REGISTERS += ["pc", "sr", "omr", "sp", "la", "lc", "ssh", "ssl"]
STATE = """
    const { chip } = await import("./page.mjs");
    const memory = new Uint32Array(3 * 0x10000);
    for (let space = 0; space < 3; space++)
      for (let address = 0; address < 0x10000; address++) memory[(space << 16) + address] = chip.word(space, address);
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", memory));
    return {
      clocks: chip.clocks, instructions: chip.instructions, memory: [...sum],
      registers: arguments[0].map((name) => chip.register(name).toString()),
      counts: chip.counts().map(({ address, executions, clocks }) => [address, executions, clocks]),
    };
"""
SETTLED = """
    const ended = () => document.getElementById("run").disabled === false;
    while (!ended()) await new Promise((resolve) => setTimeout(resolve, 5));
    return document.getElementById("status").textContent;
"""


class Page:
    """The page as its user sees it."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address

    def open(self, link: str = "") -> str:
        self.browser.open(self.address + link)
        return self.settled()

    def settled(self) -> str:
        """Wait until nothing is in progress, and return the status."""
        return str(self.browser.run(SETTLED))

    def click(self, name: str) -> str:
        self.browser.run(f"document.getElementById('{name}').click()")
        return self.settled()

    def type(self, name: str, text: str) -> None:
        script = (
            f"const e = document.getElementById('{name}'); e.value = arguments[0]; e.dispatchEvent(new Event('input'))"
        )
        self.browser.run(script, text)

    def text(self, selector: str) -> str:
        return str(self.browser.run(f"return document.querySelector('{selector}')?.textContent ?? ''"))

    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = self.browser.run(STATE, REGISTERS)
        return state


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """The page with the assembler loaded. A test gives it the program that it needs."""
    with served(PAGE) as address:
        opened = Page(browser, address)
        opened.open()
        yield opened


def native(source: str, clocks: int | None = CLOCKS, instructions: int | None = None) -> tuple[str, dict[str, Any]]:
    """Return the stop reason and the state of a native run, in the form of `Page.state`."""
    program = assemble(source, include_paths=[LIBRARY])
    dsp = Dsp56001(engine="interpreter")
    dsp.load(program)
    with dsp.profile() as profiler:
        stop = dsp.run(max_clocks=clocks, max_instructions=instructions, stack_errors=True, unloaded=True)
    counts: dict[int, list[int]] = {}
    for entry in profiler.result().instructions:
        row = counts.setdefault(entry.address, [entry.address, 0, 0])
        row[1:] = [row[1] + entry.times, row[2] + entry.clocks]
    words = array("I", [*dsp.x[0:0x10000], *dsp.y[0:0x10000], *dsp.p[0:0x10000]])
    return stop.reason.name, {
        "clocks": dsp.clocks,
        "instructions": dsp.instructions,
        "memory": list(hashlib.sha256(words.tobytes()).digest()),
        "registers": [str(dsp.regs[name]) for name in REGISTERS],
        "counts": [row for _, row in sorted(counts.items())],
    }


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_has_the_clocks_and_results_of_the_native_chip(page: Page, name: str) -> None:
    page.type("source", PROGRAMS[name])
    page.type("limit", str(CLOCKS))
    status = page.click("run")
    reason, state = native(PROGRAMS[name])
    assert status.startswith(f"{reason}: "), status
    assert page.state() == state
    assert state["clocks"] > 0


LONG = """\
        org     p:$40
start   do      #50,outer
        do      #4000,inner
        mac     x0,y0,a         x:(r0)+,x0
        nop
inner   nop
outer   nop
        jmp     *
        end     start
"""


def test_steps_go_forward_and_back(page: Page) -> None:
    page.type("source", LONG)
    page.type("limit", "100000000")
    status = page.click("run")
    end = page.state()
    assert status.startswith("HALT: ")
    assert end["instructions"] > 3 << 17, "several checkpoints"
    for back in (1, 2, 3):
        status = page.click("back")
        assert page.state() == native(LONG, None, end["instructions"] - back)[1], status
    for _ in range(3):
        page.click("step")
    assert page.state() == end
    assert page.click("step").startswith("HALT")
    page.click("restart")
    assert page.click("back").startswith("at the start of the program. At P:$0040 (line 2) after 0 clocks")
    page.click("step")
    page.click("step")
    assert [line.rstrip() for line in page.text("#gutter").splitlines()[:4]] == [
        "   1",
        "   2 1\u00d7 6",
        "   3 1\u00d7 6",
        " ▶ 4",
    ]


def test_a_breakpoint_and_the_button_stop_a_run(page: Page) -> None:
    page.type("source", LONG.replace("jmp     *", "jmp     start"))
    page.type("limit", str(10**15))
    click = """
        const gutter = document.getElementById("gutter"), top = gutter.getBoundingClientRect().top;
        const height = parseFloat(getComputedStyle(gutter).lineHeight);
        gutter.dispatchEvent(new MouseEvent("click", { clientY: top + height * (arguments[0] - 0.5) }));
    """
    page.browser.run(click, 7)
    status = page.click("run")
    assert status.startswith("BREAKPOINT: reached the breakpoint. At P:$0047 (line 7)"), status
    assert page.text("#gutter").splitlines()[6].startswith("●▶ 7")
    page.browser.run(click, 7)
    stop = "document.getElementById('run').click(); setTimeout(() => document.getElementById('stop').click(), 200)"
    page.browser.run(stop)
    assert page.settled().startswith("stopped. At P:$")


def test_a_link_holds_the_program(page: Page) -> None:
    source = "; \u00e9\u20ac\u4f60 <b>\n" + EXAMPLES["Include a routine: des_cbc.asm"]
    page.open(fragment(source))
    value = "return document.getElementById('source').value"
    assert page.browser.run(value) == source
    edited = source.replace("#0,", "#1,")
    page.type("source", edited)
    page.click("restart")
    written = page.browser.run("return location.hash")
    packed = written.removeprefix("#asm=")
    assert zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), -15).decode() == edited
    page.open(written)
    assert page.browser.run(value) == edited


def bomb() -> str:
    return fragment("\n" * 1_000_001)


@pytest.mark.parametrize(
    ("link", "message"),
    [
        (fragment("  nop\n" * 100)[:-4], "it is damaged or incomplete"),
        ("#asm=%%", "it is damaged or incomplete"),
        (bomb(), "it must have at most 1000000 characters"),
    ],
    ids=["cut", "letters", "long"],
)
def test_a_bad_link_is_reported(page: Page, link: str, message: str) -> None:
    assert page.open(link) == f"cannot read the program of the link: {message}"


BAD = "        org     p:0\nstart   mvoe    a,b\n        move    undefined,a\n        end     start\n"


def test_diagnostics_are_shown_with_their_pages(page: Page) -> None:
    page.browser.run("document.documentElement.dataset.documents = '../docs/'")
    page.type("source", BAD)
    assert page.click("run") == "The program has errors."
    program = assemble(BAD, name="program.asm")
    shown = page.browser.run("return [...document.querySelectorAll('#diagnostics li > pre')].map((e) => e.textContent)")
    assert "\n".join([*shown, ""]) == render_all(program.diagnostics)
    assert page.text("#diagnostics details pre").startswith(f"{program.diagnostics[0].code} (error): ")
    links = page.browser.run(
        "return [...document.querySelectorAll('#diagnostics a')].map((e) => e.getAttribute('href'))"
    )
    assert len(links) == len(program.diagnostics) == 2
    for link, diagnostic in zip(links, program.diagnostics, strict=True):
        file, _, anchor = link.removeprefix("../").partition("#")
        assert anchor == diagnostic.code.lower()
        assert f"## {diagnostic.code}\n" in (ROOT / file).with_suffix(".md").read_text(encoding="utf-8")
    page.browser.run("document.querySelector('#diagnostics button').click()")
    selected = "const s = document.getElementById('source'); return s.value.slice(s.selectionStart, s.selectionEnd)"
    assert page.browser.run(selected) == "start   mvoe    a,b"


def test_other_input_is_checked(page: Page) -> None:
    page.type("source", CALLS["SHA-1"])
    page.type("limit", "1e3")
    assert page.click("run") == "the limit must be a positive number of clocks, got '1e3'"
    page.type("limit", str(CLOCKS))
    page.click("run")
    page.type("location", "x:$10000")
    assert page.text("#location-error") == "must be a space and an address, as x:$100 or p:start, got 'x:$10000'"
    page.type("location", "x:SHA1_DIGEST")
    assert page.text("#location-error") == ""
    words = re.findall(r" 0000(..)\b", page.text("#memory"))[:20]
    assert "".join(words).lower() == hashlib.sha1(b"abc").hexdigest()


def test_an_error_of_the_program_is_named(page: Page) -> None:
    page.type("source", "        org     p:$40\nstart   rts\n        end     start\n")
    assert page.click("run").startswith("STACK_ERROR: overflowed or underflowed the stack. At P:$")


def test_the_page_fits_a_narrow_screen(page: Page) -> None:
    page.browser.set_width(390)
    page.type("source", LONG + "; " + "x" * 300)
    page.click("run")
    assert page.browser.run("return [innerWidth, document.documentElement.scrollWidth]") == [390, 390]


def test_a_page_from_a_file_says_what_to_do(browser: Browser) -> None:
    browser.open((PAGE / "index.html").as_uri())
    status = browser.run("return document.getElementById('status').textContent")
    assert status.startswith("cannot load the emulator from a file")
    assert "python3 -m http.server" in status


@pytest.mark.parametrize(
    ("missing", "message"),
    [
        ("packages.zip", "cannot load the assembler: packages.zip: HTTP status 404"),
        ("core.wasm", "cannot load core.wasm: HTTP status 404"),
        ("pyodide/pyodide.mjs", "cannot load the assembler: this browser cannot start worker.mjs"),
    ],
)
def test_a_missing_file_is_reported(browser: Browser, tmp_path: Path, missing: str, message: str) -> None:
    for file in PAGE.rglob("*"):
        name = file.relative_to(PAGE)
        if file.is_file() and name.as_posix() != missing:
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).symlink_to(file)
    with served(tmp_path) as address:
        browser.open(address)
        failed = "const s = document.getElementById('status'); while (s.className !== 'error') "
        failed += "await new Promise((resolve) => setTimeout(resolve, 20)); return s.textContent"
        assert browser.run(failed) == message
