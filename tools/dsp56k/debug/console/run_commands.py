"""Commands that run the program, forward and backward."""

from __future__ import annotations

from dsp56k.debug.console.console import Console, command
from dsp56k.debug.errors import DebugError
from dsp56k.emu.validation import COUNT_MAX
from dsp56k.system.text import described


def count_of(console: Console, rest: str, minimum: int = 1) -> int:
    """Return the count that an argument specifies, or 1.

    Raises:
        DebugError: The count is below `minimum`, or too large.
    """
    count = console.session.evaluate(rest) if rest else 1
    if not minimum <= count <= COUNT_MAX:
        raise DebugError(f"a count must be {minimum} to {COUNT_MAX}, got {described(rest)}", field="count", value=rest)
    return count


@command("continue c cont dc dspcont", "[INSTRUCTIONS]", "Run until the program stops.")
def _continue(console: Console, rest: str) -> None:
    session = console.session
    console.print_stop(session.step(count_of(console, rest)) if rest else session.run())


@command("step s ds dspstep", "[COUNT]", "Step instructions; each repetition and each word of a vector is one step.")
def _step(console: Console, rest: str) -> None:
    console.print_stop(console.session.step(count_of(console, rest)))


@command("next n dn dspnext", "", "Step over an instruction, with its calls and repetitions.")
def _next(console: Console, _: str) -> None:
    console.print_stop(console.session.over())


@command("line", "", "Step to another source line, over calls.")
def _line(console: Console, _: str) -> None:
    console.print_stop(console.session.line())


@command("into", "", "Step to another source line, into calls.")
def _into(console: Console, _: str) -> None:
    console.print_stop(console.session.line(over=False))


@command("out finish", "", "Run until the subroutine or interrupt returns.")
def _out(console: Console, _: str) -> None:
    console.print_stop(console.session.out())


@command("to until u", "LOCATION", "Run to a location.")
def _to(console: Console, rest: str) -> None:
    addresses, note = console.session.breakable(console.session.places(rest))
    if note:
        console.print_line(note)
    console.print_stop(console.session.to(addresses))


@command("back rs", "[COUNT]", "Step backward by instructions.")
def _back(console: Console, rest: str) -> None:
    console.print_stop(console.session.back(count_of(console, rest)))


@command("back-over rn", "", "Step backward over an instruction, with its calls and repetitions.")
def _back_over(console: Console, _: str) -> None:
    console.print_stop(console.session.back_over())


@command("reverse rc", "", "Run backward until the program stops.")
def _reverse(console: Console, _: str) -> None:
    console.print_stop(console.session.reverse())


@command("seek goto", "CLOCK", "Go to a clock of the recording, counted since power-up.")
def _seek(console: Console, rest: str) -> None:
    console.print_stop(console.session.seek(count_of(console, rest, 0)))


@command("restart", "", "Go back to the start; external inputs are replayed at their clocks.")
def _restart(console: Console, _: str) -> None:
    console.print_stop(console.session.restart())
