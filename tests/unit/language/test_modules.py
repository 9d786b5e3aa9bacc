"""`dsp56k lsp` and a program of several modules, which the project file dsp56k.toml names."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dsp56k.asm import Diagnostic, assemble_file
from dsp56k.asm.formats import coff_bytes
from dsp56k.language.analysis import Analysis, analyze, link_names
from dsp56k.language.project import Project, real
from dsp56k.language.renaming import RenameError, rename_edits
from dsp56k.language.view import View
from shared.language.client import Client, edited

PROJECT = """\
modules = ["synth.asm", "parts/osc.asm"]
include_paths = ["include"]
options = ["CEX"]

[defines]
RATE = 48000
"""
COMMON = """\
port    equ     $ffeb
put     macro   value
        movep   value,x:<<port
        endm
"""
SYNTH = """\
        section synth
        xref    sine,table
        xdef    start
        include 'common.inc'
        org     p:
start   move    #>table,r0
        jsr     sine
        put     a
        jmp     start
        endsec
"""
OSC = """\
        section osc
        xdef    sine,table
        include 'common.inc'
        org     p:
sine    move    x:(r0)+,a
_again  jclr    #1,x:<<$ffe9,_again
        rts
        org     x:
table   dc      RATE/2
        endsec
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "parts").mkdir()
    (tmp_path / "include").mkdir()
    (tmp_path / "dsp56k.toml").write_text(PROJECT)
    (tmp_path / "synth.asm").write_text(SYNTH)
    (tmp_path / "parts" / "osc.asm").write_text(OSC)
    (tmp_path / "include" / "common.inc").write_text(COMMON)
    return tmp_path


@pytest.fixture
def client(folder: Path) -> Iterator[Client]:
    made = Client(folder)
    yield made
    made.close()


def until(client: Client, path: Path, wanted: list[tuple[int, str]]) -> None:
    """Wait for the diagnostics of a file."""
    while sorted(client.codes(path)) != wanted:
        pass


def spans(found: list[dict[str, Any]]) -> list[tuple[str, int, int]]:
    places = [(Path(place["uri"]).name, place["range"]["start"]) for place in found]
    return sorted((name, start["line"], start["character"]) for name, start in places)


def test_a_name_is_one_in_all_modules(client: Client, folder: Path) -> None:
    synth, osc = folder / "synth.asm", folder / "parts" / "osc.asm"
    client.open(synth)
    # The linker has been through both modules, of which the other is not open.
    until(client, folder / "dsp56k.toml", [])
    until(client, synth, [])
    assert spans([client.at("definition", synth, 6, 17)["result"]]) == [("osc.asm", 4, 0)]
    assert spans(client.at("references", synth, 6, 17, context={"includeDeclaration": True})["result"]) == [
        ("osc.asm", 1, 16), ("osc.asm", 4, 0), ("synth.asm", 1, 16), ("synth.asm", 6, 16),
    ]  # fmt: skip
    assert "**sine** (label, section osc): `P:+$0`" in client.at("hover", synth, 6, 17)["result"]["contents"]["value"]
    offered = client.at("completion", synth, 6, 17)["result"]["items"]
    assert {"label": "sine", "detail": "osc.asm"}.items() <= next(
        item for item in offered if item["label"] == "sine"
    ).items()
    changes = client.at("rename", synth, 6, 17, newName="wave")["result"]["changes"]
    assert edited(SYNTH, changes[synth.as_uri()]) == SYNTH.replace("sine", "wave")
    assert edited(OSC, changes[osc.as_uri()]) == OSC.replace("sine", "wave")
    refused = client.at("rename", synth, 6, 17, newName="table")["error"]["message"]
    assert refused.startswith("cannot rename to table: the program would change")
    found = client.ask("workspace/symbol", {"query": "tab"})["result"]
    assert [(entry["name"], Path(entry["location"]["uri"]).name) for entry in found] == [("table", "osc.asm")]


def test_a_name_is_renamed_only_in_a_whole_program(folder: Path) -> None:
    path = real(folder / "synth.asm")
    view = View(path, SYNTH.split("\n"), None, {}, Project(), missing=[folder / "parts" / "osc.asm"])
    with pytest.raises(RenameError, match=r"cannot rename sine: osc.asm is not assembled yet; repeat the request"):
        rename_edits(view, 6, 17, "wave")


