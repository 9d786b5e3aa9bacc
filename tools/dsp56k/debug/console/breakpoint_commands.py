"""Commands for breakpoints."""

from __future__ import annotations

import re

from dsp56k.debug.breakpoints import VECTORS, Kind, Place, vector_of
from dsp56k.debug.console.console import Console, command
from dsp56k.debug.console.formatting import points
from dsp56k.debug.console.run_commands import count_of
from dsp56k.debug.errors import DebugError
from dsp56k.debug.expressions import compile_expression
from dsp56k.system.text import described

_LOG = re.compile(r'\s+(?:(?P<trace>:trace)(?:\s+"(?P<traced>[^"]*)")?|log\s+"(?P<log>[^"]*)")(?=\s|$)')
_TRACE = "pc {pc}, clock {clocks}"
"""The message of Hatari's `:trace` if it has no text."""
_MISSING = re.compile(r"\s(?P<option>:[a-z]+)(?=\s|$)")
_NUMBER = re.compile(r"[0-9]{1,9}")
_OPTION = re.compile(r"\s+(?::once|once|:(?P<count>[0-9]+)|ignore\s+(?P<ignore>[0-9]+))(?=\s|$)")
_CONDITION = re.compile(r"\s+if\s+(?P<condition>.*)$")
_PC = re.compile(r"\(?\s*pc\s*==?\s*(?P<place>[^\s()]+)\s*\)?", re.IGNORECASE)
_WATCHED = re.compile(
    r"(?P<space>[xyp]):(?P<first>[^\s-]+)(?:-(?:(?P=space):)?(?P<last>\S+))?(?:\s+(?P<way>r|w|rw|change))?",
    re.IGNORECASE,
)


class _Options:
    """The options after a location.

    They are `if EXPRESSION`, `once`, `ignore N`, `log "TEXT"`; Hatari's `:once`, `:N`, `:trace`.

    Raises:
        DebugError: Another option of Hatari.
    """

    def __init__(self, console: Console, text: str) -> None:
        self.log: str | None = None
        self.condition, self.ignore, self.once = "", 0, False
        if match := _LOG.search(text):
            self.log = (match["traced"] or _TRACE) if match["trace"] else match["log"]
            text = text[: match.start()] + text[match.end() :]
        for match in list(_OPTION.finditer(text)):
            if match["count"] or match["ignore"]:
                # Hatari's count is the number of the hit at which it stops.
                at_hit = match["count"]
                self.ignore = count_of(console, at_hit) - 1 if at_hit else count_of(console, match["ignore"], 0)
            else:
                self.once = True
        text = _OPTION.sub("", text)
        if match := _CONDITION.search(text):
            self.condition = match["condition"]
            text = text[: match.start()]
        if match := _MISSING.search(text):
            takes = 'once, ignore N, log "TEXT"; of Hatari\'s :once, :N and :trace'
            raise DebugError(f"expected {takes}, got {match['option']}", field="option", value=match["option"])
        self.rest = text.strip()


def _add(console: Console, place: Place, text: str, options: _Options) -> None:
    point = console.session.points.add(
        place, text, condition=options.condition, ignore=options.ignore, once=options.once, log=options.log
    )
    console.show(points([point]))


def _add_at(console: Console, text: str, options: _Options) -> None:
    """Set a breakpoint at a location in P memory."""
    addresses, note = console.session.breakable(console.session.places(text))
    _add(console, Place(Kind.ADDRESS, addresses), text, options)
    if note:
        console.print_line(note)


@command(
    "break b da dspaddress",
    'LOCATION [if EXPRESSION] [once] [ignore N] [log "TEXT"]',
    "Set a breakpoint at a location.",
)
def _break(console: Console, rest: str) -> None:
    options = _Options(console, rest)
    text = options.rest or f"${console.session.dsp.regs.pc:04X}"
    _add_at(console, text, options)


