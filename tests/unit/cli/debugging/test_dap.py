"""`dsp56k dap`: whole sessions by a client that holds every message to the published schema."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from dsp56k.asm import assemble
from dsp56k.asm.formats import elf_bytes, lod_text, p56_bytes
from shared.debugging.adapter_client import Client
from shared.debugging.programs import SOURCE

LINES = {text.split()[0]: number for number, text in enumerate(SOURCE.splitlines(), 1) if text[:1].strip()}


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "prog.asm"
    path.write_text(SOURCE)
    return path


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    made = Client(tmp_path)
    yield made
    made.close()


def entered(client: Client, program: Path) -> None:
    """Return a session that is stopped before the first instruction."""
    client.launch(program, stopOnEntry=True)
    assert client.stop("configurationDone")["reason"] == "entry"


def test_a_session_with_breakpoints_steps_and_the_way_back(client: Client, program: Path) -> None:
    client.launch(program)
    source = {"path": str(program)}
    wanted = [{"line": LINES["sub"]}, {"line": LINES["loop"], "condition": "r2 > 2"}, {"line": 99}]
    answered = client.ask("setBreakpoints", source=source, breakpoints=wanted)["breakpoints"]
    assert [one["verified"] for one in answered] == [True, True, False]
    assert answered[0]["line"] == LINES["sub"]
    stopped = client.stop("configurationDone")
    assert (stopped["reason"], stopped["hitBreakpointIds"]) == ("breakpoint", [answered[0]["id"]])
    frames = client.ask("stackTrace", threadId=1)["stackFrames"]
    assert [frame["line"] for frame in frames] == [LINES["sub"], LINES["start"] + 3]
    assert frames[0]["source"]["path"] == str(program)
    assert (frames[0]["name"], frames[0]["instructionPointerReference"]) == ("sub", "0x004B")
    assert client.stop("stepOut")["reason"] == "step"
    assert client.top()["line"] == LINES["loop"] - 1
    assert client.stop("stepBack")["reason"] == "step"
    assert client.top()["line"] == LINES["loop"] - 2
    client.stop("next", granularity="line")
    assert client.top()["line"] == LINES["sub"]  # its breakpoint comes first
    assert client.stop("continue")["hitBreakpointIds"] == [answered[1]["id"]]
    assert client.ask("evaluate", expression="r2")["result"] == "$3 (3)"
    assert client.stop("reverseContinue")["hitBreakpointIds"] == [answered[0]["id"]]
    assert client.stop("reverseContinue")["description"].startswith("the start of the recording")
    assert client.top()["line"] == LINES["start"]
    client.ask("disconnect")
    assert client.exit_code() == 0  # though this end of the conversation is still open
    assert client.close() == 0
    assert client.numbers == list(range(1, len(client.numbers) + 1))


def test_steps_by_line_and_instruction(client: Client, program: Path) -> None:
    entered(client, program)
    for line in (6, 7, 8):
        client.stop("next")
        assert client.top()["line"] == line
    client.stop("stepIn")
    assert client.top()["line"] == LINES["sub"]
    client.stop("stepIn", granularity="instruction")
    client.stop("stepBack", granularity="instruction")
    assert client.top()["line"] == LINES["sub"]
    client.stop("stepOut")
    client.stop("stepBack")
    client.stop("next")
    assert client.top()["line"] == LINES["loop"] - 1


def test_variables_are_shown_and_set(client: Client, program: Path) -> None:
    entered(client, program)
    scopes = {scope["name"]: scope["variablesReference"] for scope in client.ask("scopes", frameId=1)["scopes"]}
    registers = {
        one["name"]: one for one in client.ask("variables", variablesReference=scopes["Registers"])["variables"]
    }
    assert registers["pc"]["value"] == "$0040"
    assert registers["next instruction"]["value"] == "6 clocks: base 4, effective address 2"
    set_to = client.ask("setVariable", variablesReference=scopes["Registers"], name="a", value="-1")
    assert set_to == {"value": "$FFFFFFFFFFFFFF"}
    parts = client.ask("variables", variablesReference=registers["a"]["variablesReference"])["variables"]
    assert [(part["name"], part["value"]) for part in parts] == [("a2", "$FF"), ("a1", "$FFFFFF"), ("a0", "$FFFFFF")]
    client.ask("setVariable", variablesReference=scopes["Symbols"], name="count", value="$123456")
    symbols = client.ask("variables", variablesReference=scopes["Symbols"])["variables"]
    assert [(one["name"], one["value"], one["memoryReference"]) for one in symbols] == [
        ("count", "$123456", "X:0x0020")
    ]
    client.ask("setFunctionBreakpoints", breakpoints=[{"name": "sub"}])
    assert client.stop("continue")["reason"] == "function breakpoint"
    stack = client.ask("variables", variablesReference=scopes["Stack"])["variables"]
    assert [(one["value"], one["variablesReference"]) for one in stack] == [("call: ssh $0047, ssl $0000", 0)]
    assert "unknown variables reference 99" in client.refused("variables", variablesReference=99)
    assert "read-only" in client.refused("setVariable", variablesReference=scopes["Stack"], name="1", value="1")


def test_peripheral_registers_have_a_scope(client: Client, program: Path) -> None:
    entered(client, program)
    scopes = {scope["name"]: scope["variablesReference"] for scope in client.ask("scopes", frameId=1)["scopes"]}
    scope = scopes["Peripherals"]
    shown = {one["name"]: one for one in client.ask("variables", variablesReference=scope)["variables"]}
    hsr = shown["HSR"]
    assert (hsr["value"], hsr["evaluateName"], hsr["memoryReference"]) == ("$02 HTDE", "x:$FFE9", "X:0xFFE9")
    assert hsr["type"] == "X:$FFE9 host interface status (UM 10-13)"
    assert shown["HRX"]["variablesReference"] == 0
    fields = {
        one["name"]: one["value"]
        for one in client.ask("variables", variablesReference=hsr["variablesReference"])["variables"]
    }
    assert fields == {"DMA": "0", "HF1": "0", "HF0": "0", "HCP": "0", "HTDE": "1", "HRDF": "0"}
    cra = shown["CRA"]["variablesReference"]
    assert client.ask("setVariable", variablesReference=cra, name="WL", value="2") == {"value": "2"}
    assert client.ask("setVariable", variablesReference=scope, name="HCR", value="-1") == {
        "value": "$1F HF3 HF2 HCIE HTIE HRIE"
    }
    [length, *_] = [one for one in client.ask("variables", variablesReference=cra)["variables"] if one["name"] == "WL"]
    assert (length["value"], length["evaluateName"]) == ("2 (16 bits)", "cra.wl")
    assert client.ask("evaluate", expression="cra.wl + 1")["result"] == "$3 (3)"
    assert client.ask("evaluate", expression="hcr")["result"] == "$1F HF3 HF2 HCIE HTIE HRIE"
    assert "read-only" in client.refused("setVariable", variablesReference=cra, name="HRDF", value="1")


def test_memory_is_read_and_written(client: Client, program: Path) -> None:
    entered(client, program)
    data = base64.b64encode(bytes([0x12, 0x34, 0x56, 0x78])).decode()
    assert client.ask("writeMemory", memoryReference="X:0x0020", offset=1, data=data) == {"bytesWritten": 4}
    answer = client.ask("readMemory", memoryReference="X:0x0020", count=6)
    assert (answer["address"], base64.b64decode(answer["data"])) == ("X:0x0020", bytes([0, 0x12, 0x34, 0x56, 0x78, 0]))
    assert client.ask("evaluate", expression="x:count") == {
        "result": "$1234 (4660)",
        "variablesReference": 0,
        "memoryReference": "X:0x0020",
    }
    end = client.ask("readMemory", memoryReference="Y:0xFFFF", offset=1, count=9)
    assert (len(base64.b64decode(end["data"])), end["unreadableBytes"]) == (2, 7)
    assert client.ask("readMemory", memoryReference="Y:0xFFFF", offset=3, count=9)["unreadableBytes"] == 9
    assert "expected a memory reference" in client.refused("readMemory", memoryReference="Q:3", count=1)
    assert "within the memory" in client.refused("writeMemory", memoryReference="0xFFFF", offset=2, data=data)
    assert "base64" in client.refused("writeMemory", memoryReference="0x10", data="?")


def test_instructions_are_shown_around_a_place(client: Client, program: Path) -> None:
    entered(client, program)
    here = {"memoryReference": "0x0045"}
    shown = client.ask("disassemble", **here, instructionOffset=-2, instructionCount=4)["instructions"]
    assert [one["address"] for one in shown] == ["0x0042", "0x0043", "0x0045", "0x0047"]
    assert shown[2]["instruction"] == "jsr >sub"
    assert shown[2]["line"] == 8
    shown = client.ask("disassemble", **here, instructionOffset=1, instructionCount=2)["instructions"]
    assert [one["address"] for one in shown] == ["0x0047", "0x0049"]
    assert shown[1]["symbol"] == "loop"
    shown = client.ask("disassemble", memoryReference="0x0001", instructionOffset=-3, instructionCount=5)[
        "instructions"
    ]
    assert [one["address"] for one in shown] == ["-2", "-1", "0x0000", "0x0001", "0x0002"]
    shown = client.ask("disassemble", memoryReference="0xFFFF", instructionCount=2)["instructions"]
    assert [one["address"] for one in shown] == ["0xFFFF", "65536"]
    assert shown[1]["presentationHint"] == "invalid"


def test_breakpoints_on_instructions_data_and_hits(client: Client, program: Path) -> None:
    entered(client, program)
    info = client.ask("dataBreakpointInfo", name="count", variablesReference=2)
    assert (info["dataId"], info["accessTypes"]) == ("X:0x0020-0x0020", ["read", "write", "readWrite"])
    client.ask("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"], "accessType": "write"}])
    stopped = client.stop("continue")
    assert (stopped["reason"], stopped["text"]) == ("data breakpoint", "X:$0020 <- $000003")
    assert client.ask("dataBreakpointInfo", name="r0", variablesReference=1)["dataId"] is None
    assert client.ask("dataBreakpointInfo", name="nowhere")["dataId"] is None
    assert client.ask("dataBreakpointInfo", name="Y:0x10", asAddress=True, bytes=6)["dataId"] == "Y:0x0010-0x0011"
    client.ask("setDataBreakpoints", breakpoints=[])
    wanted = [{"instructionReference": "0x0048", "offset": 1, "hitCondition": "3"}]
    client.ask("setInstructionBreakpoints", breakpoints=wanted)
    assert client.stop("continue")["reason"] == "instruction breakpoint"
    assert client.ask("evaluate", expression="r2")["result"] == "$3 (3)"
    wanted[0]["hitCondition"] = "% 4"
    client.ask("setInstructionBreakpoints", breakpoints=wanted)
    client.stop("continue")
    assert client.ask("evaluate", expression="r2")["result"] == "$7 (7)"
    wanted[0]["hitCondition"] = "often"
    assert client.ask("setInstructionBreakpoints", breakpoints=wanted)["breakpoints"][0]["verified"] is False


@pytest.mark.parametrize("lines", [True, False])
def test_breakpoints_on_second_words_are_on_the_instruction(client: Client, program: Path, *, lines: bool) -> None:
    made = assemble(SOURCE)
    path = program.with_suffix(".elf" if lines else ".lod")
    path.write_bytes(elf_bytes(made) if lines else lod_text(made).encode())
    entered(client, path)
    message = "P:$0046 is the second word of the instruction at P:$0045; the breakpoint is set there"
    wanted = [{"instructionReference": "0x0045", "offset": 1}]
    instruction = client.ask("setInstructionBreakpoints", breakpoints=wanted)["breakpoints"][0]
    client.ask("setInstructionBreakpoints", breakpoints=[])
    function = client.ask("setFunctionBreakpoints", breakpoints=[{"name": "start+6"}, {"name": "sub"}])["breakpoints"]
    for answer in (instruction, function[0]):
        assert (answer["verified"], answer["message"]) == (True, message)
        assert answer["instructionReference"] == "0x0045"
    assert "message" not in function[1]
    stopped = client.stop("continue")
    assert (stopped["hitBreakpointIds"], client.top()["instructionPointerReference"]) == ([function[0]["id"]], "0x0045")
    text = client.ask("evaluate", expression="break $46", context="repl")["result"]
    assert text.splitlines()[1] == message


def test_log_points_write_and_mistakes_stop(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "lost.asm"
    path.write_text(" org p:0\n move #>5,r0\nhere nop\n jmp $100\n")
    client.launch(path)
    source = {"path": str(path)}
    client.ask("setBreakpoints", source=source, breakpoints=[{"line": 3, "logMessage": "r0 is {r0}"}])
    stopped = client.stop("configurationDone")
    assert (stopped["reason"], "uninitialised" in stopped["description"]) == ("exception", True)
    client.ask("restart")
    assert client.event("output")["output"] == "r0 is $5\n"
    client.event("stopped")
    client.ask("setExceptionBreakpoints", filters=[])
    client.ask("continue", threadId=1)
    client.ask("pause", threadId=1)
    assert client.event("stopped")["reason"] == "pause"


def test_an_interrupt_stops_if_asked(client: Client, program: Path) -> None:
    entered(client, program)
    client.ask("setExceptionBreakpoints", filters=["interrupt"])
    client.ask("setFunctionBreakpoints", breakpoints=[{"name": "loop"}])
    client.stop("continue")
    client.ask("setFunctionBreakpoints", breakpoints=[])
    client.ask("evaluate", expression="drive irqa on", context="repl")
    assert client.stop("continue")["reason"] == "exception"
    assert client.top()["instructionPointerReference"] == "0x0008"


def test_a_run_is_paused_and_hears_of_new_breakpoints(client: Client, program: Path) -> None:
    client.launch(program)
    client.ask("configurationDone")
    assert client.ask("threads") == {"threads": [{"id": 1, "name": "DSP56001"}]}
    client.ask("setBreakpoints", source={"path": str(program)}, breakpoints=[{"line": LINES["loop"]}])
    assert client.event("stopped")["reason"] == "breakpoint"
    client.ask("setBreakpoints", source={"path": str(program)}, breakpoints=[])
    client.ask("continue", threadId=1)
    client.ask("pause", threadId=1)
    assert client.event("stopped")["reason"] == "pause"
    client.ask("continue", threadId=1)
    client.ask("terminate")
    client.event("terminated")
    client.ask("disconnect")
    assert client.close() == 0


def test_the_console_of_an_editor_has_the_verbs(client: Client, program: Path) -> None:
    entered(client, program)
    assert client.ask("evaluate", expression="dm x $20-$20", context="repl")["result"] == "X:$0020  000000  <count>"
    client.ask("evaluate", expression="step 2", context="repl")
    assert client.event("stopped")["reason"] == "step"
    assert "no loaded program" in client.refused("evaluate", expression="dm x $20", context="hover")
    assert client.ask("evaluate", expression="quit", context="repl")["result"] == "the editor ends the session"
    labels = [one["label"] for one in client.ask("completions", text="print x:cou", column=12)["targets"]]
    assert labels == ["count"]


def test_sources_and_lines(client: Client, program: Path) -> None:
    entered(client, program)
    sources = client.ask("loadedSources")["sources"]
    assert [source["path"] for source in sources] == [str(program)]
    assert client.ask("source", sourceReference=0, source=sources[0])["content"] == SOURCE
    lines = client.ask("breakpointLocations", source=sources[0], line=1, endLine=6)["breakpoints"]
    assert [one["line"] for one in lines] == [2, 3, 5, 6]
    target = client.ask("gotoTargets", source=sources[0], line=LINES["loop"])["targets"][0]
    client.ask("goto", threadId=1, targetId=target["id"])
    assert client.event("stopped")["reason"] == "goto"
    assert client.top()["line"] == LINES["loop"]


def test_lines_may_count_from_0(client: Client, program: Path) -> None:
    client.launch(program, linesStartAt1=False)
    wanted = [{"line": LINES["loop"] - 1}]
    answered = client.ask("setBreakpoints", source={"path": str(program)}, breakpoints=wanted)["breakpoints"]
    assert answered[0]["line"] == LINES["loop"] - 1
    client.stop("configurationDone")
    assert client.top()["line"] == LINES["loop"] - 1


def test_inputs_are_recorded_and_come_again(client: Client, program: Path, tmp_path: Path) -> None:
    file = tmp_path / "run.json"
    client.launch(program, stopOnEntry=True, record=str(file))
    client.stop("configurationDone")
    client.ask("evaluate", expression="set r5=$77", context="repl")
    client.ask("disconnect")
    assert json.loads(file.read_text())["actions"][0]["name"] == "register"
    again = Client(tmp_path)
    again.launch(program, stopOnEntry=True, replay=str(file))
    again.stop("configurationDone")
    assert again.ask("evaluate", expression="r5")["result"] == "$77 (119)"
    again.close()


def test_what_cannot_be_done_is_answered(client: Client, program: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.asm"
    wrong.write_text(" mvoe a,b\n")
    client.ask("initialize", adapterID="dsp56k")
    assert "has errors" in client.refused("launch", program=str(wrong))
    assert "wrong.asm:1" in client.event("output")["output"]
    assert "none.elf" in client.refused("launch", program="none.elf")
    assert "launch:" in client.refused("launch", program=5)
    assert "send launch or attach" in client.refused("next", threadId=1)
    assert "unknown request" in client.refused("modules")
    client.write(b"{")
    client.write(b'{"type": "request"}')
    client.launch(program)
    assert client.close() == 0


def test_a_launch_names_its_board(client: Client, program: Path) -> None:
    client.launch(program, stopOnEntry=True, board="falcon")
    client.stop("configurationDone")
    client.ask("writeMemory", memoryReference="X:0x0300", data=base64.b64encode(bytes([1, 2, 3])).decode())
    assert client.ask("evaluate", expression="p:$4300")["result"].startswith("$10203")


def test_the_format_of_a_program_can_be_named(client: Client, tmp_path: Path) -> None:
    path = tmp_path / "decoder.dsp"
    path.write_bytes(p56_bytes(assemble(" org p:0\n nop\n jmp *\n")))
    client.launch(path, stopOnEntry=True, format="p56")
    assert client.stop("configurationDone")["reason"] == "entry"
    assert client.ask("evaluate", expression="p:1")["result"].startswith("$C0001")