def test_modules_share_a_macro_and_not_a_private_name(client: Client, folder: Path) -> None:
    synth, osc, common = folder / "synth.asm", folder / "parts" / "osc.asm", folder / "include" / "common.inc"
    osc.write_text(OSC.replace("        rts", "        put     b\n        rts").replace("sine ", "start   nop\nsine "))
    client.open(synth)
    until(client, folder / "dsp56k.toml", [])
    until(client, synth, [])
    places = client.at("references", synth, 7, 9, context={"includeDeclaration": True})["result"]
    assert spans(places) == [("common.inc", 1, 0), ("osc.asm", 7, 8), ("synth.asm", 7, 8)]
    # Section osc has another start.
    places = client.at("references", synth, 5, 1, context={"includeDeclaration": True})["result"]
    assert spans(places) == [("synth.asm", 2, 16), ("synth.asm", 5, 0), ("synth.asm", 8, 16)]
    client.open(common)
    client.change(common, 2, 8, 13, "mvoe ")
    until(client, common, [(2, "A0201")])


def test_a_name_that_does_not_link_is_reported_until_it_does(client: Client, folder: Path) -> None:
    synth, osc = folder / "synth.asm", folder / "parts" / "osc.asm"
    client.open(synth)
    client.open(osc)
    client.change(osc, 1, 16, 21, "")
    until(client, synth, [(6, "L0101")])
    client.notes.clear()
    client.change(osc, 1, 16, 16, "sine,")
    until(client, synth, [])


