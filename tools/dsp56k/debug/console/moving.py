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
        raise DebugError(f"a count must be {least} to {COUNT_MAX}, got {described(rest)}", field="count", value=rest)
    return count


@verb("continue c cont dc dspcont", "[INSTRUCTIONS]", "Run until the program stops.")
def _continue(console: Console, rest: str) -> None:
    session = console.session
    console.tell(session.step(count_of(console, rest)) if rest else session.run())


@verb("step s ds dspstep", "[COUNT]", "Step instructions; each repetition and each word of a vector is one step.")
def _step(console: Console, rest: str) -> None:
    console.tell(console.session.step(count_of(console, rest)))


@verb("next n dn dspnext", "", "Step over an instruction, with its calls and repetitions.")
def _next(console: Console, _: str) -> None:
    console.tell(console.session.over())


@verb("line", "", "Step to another source line, over calls.")
def _line(console: Console, _: str) -> None:
    console.tell(console.session.line())


@verb("into", "", "Step to another source line, into calls.")
def _into(console: Console, _: str) -> None:
    console.tell(console.session.line(over=False))


@verb("out finish", "", "Run until the subroutine or interrupt returns.")
def _out(console: Console, _: str) -> None:
    console.tell(console.session.out())


@verb("to until u", "LOCATION", "Run to a location.")
def _to(console: Console, rest: str) -> None:
    addresses, note = console.session.breakable(console.session.places(rest))
    if note:
        console.say(note)
    console.tell(console.session.to(addresses))


@verb("back rs", "[COUNT]", "Step backward by instructions.")
def _back(console: Console, rest: str) -> None:
    console.tell(console.session.back(count_of(console, rest)))


@verb("back-over rn", "", "Step backward over an instruction, with its calls and repetitions.")
def _back_over(console: Console, _: str) -> None:
    console.tell(console.session.back_over())


@verb("reverse rc", "", "Run backward until the program stops.")
def _reverse(console: Console, _: str) -> None:
    console.tell(console.session.reverse())


@verb("seek goto", "CLOCK", "Go to a clock of the recording, counted since power-up.")
def _seek(console: Console, rest: str) -> None:
    console.tell(console.session.seek(count_of(console, rest, 0)))


@verb("restart", "", "Go back to the start; external inputs are replayed at their clocks.")
def _restart(console: Console, _: str) -> None:
    console.tell(console.session.restart())
