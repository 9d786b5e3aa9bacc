"""A profile as callgrind writes it, for kcachegrind and callgrind_annotate (valgrind's manual, "Callgrind Format")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from dsp56k.profile.counts import Arc, Instruction, Place, Profile

_UNKNOWN = "???"


def callgrind(profile: Profile, program: str) -> str:
    """Return the text of a callgrind file.

    The events are all clocks, then each component that took some, then executions. A call's cost has only all clocks,
    because its components were not counted call by call.

    Args:
        profile: The counts.
        program: The file that was profiled.
    """
    return "\n".join(_lines(profile, program)) + "\n"


def _lines(profile: Profile, program: str) -> Iterator[str]:
    yield "# callgrind format"
    yield "version: 1"
    yield "creator: dsp56k"
    yield f"cmd: {_named(program)}"
    yield "positions: instr line"
    yield "event: Clocks : All clocks"
    events = ["Clocks"]
    sums = profile.by_part()
    # A single part would be all clocks again.
    parts = enumerate(profile.parts) if len(profile.parts) > 1 else ()
    taken = [number for number, part in parts if sums[part.name]]
    for part in (profile.parts[number] for number in taken):
        events.append(part.name.capitalize())
        yield f"event: {events[-1]} : {_named(part.about)}"
    yield "event: Executed : Number of executions"
    yield f"events: {' '.join([*events, 'Executed'])}"
    executed = sum(one.times for one in profile.instructions)
    totals = _numbers(profile.clocks, *(sums[profile.parts[number].name] for number in taken), executed)
    yield f"summary: {totals}"
    yield ""
    yield f"ob=(1) {_named(program)}"
    arcs: dict[tuple[int, int], list[Arc]] = {}
    for arc in profile.arcs:
        arcs.setdefault((arc.caller, arc.site), []).append(arc)
    places = {one.address: one.place for one in profile.instructions}
    for number, rows in groupby(profile.instructions, key=lambda one: one.number):
        function = profile.functions[number]
        yield f"fl={_file(function.place)}"
        yield f"fn=({number + 1}) {_named(function.name)}"
        for one in rows:
            yield from _instruction(one, taken, function.place)
            for arc in arcs.pop((number, one.address), ()):
                yield from _call(profile, arc, one.place)
    # An interrupt can come before any instruction of the function that it interrupts.
    for (number, site), left in arcs.items():
        yield f"fl={_file(profile.functions[number].place)}"
        yield f"fn=({number + 1}) {_named(profile.functions[number].name)}"
        for arc in left:
            yield from _call(profile, arc, places.get(site, Place(None, 0)))
    yield f"totals: {totals}"


def _instruction(one: Instruction, taken: Sequence[int], function: Place) -> Iterator[str]:
    inlined = one.place.file not in (None, function.file)
    if inlined:
        yield f"fi={_file(one.place)}"
    parts = (one.parts[number] for number in taken)
    yield f"0x{one.address:x} {one.place.line or 0} {_numbers(one.clocks, *parts, one.times)}"
    if inlined:
        yield f"fe={_file(function)}"


def _call(profile: Profile, arc: Arc, site: Place) -> Iterator[str]:
    callee = profile.functions[arc.callee]
    yield f"cfi={_file(callee.place)}"
    yield f"cfn=({arc.callee + 1}) {_named(callee.name)}"
    yield f"calls={arc.times} 0x{callee.address:x} {callee.place.line or 0}"
    yield f"0x{arc.site:x} {site.line or 0} {arc.total}"


def _numbers(*numbers: int) -> str:
    return " ".join(map(str, numbers))


def _file(place: Place) -> str:
    return _UNKNOWN if place.file is None else _named(place.file)


def _named(text: str) -> str:
    """Return a name as one line, without control characters, which would end it."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