def test_names_that_do_not_link_are_not_shown_after_the_program_was_closed(
    client: Client, folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    begun, closed = threading.Event(), threading.Event()

    def link_slowly(*inputs: Any) -> list[Diagnostic]:
        begun.set()
        assert closed.wait(10)
        return link_names(*inputs)

    monkeypatch.setattr("dsp56k.cli.language.server.workspace.link_names", link_slowly)
    (folder / "parts" / "osc.asm").write_text(OSC.replace("sine,table", "table"))
    client.open(synth := folder / "synth.asm")
    assert begun.wait(10)
    client.tell("textDocument/didClose", {"textDocument": {"uri": synth.as_uri()}})
    assert client.ask("workspace/symbol", {"query": ""})["result"] == []
    client.notes.clear()
    closed.set()
    # The thread that links assembles this file after it.
    client.open(other := tmp_path_factory.mktemp("other") / "a.asm", " mvoe a,b\n")
    until(client, other, [(0, "A0201")])
    assert [note["params"]["uri"] for note in client.notes if note["params"].get("diagnostics")] == []


def test_a_library_defines_names(folder: Path) -> None:
    osc = folder / "parts" / "osc.asm"
    module = assemble_file(osc, relative=True, include_paths=[folder / "include"], defines={"RATE": "1"})
    (folder / "osc.cln").write_bytes(coff_bytes(module))
    (folder / "dsp56k.toml").write_text(PROJECT.replace(', "parts/osc.asm"]', ']\nlibraries = ["osc.cln"]'))
    client = Client(folder)
    client.open(folder / "synth.asm")
    until(client, folder / "dsp56k.toml", [])
    until(client, folder / "synth.asm", [])
    refused = client.at("rename", folder / "synth.asm", 6, 17, newName="wave")["error"]["message"]
    assert refused == "cannot rename sine: no source of the program defines it; rename it in its library"
    (folder / "osc.cln").write_bytes(b"_START nothing\n")
    client.tell("textDocument/didSave", {"textDocument": {"uri": (folder / "synth.asm").as_uri()}})
    while not (said := client.said(folder / "dsp56k.toml")["diagnostics"]):
        pass
    assert said[0]["message"].startswith("cannot read osc.cln: ")
    assert said[0]["range"]["start"] == {"line": 1, "character": 13}
    client.close()


WRONG = """\
modules = ["synth.asm", "parts/oscillator.asm", "synth.asm", "other/osc.asm"]
include_path = ["include"]
maclib_paths = ["synth.asm"]
options = "CEX"

[defines]
RATE = 4.8
"""
PROBLEMS = [
    (0, 24, "modules[1] must be a file, got 'parts/oscillator.asm', which does not exist"),
    (0, 48, "modules[2] must be another file, got 'synth.asm' again"),
    (0, 61, "modules[3] must be in this directory or below, down to the next dsp56k.toml, got 'other/osc.asm'"),
    (1, 0, "unknown key 'include_path'; did you mean include_paths? Expected one of modules, libraries, include_paths, "
           "maclib_paths, defines, options, chip"),
    (2, 16, "maclib_paths[0] must be a directory, got 'synth.asm'"),
    (3, 0, "options must be a list of strings, got 'CEX'"),
    (6, 0, "defines.RATE must be a string or an integer, got 4.8"),
]  # fmt: skip


def test_a_module_that_is_written_later_is_linked(client: Client, folder: Path) -> None:
    synth, osc = folder / "synth.asm", folder / "parts" / "osc.asm"
    osc.rename(folder / "osc.txt")
    client.open(synth)
    until(client, synth, [(5, "L0101"), (6, "L0101")])
    (folder / "osc.txt").rename(osc)
    client.tell("textDocument/didSave", {"textDocument": {"uri": synth.as_uri()}})
    until(client, synth, [])
    client.open(osc)
    client.tell("textDocument/didClose", {"textDocument": {"uri": synth.as_uri()}})
    # It is a module still, now of the disk.
    names: set[str] = set()
    while names != {"osc.asm", "synth.asm"}:
        places = client.at("references", osc, 4, 1, context={"includeDeclaration": True})["result"]
        names = {name for name, _, _ in spans(places)}
    client.tell("textDocument/didClose", {"textDocument": {"uri": osc.as_uri()}})
    # Before the server has seen that no document is open, it answers with the names of the modules.
    while client.ask("workspace/symbol", {"query": ""})["result"]:
        pass


def test_a_program_that_is_closed_while_it_is_assembled_stays_closed(
    client: Client, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synth, other = folder / "synth.asm", folder.parent / "other.asm"
    other.write_text("alone   nop\n")
    client.open(synth)
    until(client, synth, [])
    assert client.ask("workspace/symbol", {"query": "table"})["result"]
    is_closed = threading.Event()

    def analyze_later(*arguments: Any) -> Analysis:
        is_closed.wait()
        return analyze(*arguments)

    monkeypatch.setattr("dsp56k.cli.language.server.workspace.analyze", analyze_later)
    client.tell("textDocument/didSave", {"textDocument": {"uri": synth.as_uri()}})
    client.tell("textDocument/didClose", {"textDocument": {"uri": synth.as_uri()}})
    assert client.ask("workspace/symbol", {"query": ""})["result"] == []
    is_closed.set()
    # One thread assembles both, the closed program first.
    client.open(other)
    names: list[str] = []
    while "alone" not in names:
        names = [entry["name"] for entry in client.ask("workspace/symbol", {"query": ""})["result"]]
    assert names == ["alone"]


def test_problems_of_the_project_file_name_line_and_key(client: Client, folder: Path) -> None:
    file = folder / "dsp56k.toml"
    file.write_text(WRONG)
    (other := folder / "other").mkdir()
    (other / "osc.asm").write_text(OSC)
    (other / "dsp56k.toml").write_text("")
    client.open(folder / "synth.asm")

    def problems() -> list[tuple[int, int, str]]:
        starts = [(entry["range"]["start"], entry["message"]) for entry in client.said(file)["diagnostics"]]
        return [(start["line"], start["character"], message) for start, message in starts]

    assert problems() == PROBLEMS
    # The rest of the file applies: synth.asm is a module, whose include file is not found.
    while (3, "A0102") not in client.codes(folder / "synth.asm"):
        pass
    # A client that watches files says that another program has written the file.
    changes = {"changes": [{"uri": file.as_uri(), "type": 2}]}
    for text, message in (
        ("modules = [\n", "not TOML: "),
        ("a = " + "[" * 50_000, "the tables are nested too deeply"),
        ("modules = [5]", "modules[0] must be a string that is not empty, got 5"),
        (f"modules = ['{'a' * 5000}']", "modules[0] must be a file, got 'aaa"),
        (f"include_paths = ['{'a' * 5000}']", "include_paths[0] must be a directory, got 'aaa"),
    ):
        file.write_text(text)
        client.tell("workspace/didChangeWatchedFiles", changes)
        while not any(found.startswith(message) for _, _, found in problems()):
            pass
    file.write_text(PROJECT)
    client.tell("workspace/didChangeWatchedFiles", changes)
    until(client, folder / "synth.asm", [])
    file.unlink()
    client.tell("workspace/didChangeWatchedFiles", changes)
    while (3, "A0102") not in client.codes(folder / "synth.asm"):
        pass
