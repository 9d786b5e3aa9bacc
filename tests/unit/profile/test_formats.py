"""Files of a profile, read back by a reader of callgrind's format and checked by speedscope's published schema."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

import fastjsonschema
import pytest

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001
from dsp56k.profile import Place, Profile
from dsp56k.profile.callgrind import callgrind
from dsp56k.profile.json_report import facts
from dsp56k.profile.listing import listing
from dsp56k.profile.perfetto import perfetto
from dsp56k.profile.speedscope import speedscope

SCHEMA = json.loads((Path(__file__).parent / "speedscope-schema.json").read_text())
"""speedscope's file-format-schema.json, without the definitions that nothing refers to."""
SOURCE = """
        org     p:0
        jmp     <start
        org     p:8
        jsr     <handler
        org     p:$40
start   movep   #7,x:<<$ffff
        andi    #$fc,mr
        do      #3,all
        jsr     <outer
        nop
all
        jmp     *
outer   move    x:$1000,a
        jsr     <inner
        rts
inner   rnd     a               x:(r0)+,x0
        rts
handler jsr     <other
        rti
other   rts
"""


@pytest.fixture(scope="module")
def profile() -> Profile:
    dsp = Dsp56001()
    dsp.load(assemble(SOURCE))
    dsp.lines.irqa.drive(True, at=60)
    dsp.lines.irqa.drive(False, at=61)
    with dsp.profile(entries=1000) as profiler:
        dsp.run(max_clocks=2000)
    return profiler.result()


class Read(NamedTuple):
    """Return the content of a callgrind file: self clocks, and clocks of calls with their number, by function."""

    events: list[str]
    own: Counter[str]
    parts: Counter[str]
    inclusive: Counter[str]
    calls: Counter[tuple[str, str]]
    totals: list[int]


def read_callgrind(text: str) -> Read:
    names: dict[str, str] = {}
    own: Counter[str] = Counter()
    parts: Counter[str] = Counter()
    inclusive: Counter[str] = Counter()
    calls: Counter[tuple[str, str]] = Counter()
    events, totals, present, callee, called = [], [], "", "", None

    def name_of(text: str) -> str:
        number, _, name = text.partition(" ")
        return names.setdefault(number, name)

    for line in text.splitlines():
        key, equals, value = line.partition("=")
        if line.startswith("events:"):
            events = line.split()[1:]
        elif line.startswith("totals:"):
            totals = [int(number) for number in line.split()[1:]]
        elif equals and key == "fn":
            present = name_of(value)
        elif equals and key == "cfn":
            callee = name_of(value)
        elif equals and key == "calls":
            called = int(value.split()[0])
        elif line.startswith("0x"):
            costs = [int(number) for number in line.split()[2:]]
            if called is not None:
                calls[present, callee] += called
                inclusive[present] += costs[0]
                called = None
            else:
                own[present] += costs[0]
                parts.update(dict(zip(events, costs, strict=True)))
    return Read(events, own, parts, inclusive + own, calls, totals)


def test_callgrind_has_every_clock_and_call(profile: Profile) -> None:
    read = read_callgrind(callgrind(profile, "fir.elf"))
    functions = {one.name: one for one in profile.functions}
    assert read.own == {name: one.clocks for name, one in functions.items()}
    assert read.inclusive == {name: one.total for name, one in functions.items()}
    assert read.calls == {
        ("$0000", "outer"): 3,
        ("outer", "inner"): 3,
        ("handler", "other"): 1,
        ("$0008", "handler"): 1,
        next(pair for pair in read.calls if pair[1] == "$0008"): 1,
    }
    assert [read.parts[event] for event in read.events] == read.totals
    assert read.totals[0] == sum(read.totals[1:-1]) == profile.clocks
    assert set(read.events) == {"Clocks", "Executed", *(k.capitalize() for k, v in profile.by_part().items() if v)}


def test_names_cannot_end_a_line_of_callgrind(profile: Profile) -> None:
    text = callgrind(profile, "a\nfn=(9) b")
    assert len(text.splitlines()) == len(callgrind(profile, "a").splitlines())


def test_speedscope_has_the_stacks_and_the_calls_in_time(profile: Profile) -> None:
    file = json.loads(speedscope(profile, "fir.elf"))
    fastjsonschema.compile(SCHEMA)(file)
    stacks, in_time = file["profiles"]
    assert sum(stacks["weights"]) == stacks["endValue"] == profile.clocks
    frames = [frame["name"] for frame in file["shared"]["frames"]]
    named = {tuple(frames[number] for number in sample) for sample in stacks["samples"]}
    assert ("$0000", "outer", "inner") in named
    open_: list[int] = []
    clocks: Counter[int] = Counter()
    before = in_time["startValue"]
    for event in in_time["events"]:
        if open_:
            clocks[open_[-1]] += event["at"] - before
        before = event["at"]
        assert event["type"] == "O" or open_.pop() == event["frame"]
        if event["type"] == "O":
            open_.append(event["frame"])
    assert open_ == []
    assert {frames[number]: own for number, own in clocks.items()} == {
        one.name: one.clocks for one in profile.functions
    }


def test_calls_that_were_not_all_kept_are_not_shown_in_time(profile: Profile) -> None:
    dsp = Dsp56001()
    dsp.load(assemble(SOURCE))
    with dsp.profile(entries=3) as profiler:
        dsp.run(max_clocks=500)
    found = profiler.result()
    assert [one["type"] for one in json.loads(speedscope(found, "a"))["profiles"]] == ["sampled"]
    assert len(found.entries) == 3
    assert "calls and returns is incomplete" in found.notes[0]


def test_perfetto_has_an_end_for_each_beginning(profile: Profile) -> None:
    file = json.loads(perfetto(profile, "fir.elf"))
    named, events = file["traceEvents"][:2], file["traceEvents"][2:]
    assert [one["args"]["name"] for one in named] == ["fir.elf", "DSP56001"]
    depth, times = 0, []
    for event in events:
        assert {"ph", "ts", "pid", "tid"} <= set(event)
        depth += {"B": 1, "E": -1}[event["ph"]]
        assert depth >= 0
        times.append(event["ts"])
    assert (depth, times) == (0, sorted(times))
    assert times[-1] == profile.clocks / 20
    with pytest.raises(ValueError, match="does not have the sequence of calls"):
        perfetto(Profile("DSP56001", None, 0, (), (), ()), "none")


def test_the_listing_shows_sources_and_what_has_none(profile: Profile) -> None:
    shown = listing(profile, lambda file: SOURCE.splitlines() if file == "source.asm" else None)
    rnd = next(line for line in shown.splitlines() if "rnd     a" in line)
    inner = sum(one.clocks for one in profile.instructions if one.place.symbol == "inner")
    assert rnd.split()[0] == str(inner)
    bare = listing(profile, lambda _: None)
    assert sum(int(line.split()[0].replace(",", "")) for line in bare.splitlines() if "$00" in line) == profile.clocks
    assert "inner:" in bare


def test_json_has_all_sums(profile: Profile) -> None:
    file: dict[str, Any] = json.loads(json.dumps(facts(profile)))
    for key in ("functions", "symbols", "instructions"):
        assert sum(one["clocks"] for one in file[key]) == file["clocks"] == profile.clocks
    assert all(sum(one["parts"].values()) == one["clocks"] for one in file["instructions"])
    assert sum(file["parts"].values()) == profile.clocks


def test_a_place_has_its_symbol() -> None:
    assert [Place(None, 0).symbol, Place("a", 0).symbol, Place("a", 3).symbol] == [None, "a", "a+3"]
