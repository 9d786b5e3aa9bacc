"""The verbs that move the program, forward and backward."""

from __future__ import annotations

from dsp56k.debug.console.session import Console, verb
from dsp56k.debug.errors import DebugError
from dsp56k.emu.checks import COUNT_MAX
from dsp56k.system.text import described


def count_of(console: Console, rest: str, least: int = 1) -> int:
    """Return the count that an argument gives, or 1.

    Raises:
        DebugError: the chip cannot count so far, or it is below `least`.
    """
    count = console.session.evaluate(rest) if rest else 1
    if not least <= count <= COUNT_MAX:
        raise DebugError(
            f"a count must be from {least} to {COUNT_MAX}, got {described(rest)}", field="count", value=rest
        )
    return count


@verb("continue c cont dc dspcont", "[INSTRUCTIONS]", "Go on until something stops the program.")
def _continue(console: Console, rest: str) -> None:
    session = console.session
    console.tell(session.step(count_of(console, rest)) if rest else session.run())


@verb("step s ds dspstep", "[COUNT]", "Execute instructions; a repetition, and a word of a vector, is one each.")
def _step(console: Console, rest: str) -> None:
    console.tell(console.session.step(count_of(console, rest)))


@verb("next n dn dspnext", "", "Execute an instruction with all that it calls or repeats.")
def _next(console: Console, _: str) -> None:
    console.tell(console.session.over())


@verb("line", "", "Execute up to another source line, calls in one.")
def _line(console: Console, _: str) -> None:
    console.tell(console.session.line())


@verb("into", "", "Execute up to another source line, in what is called, too.")
def _into(console: Console, _: str) -> None:
    console.tell(console.session.line(over=False))


@verb("out finish", "", "Go on until the subroutine or interrupt has returned.")
def _out(console: Console, _: str) -> None:
    console.tell(console.session.out())


@verb("to until u", "PLACE", "Go on until a place is reached.")
def _to(console: Console, rest: str) -> None:
    addresses, note = console.session.breakable(console.session.places(rest))
    if note:
        console.say(note)
    console.tell(console.session.to(addresses))


@verb("back rs", "[COUNT]", "Go back instructions.")
def _back(console: Console, rest: str) -> None:
    console.tell(console.session.back(count_of(console, rest)))


@verb("back-over rn", "", "Go back an instruction with all that it had called.")
def _back_over(console: Console, _: str) -> None:
    console.tell(console.session.back_over())


@verb("reverse rc", "", "Go back to where the program would have stopped last.")
def _reverse(console: Console, _: str) -> None:
    console.tell(console.session.reverse())


@verb("seek goto", "CLOCK", "Go to a known clock since power-up.")
def _seek(console: Console, rest: str) -> None:
    console.tell(console.session.seek(count_of(console, rest, 0)))


@verb("restart", "", "Go back to the beginning; inputs come again at their clocks.")
def _restart(console: Console, _: str) -> None:
    console.tell(console.session.restart())
