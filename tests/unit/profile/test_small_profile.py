"""Every format of a profile that is small enough to be compared as a whole."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from dsp56k.profile import Arc, Entry, Function, Instruction, Part, Place, Profile, Stack
from dsp56k.profile.callgrind import callgrind
from dsp56k.profile.json_report import facts
from dsp56k.profile.listing import listing
from dsp56k.profile.perfetto import perfetto
from dsp56k.profile.speedscope import speedscope

PARTS = (Part("core", "Instructions"), Part("wait", "Wait states"), Part("stall", "Stalls"))
PROFILE = Profile(
    processor="DSP56001",
    hertz=Fraction(33_000_000),
    clocks=400,
    parts=PARTS,
    functions=(
        Function("sub", 0x50, Place("sub", 0, "b.asm", 7), 2, 300, 300, 140, 160),
        Function("main", 0x40, Place("main", 0, "a.asm", 2), 1, 100, 400),
    ),
    instructions=(
        Instruction(0x50, "sub", 0, "nop", Place("sub", 0, "b.asm", 7), 2, (200, 0, 0)),
        Instruction(0x51, "sub", 0, "rts", Place("sub", 1, "a.asm", 1), 2, (60, 40, 0)),
        Instruction(0x40, "main", 1, "jsr sub", Place("main", 0, "a.asm", 2), 2, (98, 0, 0)),
        Instruction(0x42, "main", 1, "jmp *", Place("main", 2), 1, (2, 0, 0)),
    ),
    arcs=(Arc(1, 0x40, 0, 2, 300),),
    stacks=(Stack((1,), 100), Stack((1, 0), 300)),
    entries=(Entry(0, 1), Entry(33, 0), Entry(173, None), Entry(173, 0), Entry(333, None), Entry(400, None)),
    is_complete=True,
    notes=("One note.",),
)
"""The last instruction has exactly the least share of the clocks that tables show, 0.5%."""
EMPTY = Profile("DSP56001", None, 0, PARTS, (), ())
CALLGRIND = """\
# callgrind format
version: 1
creator: dsp56k
cmd: p?
positions: instr line
event: Clocks : All clocks
event: Core : Instructions
event: Wait : Wait states
event: Executed : Number of executions
events: Clocks Core Wait Executed
summary: 400 360 40 7

ob=(1) p?
fl=b.asm
fn=(1) sub
0x50 7 200 200 0 2
fi=a.asm
0x51 1 100 60 40 2
fe=b.asm
fl=a.asm
fn=(2) main
0x40 2 98 98 0 2
cfi=b.asm
cfn=(1) sub
calls=2 0x50 7
0x40 2 300
0x42 0 2 2 0 1
totals: 400 360 40 7
"""
TABLES = """\
      clocks      %    inclusive      calls  function
         300   75.0          300          2  sub
         100   25.0          400          1  main

      clocks      % executions  address   instruction
          98   24.5          2  $0040     jsr sub
           2    0.5          1  $0042     jmp *
         200   50.0          2  $0050     nop
         100   25.0          2  $0051     rts
One note."""
LISTING = """\
      clocks      %    executed  a.asm
         100   25.0           2      1   rts_macro
          98   24.5           2      2  main jsr sub

      clocks      %    executed  instruction
                                 main+2:
           2    0.5           1  $0042  jmp *                             core 2
                                 sub:
         200   50.0           2  $0050  nop                               core 200
One note.
"""


def test_callgrind() -> None:
    assert callgrind(PROFILE, "p\x1b") == CALLGRIND


def test_a_single_part_is_not_an_event_of_callgrind() -> None:
    one = Instruction(0, "f", 0, "nop", Place(None, 0), 1, (2,))
    profile = Profile("DSP56001", None, 2, PARTS[:1], (Function("f", 0, Place(None, 0), 1, 2, 2),), (one,))
    assert "\nevents: Clocks Executed\n" in callgrind(profile, "p")


def test_tables() -> None:
    assert str(PROFILE) == TABLES


def test_listing() -> None:
    assert listing(PROFILE, {"a.asm": [" rts_macro", "main jsr sub"]}.get) == LISTING
    assert listing(PROFILE, lambda _: None).count(":\n") == 2
    assert f"\n{' ' * 31}      1  unused\n" in listing(PROFILE, {"b.asm": ["unused"]}.get)


def test_json() -> None:
    report = facts(PROFILE)
    assert (report["clock_hz"], facts(EMPTY)["clock_hz"]) == (33e6, None)
    assert report["parts"] == {"core": 360, "wait": 40, "stall": 0}
    assert facts(EMPTY)["parts"] == dict.fromkeys(report["parts"], 0)
    assert report["symbols"][0] == {"name": "sub", "clocks": 300, "times": 4, "parts": {"core": 260, "wait": 40}}
    lines = [(one["name"], one["clocks"], one["times"]) for one in report["lines"]]
    assert lines == [("b.asm:7", 200, 2), ("a.asm:1", 100, 2), ("a.asm:2", 98, 2)]
    places = [(one["address"], one["symbol"], one["source"]) for one in report["instructions"]]
    assert places == [
        (0x50, "sub", "b.asm:7"), (0x51, "sub+1", "a.asm:1"), (0x40, "main", "a.asm:2"), (0x42, "main+2", None),
    ]  # fmt: skip


def test_trace_events() -> None:
    events = json.loads(perfetto(PROFILE, "p"))["traceEvents"]
    assert {(event["pid"], event["tid"]) for event in events} == {(1, 1)}
    assert [(event["ph"], event.get("name"), event["ts"]) for event in events[2:]] == [
        ("B", "main", 0), ("B", "sub", 1), ("E", None, 5.242424), ("B", "sub", 5.242424),
        ("E", None, 10.090909), ("E", None, 12.121212),
    ]  # fmt: skip


@pytest.mark.parametrize("profile", [replace(PROFILE, hertz=None), replace(PROFILE, entries=())])
def test_trace_events_need_calls_and_a_clock(profile: Profile) -> None:
    with pytest.raises(ValueError, match="the profile of p does not have the sequence of calls and returns"):
        perfetto(profile, "p")


def test_speedscope() -> None:
    file = json.loads(speedscope(PROFILE, "p"))
    sampled, evented = file["profiles"]
    assert file["activeProfileIndex"] == 0
    assert (sampled["startValue"], sampled["endValue"], sampled["samples"], sampled["weights"]) == (
        0, 400, [[1], [1, 0]], [100, 300],
    )  # fmt: skip
    assert (evented["startValue"], evented["endValue"]) == (0, 400)
    assert [(event["type"], event["at"], event["frame"]) for event in evented["events"]] == [
        ("O", 0, 1), ("O", 33, 0), ("C", 173, 0), ("O", 173, 0), ("C", 333, 0), ("C", 400, 1),
    ]  # fmt: skip
