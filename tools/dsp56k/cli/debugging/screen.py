"""The screen of `dsp56k debug --screen`: code, registers, memory, stack and breakpoints side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Input, RichLog, Static

from dsp56k.cli.console.exit_codes import FAILURES, error_message
from dsp56k.debug import Debugger, Event, Kind, Place
from dsp56k.debug.console import formatting
from dsp56k.debug.console.console import Console, Quit
from dsp56k.debug.disassembly import disassembly, disassembly_before
from dsp56k.system.text import shown as printable

LINES_BEFORE, LINES_AFTER = 6, 24
"""Number of code lines that are shown before and after the next instruction."""
WORDS = 64


class Screen(App[None]):
    """A session on a full screen. A separate thread runs the program; meanwhile only a pause is accepted.

    Attributes:
        commands: The console that executes the command line.
        busy: True while the program runs.
    """

    CSS = """
    #code { width: 1fr; border: round $primary; text-wrap: nowrap; text-overflow: ellipsis; }
    #side { width: 76; }
    #side Static { border: round $primary; height: auto; text-wrap: nowrap; text-overflow: ellipsis; }
    #memory { height: 1fr; }
    #log { height: 8; border: round $primary; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f5", "move('run')", "Continue", priority=True),
        Binding("f10", "move('over')", "Next", priority=True),
        Binding("f11", "move('step')", "Step", priority=True),
        Binding("f12", "move('out')", "Out", priority=True),
        Binding("f7", "move('back')", "Back", priority=True),
        Binding("f6", "move('reverse')", "Reverse", priority=True),
        Binding("f9", "breakpoint", "Breakpoint", priority=True),
        Binding("f8", "pause", "Pause", priority=True),
        Binding("ctrl+q", "quit", "Quit", priority=True),
    ]

    def __init__(self, session: Debugger) -> None:
        super().__init__()
        self.session = session
        self.busy = False
        self._pausing = False
        self.commands = Console(session, self._write)
        session.on_pause(lambda: self._pausing)

    def compose(self) -> ComposeResult:
        """Yield the panes: code on the left, state on the right, messages and a command line below."""
        with Horizontal():
            yield Static(id="code")
            with Vertical(id="side"):
                yield Static(id="registers")
                yield Static(id="stack")
                yield Static(id="points")
                yield Static(id="memory")
        yield RichLog(id="log", wrap=True)
        yield Input(placeholder="a command; help lists them", id="command")
        yield Footer()

    def on_mount(self) -> None:
        """Show the location at which the program is stopped."""
        self.query_one("#command", Input).focus()
        self._show()

    def action_move(self, name: str) -> None:
        """Run the program by a method of the session."""
        move: Callable[[], Event] = getattr(self.session, name)
        self._work(lambda: self._write(formatting.reason(self.session, move())))

    def action_pause(self) -> None:
        """Stop the running program."""
        self._pausing = True

    def action_breakpoint(self) -> None:
        """Set a breakpoint at the next instruction, or remove it."""
        if self.busy:
            return
        pc = self.session.dsp.regs.pc
        here = [point for point in self.session.points if point.place == Place(Kind.ADDRESS, (pc,))]
        for point in here:
            self.session.points.remove(point.number)
        if not here:
            self.session.points.add(Place(Kind.ADDRESS, (pc,)), self.session.dsp.symbols.near(pc) or f"${pc:04X}")
        self._show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Execute a command."""
        line = event.value
        event.input.value = ""
        if line.strip():
            self._write(f"> {line}")
            self._work(lambda: self.commands.do(line))

    def _work(self, act: Callable[[], None]) -> None:
        """Do something in a thread, unless the program is running."""
        if self.busy:
            return
        self.busy, self._pausing = True, False

        def work() -> None:
            try:
                act()
            except Quit:
                self.call_from_thread(self.exit)
            except FAILURES as error:
                self._write(f"error: {error_message(error)}")
            finally:
                self.busy = False
            self.call_from_thread(self._show)

        self.run_worker(work, thread=True)

    def _write(self, line: str) -> None:
        """Write a line to the messages, from any thread."""
        log = self.query_one("#log", RichLog)
        if self.busy:
            self.call_from_thread(log.write, Text(line))
        else:
            log.write(Text(line))

    def _show(self) -> None:
        """Show the state of the program in all panes."""
        session = self.session
        self._fill("#code", "code", self._code())
        registers = formatting.registers(session.dsp, session.previous)
        cost = [
            f"clock {session.dsp.clocks:,}, instruction {session.dsp.instructions:,}",
            str(session.dsp.explain_cost()),
        ]
        self._fill("#registers", "registers", [*registers, *cost])
        self._fill("#stack", "stack", formatting.stack(session))
        self._fill("#points", "breakpoints", formatting.points(list(session.points)))
        space, first = self.commands.memory_shown
        self._fill("#memory", "memory", formatting.memory(session.dsp, space, first, min(first + WORDS, 0x10000) - 1))

    def _code(self) -> list[str]:
        """Return the source lines around the next instruction, or instructions if there is no source."""
        session = self.session
        source = session.loaded.lines.get(session.dsp.regs.pc)
        if source is not None and session.loaded.source(source.file) is not None:
            first = max(source.line - LINES_BEFORE, 1)
            return list(formatting.source_lines(session, source.file, first, source.line + LINES_AFTER))
        pc = session.dsp.regs.pc
        lines = disassembly_before(session.dsp, session.loaded, pc, LINES_BEFORE)
        return list(formatting.listing(session, lines + disassembly(session.dsp, session.loaded, pc, LINES_AFTER)))

    def _fill(self, pane: str, title: str, lines: Iterable[str]) -> None:
        widget = self.query_one(pane, Static)
        widget.border_title = title
        text = Text()
        for line in lines:
            clean = printable(line)
            text.append(f"{clean}\n", style="bold reverse" if clean.startswith(">") else "")
        text.highlight_regex(r"\w+\*\$[0-9A-F]+", "bold")
        widget.update(text)
