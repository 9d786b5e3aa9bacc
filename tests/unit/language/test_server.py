"""`dsp56k lsp`: whole sessions with a client in the same process."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from dsp56k.asm import assemble
from dsp56k.language.analysis_worker import AnalysisWorker
from shared.language.client import Client, edited

INCLUDED = """\
; The port to the host.
host    equ     $FFEB
send    macro   value
        movep   value,x:<<host
        endm
"""
SOURCE = """\
        include 'io'
        org     p:$40
start   move    #>tab,r0
        nop
        do      #3,_end
        mac x0,y0,a x:(r0)+,x0
_end    send    a
        jmp     strt
        org     x:
tab     dc      1,'ä'
"""


@pytest.fixture
def main_file(tmp_path: Path) -> Path:
    (tmp_path / "io.asm").write_text(INCLUDED)
    path = tmp_path / "main.asm"
    path.write_text(SOURCE)
    return path


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    made = Client(tmp_path)
    yield made
    made.close()


def stretch(place: dict[str, Any]) -> tuple[int, int, int]:
    start, end = place["range"]["start"], place["range"]["end"]
    assert start["line"] == end["line"]
    return start["line"], start["character"], end["character"]


def test_a_session_of_one_who_mends_a_program(client: Client, main_file: Path) -> None:
    client.open(main_file)
    (found,) = client.said(main_file)["diagnostics"]
    assert (found["code"], found["severity"], stretch(found)) == ("A0212", 1, (7, 16, 20))
    assert found["message"].splitlines() == ["Symbol undefined on pass 2: strt", "note: did you mean start?"]
    # The assembler's own suggestion is an edit.
    (action,) = client.about("codeAction", main_file, range=found["range"], context={"diagnostics": [found]})
    (edit,) = action["edit"]["changes"][main_file.as_uri()]
    mended = edited(SOURCE, [edit])
    assert mended == SOURCE.replace("strt", "start")
    client.change(main_file, 7, 16, 20, edit["newText"])
    assert client.codes(main_file) == client.codes(main_file) == []

    # A syntax error is reported at once, and only for that line; the diagnostics of the program follow.
    client.change(main_file, 3, 8, 11, "nop x0\n        mvoe")
    assert client.codes(main_file) == [(3, "A0605")]
    assert client.codes(main_file) == [(3, "A0605"), (4, "A0201")]
    client.change(main_file, 3, 0, 14, "        nop")
    client.change(main_file, 4, 8, 12, "nop")
    while client.codes(main_file):
        pass

    # The program is assembled after a pause; until then the clocks are those of the former lines.
    clocks = [(2, "4 clk"), (3, "2 clk"), (4, "2 clk"), (5, "6 clk"), (6, "2 clk")]
    shown: list[tuple[int, str]] = []
    while shown != clocks:
        hints = client.about(
            "inlayHint", main_file, range={"start": {"line": 2, "character": 0}, "end": {"line": 6, "character": 0}}
        )
        shown = [(hint["position"]["line"], hint["label"]) for hint in hints]
    hover = client.at("hover", main_file, 6, 9)["result"]["contents"]["value"]
    assert "**MAC** Signed multiply-accumulate" in hover
    assert "encoding `44D8D2`" in hover
    assert "clocks 2+mv = **2**" in hover
    assert "UM A-113" in hover
    assert "flags L E U N Z V as the result is" in hover
    assert "**tab** (label): `X:$0` = 0" in client.at("hover", main_file, 2, 18)["result"]["contents"]["value"]
    assert "48 bits" not in client.at("hover", main_file, 6, 17)["result"]["contents"]["value"]

    client.change(main_file, 4, 0, 0, ";")
    items = client.at("completion", main_file, 6, 20)["result"]["items"]
    assert {"x:(r0)+,x0", "l:(r0)+,y"} <= {item["label"] for item in items}
    words = client.at("completion", main_file, 1, 9)["result"]["items"]
    assert {"mac", "org", "send"} <= {item["label"] for item in words}

    laid_out = client.about("formatting", main_file, options={"tabSize": 8, "insertSpaces": True})
    assert [stretch(edit)[0] for edit in laid_out] == [6]
    assert laid_out[0]["newText"] == "        mac     x0,y0,a         x:(r0)+,x0"


def test_names_lead_through_include_and_macros(client: Client, main_file: Path) -> None:
    included = main_file.with_name("io.asm")
    client.open(main_file)
    client.said(main_file)

    def defined(path: Path, line: int, column: int) -> tuple[str, tuple[int, int, int]]:
        found = client.at("definition", path, line, column)["result"]
        return Path(found["uri"]).name, stretch(found)

    assert defined(main_file, 0, 20) == ("io.asm", (0, 0, 0))
    assert defined(main_file, 2, 18) == ("main.asm", (9, 0, 3))
    assert defined(main_file, 4, 20) == ("main.asm", (6, 0, 4))
    assert defined(main_file, 6, 9) == ("io.asm", (2, 0, 4))
    client.open(included)
    assert "**host** (equ): `$FFEB` = 65515" in client.at("hover", included, 1, 2)["result"]["contents"]["value"]
    # An included file is not a program: it is assembled where it is read.
    assert client.codes(included) == []
    assert defined(included, 3, 28) == ("io.asm", (1, 0, 4))
    assert defined(included, 3, 16) == ("io.asm", (2, 16, 21))
    places = client.at("references", included, 2, 1, context={"includeDeclaration": True})["result"]
    assert sorted((Path(place["uri"]).name, *stretch(place)) for place in places) == [
        ("io.asm", 2, 0, 4),
        ("main.asm", 6, 8, 12),
    ]
    changes = client.at("rename", included, 2, 1, newName="put")["result"]["changes"]
    texts = {included: INCLUDED, main_file: SOURCE}
    renamed = {path: edited(text, changes[path.as_uri()]) for path, text in texts.items()}
    assert renamed == {
        included: INCLUDED.replace("send  ", "put  "),
        main_file: SOURCE.replace("send", "put"),
    }
    # A label in the macro's text is changed in the editor: the diagnostics of the program change as well.
    client.change(included, 1, 0, 4, "hast")
    while (7, "A0212") not in (codes := client.codes(main_file)) or len(codes) != 1:
        pass
    while [code for _, code in client.codes(included)] != ["A0212"]:
        pass


def test_what_would_change_the_program_is_refused(client: Client, main_file: Path) -> None:
    client.open(main_file, SOURCE.replace("strt", "start"))
    client.said(main_file)

    def refused(new: str) -> str:
        message: str = client.at("rename", main_file, 9, 1, newName=new)["error"]["message"]
        return message

    assert "the program would change" in refused("start")
    assert "x0 is a register" in refused("x0")
    assert "Symbols must start with" in refused("1st")
    assert "begin with an underscore" in refused("_tab")
    assert "is a reserved word of the assembler" in refused("dc")
    assert (
        client.at("rename", main_file, 1, 9, newName="there")["error"]["message"]
        == "cannot rename: no symbol at this position"
    )
    assert client.at("prepareRename", main_file, 1, 9)["result"] is None
    assert stretch({"range": client.at("prepareRename", main_file, 9, 1)["result"]}) == (9, 0, 3)


def test_an_outline_and_colours(client: Client, main_file: Path) -> None:
    client.open(main_file)
    entries = client.about("documentSymbol", main_file)
    assert [(entry["name"], entry["range"]["start"]["line"]) for entry in entries] == [("start", 2), ("tab", 9)]
    first = client.about("semanticTokens/full", main_file)
    client.change(main_file, 9, 0, 3, "table")
    delta = client.about("semanticTokens/full/delta", main_file, previousResultId=first["resultId"])
    data = list(first["data"])
    for edit in delta["edits"]:
        data[edit["start"] : edit["start"] + edit["deleteCount"]] = edit["data"]
    again = client.about("semanticTokens/full", main_file)["data"]
    assert data == again != first["data"]
    assert sum(edit["deleteCount"] + len(edit["data"]) for edit in delta["edits"]) <= 10
    shown = client.about(
        "semanticTokens/range",
        main_file,
        range={"start": {"line": 9, "character": 0}, "end": {"line": 9, "character": 9}},
    )["data"]
    # Line 9 with the label, and the directive after it.
    assert shown[:10] == [9, 0, 5, 1, 1, 0, 10, 2, 8, 0]


def test_highlights_signatures_and_folds_are_answered(client: Client, main_file: Path) -> None:
    client.open(main_file)
    client.said(main_file)
    found = client.at("documentHighlight", main_file, 2, 18)["result"]
    assert [(entry["range"]["start"]["line"], entry["kind"]) for entry in found] == [(2, 2), (9, 3)]
    found = client.at("signatureHelp", main_file, 5, 15)["result"]
    assert found["signatures"][found["activeSignature"]]["label"].startswith("MAC ")
    client.open(included := main_file.with_name("io.asm"))
    assert client.about("foldingRange", included) == [{"startLine": 2, "endLine": 4}]


def test_a_client_is_asked_for_the_clocks_again(tmp_path: Path) -> None:
    client = Client(tmp_path, capabilities={"workspace": {"inlayHint": {"refreshSupport": True}}})
    client.open(path := tmp_path / "a.asm", " org p:0\n nop\n")
    while "workspace/inlayHint/refresh" not in [note["method"] for note in client.notes]:
        client.about("foldingRange", path)
    client.close()


def test_a_client_is_asked_to_watch_files(tmp_path: Path) -> None:
    client = Client(tmp_path, capabilities={"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}}})
    client.ask("workspace/symbol", {"query": ""})
    (asked,) = (note["params"] for note in client.notes if note["method"] == "client/registerCapability")
    (registration,) = asked["registrations"]
    watched = [entry["globPattern"] for entry in registration["registerOptions"]["watchers"]]
    assert watched == ["**/dsp56k.toml", "**/*.asm", "**/*.inc"]
    client.close()


def test_a_part_that_is_opened_first_is_seen_in_its_program(client: Client, main_file: Path) -> None:
    included = main_file.with_name("io.asm")
    client.open(included, INCLUDED.replace("x:<<host", "x:<<hast"))
    assert client.codes(included) == [(3, "A0212")]
    # Errors of the program's other files are reported as well, open or not.
    assert client.codes(main_file) == [(7, "A0212")]
    # A source that does not read it after all leaves it a program by itself.
    main_file.write_text(" if 0\n include 'io'\n endif\n")
    client.tell("textDocument/didSave", {"textDocument": {"uri": included.as_uri()}})
    while client.codes(included) != []:
        pass


def test_a_mistake_has_its_places(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "places.asm"
    path.write_text(
        "one     equ     1\none     equ     2\nput     macro   what\n        mvoe    what,a\n        endm\n put x0\n"
    )
    client.open(path)
    again, unknown = client.said(path)["diagnostics"]
    assert (again["code"], stretch(again)) == ("A0209", (1, 0, 3))
    (first,) = again["relatedInformation"]
    assert (first["message"], stretch(first["location"])) == ("first defined here", (0, 0, 3))
    # It is in the macro that the call expands.
    assert (unknown["code"], stretch(unknown)) == ("A0201", (3, 8, 12))
    (call,) = unknown["relatedInformation"]
    assert (call["message"], stretch(call["location"])[0]) == ("in macro put", 5)
    # A line of a macro need not be a statement: nothing is said of it before the program was assembled.
    client.change(path, 3, 8, 12, "mac     what,")
    assert [code for _, code in client.codes(path)] == ["A0209"]


def test_settings_come_from_the_client(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "io.asm").write_text(INCLUDED)
    path = tmp_path / "main.asm"
    path.write_text(" include 'io'\n org p:0\n move #size,x0\n send x0\n")
    client = Client(tmp_path, {"includePaths": ["parts"], "defines": {"size": "5"}})
    client.open(path)
    assert client.codes(path) == []
    client.tell("textDocument/didClose", {"textDocument": {"uri": path.as_uri()}})
    assert client.codes(path) == []
    client.close()


def test_wrong_settings_are_shown_and_ignored(tmp_path: Path) -> None:
    wrong = {"includePaths": "parts", "maclibPaths": [1], "defines": ["size=5"], "options": 7, "relative": "no"}
    client = Client(tmp_path, wrong)
    assert [note["params"] for note in client.notes if note["method"] == "window/showMessage"] == [
        {"type": 1, "message": f"initializationOptions: {text}"}
        for text in (
            "defines must be an object of names and texts, got ['size=5']",
            "relative must be true or false, got 'no'",
            "includePaths must be a list of strings, got 'parts'",
            "maclibPaths must be a list of strings, got [1]",
            "options must be a list of strings, got 7",
        )
    ]
    path = tmp_path / "main.asm"
    path.write_text(" org p:0\n jmp size\n")
    client.open(path)
    assert client.codes(path) == [(1, "A0212")]
    client.close()


def test_closing_shows_what_is_on_the_disk(client: Client, main_file: Path) -> None:
    included = main_file.with_name("io.asm")
    client.open(main_file)
    assert client.codes(main_file) == [(7, "A0212")]
    client.open(included, INCLUDED.replace("host    equ", "hast    equ"))
    assert client.codes(included) == [(3, "A0212")]
    client.tell("textDocument/didClose", {"textDocument": {"uri": included.as_uri()}})
    assert client.codes(included) == []
    client.tell("textDocument/didClose", {"textDocument": {"uri": main_file.as_uri()}})
    while client.codes(main_file):
        pass


def big(count: int) -> str:
    """Return straight-line code, each line with a different symbol or number."""
    lines = [
        "lab{0}  move    #>{0},r0        ; load {0}", "        nop", "        mac     x0,y0,a x:(r0)+,x0 y:(r4)+,y0",
        "        jmp     lab{1}", "        move    x:<{2},a", "        add     x0,a    b,y:(r5)+", "_l{0}   asl     b",
        "        jclr    #{3},x:<<$ffe9,_l{4}", "        bset    #{3},x:${2:x}", "; a comment line",
    ]  # fmt: skip
    body = (lines[n % 10].format(n, n // 10 * 10, n % 60, n % 24, n - 1) for n in range(count))
    return "\n".join(["        org     p:$40", *body, ""])


@pytest.mark.parametrize(("count", "limit", "tries"), [(10_000, 0.1, 3), (50_000, 1.0, 1)])
def test_an_edit_is_answered_at_once(
    count: int, limit: float, tries: int, client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Only for the answers: the program is assembled in the background, and not at all here.
    monkeypatch.setattr(AnalysisWorker, "order", lambda *_: None)
    path = tmp_path / "big.asm"
    client.open(path, big(count - 1))
    name = client.about("semanticTokens/full", path)["resultId"]
    spans = {"start": {"line": 5000, "character": 0}, "end": {"line": 5060, "character": 0}}
    requests: dict[str, Callable[[], object]] = {
        "mistakes of the line": lambda: client.said(path),
        "colours": lambda: client.about("semanticTokens/full/delta", path, previousResultId=name),
        "hover": lambda: client.at("hover", path, 5003, 10),
        "completion": lambda: client.at("completion", path, 5003, 24),
        "hints": lambda: client.about("inlayHint", path, range=spans),
        "outline": lambda: client.about("foldingRange", path),
        "definition": lambda: client.at("definition", path, 5004, 18),
        "highlights": lambda: client.at("documentHighlight", path, 5004, 18),
    }
    slow = {}
    for request, answer in requests.items():
        times = []
        for _ in range(tries):
            start = time.process_time()
            client.change(path, 5002, 0, 0, " ")
            answer()
            times.append(time.process_time() - start)
        if min(times) > limit:
            slow[request] = times
    assert slow == {}


def test_the_command_speaks_on_its_standard_streams(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"processId": None, "rootUri": tmp_path.as_uri(), "capabilities": {}}
    session: list[tuple[str, Any]] = [("initialize", asked), ("shutdown", None), ("exit", None)]
    frames = b""
    for number, (method, params) in enumerate(session):
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        body = json.dumps(message if method == "exit" else message | {"id": number}).encode()
        frames += b"Content-Length: %d\r\n\r\n%b" % (len(body), body)
    command: list[str | Path] = [Path(sys.executable).parent / "dsp56k", "lsp"]
    run = subprocess.run(command, input=frames, capture_output=True, timeout=60, check=False)
    assert (run.returncode, run.stderr) == (0, b"")
    first, second, *rest = re.split(rb"Content-Length: \d+\r\n(?:[^\r]+\r\n)*\r\n", run.stdout)[1:]
    assert json.loads(first)["result"]["serverInfo"]["name"] == "dsp56k"
    assert (json.loads(second), rest) == ({"jsonrpc": "2.0", "id": 1, "result": None}, [])


def test_the_program_of_the_session_is_sound() -> None:
    assert assemble(big(100)).ok


def test_a_document_that_is_not_open_has_no_answers(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "a file.asm"
    assert client.at("hover", path, 0, 0)["result"] is None
    assert not client.about("documentSymbol", path)
    client.tell("textDocument/didChange", {"textDocument": {"uri": path.as_uri(), "version": 2}, "contentChanges": []})
    client.open(path, "start nop\n")
    assert [entry["name"] for entry in client.about("documentSymbol", path)] == ["start"]


def test_what_no_client_should_ask_has_no_answer(client: Client, main_file: Path) -> None:
    for uri in ("file:///a%00b.asm", "file://[/a.asm"):
        place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}}
        assert client.ask("textDocument/hover", place)["result"] is None
    where = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
    fixes: tuple[object, ...] = (-0.5, {"": {}}, None)
    for fix in fixes:
        entry = {"range": where, "message": "", "source": "dsp56k", "data": {"fix": fix}}
        assert not client.about("codeAction", main_file, range=where, context={"diagnostics": [entry]})


def test_half_a_pair_of_surrogates_is_a_mistake_of_its_line(client: Client, main_file: Path) -> None:
    client.open(main_file, " nop\n\ud800 nop\n mvoe a,b\n")
    assert 2 in [line for line, _ in client.codes(main_file)]


def test_a_failed_assembly_leaves_the_next_one(
    client: Client, main_file: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> NoReturn:
        raise KeyError("inside")

    with monkeypatch.context() as patched:
        patched.setattr("dsp56k.cli.language.server.workspace.analyze", fail)
        client.open(main_file, " mvoe a,b\n")
        client.about("documentSymbol", main_file)
        deadline = time.monotonic() + 10
        while "KeyError" not in caplog.text and time.monotonic() < deadline:
            time.sleep(0.01)
    client.change(main_file, 0, 0, 0, " nop\n")
    while not (codes := client.codes(main_file)):
        continue
    assert [line for line, _ in codes] == [1]