@command(
    "when db dspbreak",
    "EXPRESSION [:once] [:N] [:trace]",
    "Stop when the expression becomes true; with pc = LOCATION in it, only there.",
)
def _when(console: Console, rest: str) -> None:
    if not rest or _NUMBER.fullmatch(rest) or rest.lower() == "all":
        # As in Hatari: list the breakpoints, or delete one.
        return _delete(console, rest) if rest else _list(console, "")
    options = _Options(console, rest)
    parts = options.rest.split("&&")
    places = [match for part in parts if (match := _PC.fullmatch(part.strip()))]
    compile_expression(options.rest, console.session.dsp)
    if len(places) == 1 and "||" not in options.rest:
        others = [part.strip() for part in parts if not _PC.fullmatch(part.strip())]
        options.condition = " && ".join(others)
        _add_at(console, places[0]["place"], options)
        return None
    options.condition = options.rest
    _add(console, Place(Kind.EXPRESSION), options.rest, options)
    return None


@command(
    "watch w", "X:ADDRESS[-LAST] [r|w|rw|change] [if EXPRESSION] ...", "Set a watchpoint: stop after accesses to data."
)
def _watch(console: Console, rest: str) -> None:
    options = _Options(console, rest)
    match = _WATCHED.fullmatch(options.rest)
    if match is None:
        raise DebugError(f"expected X:ADDRESS[-LAST] [r|w|rw|change], got {described(rest)}", field="place", value=rest)
    space = match["space"].upper()
    first, last = (
        console.session.dsp.symbols.address(console.session.address(text), space)
        for text in (match["first"], match["last"] or match["first"])
    )
    if last < first:
        raise DebugError(
            f"the last address must not be below the first, got {described(rest)}", field="place", value=rest
        )
    way = (match["way"] or "change").lower()
    place = Place(Kind.WATCH, (first, last), space, "r" in way.replace("change", ""), way != "r", way == "change")
    _add(console, place, options.rest, options)


@command(
    "interrupt catch", "[NAME|VECTOR] [if EXPRESSION] ...", "Stop at the start of an interrupt, before its first word."
)
def _interrupt(console: Console, rest: str) -> None:
    options = _Options(console, rest)
    name = options.rest.lower()
    if not name:
        addresses: tuple[int, ...] = ()
    elif name in VECTORS:
        addresses = (VECTORS[name],)
    elif name[0] in "$0123456789":
        addresses = (vector_of(console.session.evaluate(name)),)
    else:
        raise DebugError(
            f"the interrupt must be one of {', '.join(VECTORS)}, got {described(rest)}", field="interrupt", value=rest
        )
    _add(console, Place(Kind.INTERRUPT, addresses), options.rest or "any", options)


@command("points info", "", "List the breakpoints.")
def _list(console: Console, _: str) -> None:
    console.show(points(list(console.session.points)))


@command("delete", "N|all", "Delete a breakpoint, or all.")
def _delete(console: Console, rest: str) -> None:
    for number in [point.number for point in console.session.points] if rest.lower() == "all" else [_number(rest)]:
        console.session.points.remove(number)


@command("enable", "N", "Enable a breakpoint.")
def _enable(console: Console, rest: str) -> None:
    console.session.points[_number(rest)].enabled = True


@command("disable", "N", "Disable a breakpoint.")
def _disable(console: Console, rest: str) -> None:
    console.session.points[_number(rest)].enabled = False


@command("ignore", "N COUNT", "Set the ignore count of a breakpoint.")
def _ignore(console: Console, rest: str) -> None:
    number, _, count = rest.partition(" ")
    console.session.points[_number(number)].ignore = count_of(console, count, 0)


@command("exceptions mistakes", "on|off", "Stop, or do not stop, at stack errors and uninitialised program memory.")
def _mistakes(console: Console, rest: str) -> None:
    if rest not in ("on", "off"):
        raise DebugError(f"exceptions must be on or off, got {described(rest)}", field="mistakes", value=rest)
    console.session.stop_at_mistakes(stack_errors=rest == "on", unloaded=rest == "on")


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise DebugError(f"expected the number of a breakpoint, got {described(text)}", field="number", value=text)
    return int(text)
