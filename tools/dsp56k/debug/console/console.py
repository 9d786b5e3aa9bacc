"""A console: it reads lines and executes their commands by a table."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from dsp56k.debug.console.formatting import facts, format_stop
from dsp56k.debug.debugger import Debugger
from dsp56k.debug.errors import DebugError
from dsp56k.debug.stop_events import Cause, Event
from dsp56k.isa.errors import Dsp56kError
from dsp56k.system.files import read_at_most
from dsp56k.system.suggestions import did_you_mean
from dsp56k.system.text import decode_lines, described, shown

SCRIPT_BYTES = 1 << 20
_DEEPEST = 16
"""Maximum nesting of scripts that run scripts."""

ELSEWHERE = dict.fromkeys(
    ("dp", "dspprofile", "profile"), "; `dsp56k prof` profiles a program, also between two locations"
)
"""Commands of other debuggers, and the alternative in this one."""


class Quit(Exception):  # noqa: N818 (not an error: the end of the session)
    """The user has ended the session."""


Action = Callable[["Console", str], None]


@dataclass(frozen=True)
class Command:
    """A command of the console.

    Attributes:
        names: Its name first, then aliases and the names of Hatari's debugger.
        takes: Its arguments, for the help.
        about: Its description, one line.
        act: Executes it with the rest of the line.
    """

    names: tuple[str, ...]
    takes: str
    about: str
    act: Action


COMMANDS: dict[str, Command] = {}
"""The commands by each of their names."""
ALL: list[Command] = []
"""The commands in the order of the help."""


def command(names: str, takes: str, about: str) -> Callable[[Action], Action]:
    """Register a function as a command; names are separated by spaces."""

    def register(act: Action) -> Action:
        made = Command(tuple(names.split()), takes, about, act)
        ALL.append(made)
        for name in made.names:
            assert name not in COMMANDS, name
            COMMANDS[name] = made
        return act

    return register


def find_command(name: str) -> Command:
    """Return the command of a name, or of a prefix that only one command's first name has, as in gdb and lldb.

    Raises:
        DebugError: The name is unknown or ambiguous.
    """
    lower = name.lower()
    if lower in COMMANDS:
        return COMMANDS[lower]
    begun = [one for one in ALL if lower and one.names[0].startswith(lower)]
    if len(begun) == 1:
        return begun[0]
    if lower in ELSEWHERE:
        hint = ELSEWHERE[lower]
    elif begun:
        hint = f": it can be {', '.join(one.names[0] for one in begun)}"
    else:
        # A command's first name precedes its other names and those of Hatari.
        first = did_you_mean(lower, [one.names[0] for one in ALL])
        hint = first or did_you_mean(lower, COMMANDS) or "; `help` lists the commands"
    sort = "ambiguous" if begun and lower not in ELSEWHERE else "unknown"
    raise DebugError(f"{sort} command {described(name)}{hint}", field="command", value=name)


class Console:
    """A console for a session.

    Attributes:
        session: The debugger session.
        disasm_next: The address at which `disasm` continues.
        memory_next: The space and address at which `memory` continues.
        memory_shown: The space and address that `memory` has shown last.
    """

    def __init__(self, session: Debugger, write: Callable[[str], None], *, as_json: bool = False) -> None:
        self.session = session
        self._write = write
        self._as_json = as_json
        self.disasm_next: int | None = None
        self.memory_next = self.memory_shown = ("X", 0)
        self._depth = 0
        self._noted: set[str] = set()
        session.on_log(self.print_line)

    def print_line(self, line: str) -> None:
        """Write a line."""
        self._write(json.dumps({"text": line}) if self._as_json else shown(line))

    def show(self, lines: Iterable[str]) -> None:
        """Write lines."""
        for line in lines:
            self.print_line(line)

    def note(self, file: str) -> None:
        """Write a note, once a file, if a source file is newer than the program."""
        if file not in self._noted:
            self._noted.add(file)
            if note := self.session.loaded.note(file):
                self.print_line(f"note: {note}")

    def _note_here(self) -> None:
        source = self.session.loaded.lines.get(self.session.next_address)
        if source is not None:
            self.note(source.file)

    def print_stop(self, event: Event) -> None:
        """Show where and why the program is stopped."""
        self.disasm_next = None
        self._note_here()
        if self._as_json:
            self._write(json.dumps(facts(self.session, event)))
        else:
            self.show(format_stop(self.session, event))

    def where(self) -> None:
        """Show where the program is stopped."""
        if self._as_json:
            self.print_stop(Event(Cause.START, self.session.dsp.regs.pc, self.session.position))
        else:
            self._note_here()
            self.show(format_stop(self.session))

    def do(self, line: str) -> None:
        """Execute a line. Commands are separated by semicolons, and # begins a comment.

        Raises:
            Quit: The line ends the session.
            Dsp56kError: A command fails.
        """
        for command in _commands(line):
            name, _, rest = command.partition(" ")
            found, rest = find_command(name), rest.strip()
            if rest and not found.takes:
                problem = f"{found.names[0]} takes no argument, got {described(rest)}"
                raise DebugError(problem, field="value", value=rest)
            found.act(self, rest)

    def script(self, path: Path) -> None:
        """Execute the lines of a file.

        Raises:
            Quit: A line ends the session.
            DebugError: A command fails; the message has file and line.
            OSError: The file cannot be read.
        """
        if self._depth == _DEEPEST:
            raise DebugError(f"{path}: scripts are nested more than {_DEEPEST} deep", field="file", value=str(path))
        self._depth += 1
        try:
            lines = decode_lines(read_at_most(path, SCRIPT_BYTES), "utf-8", "replace")
            for number, line in enumerate(lines, 1):
                try:
                    self.do(line)
                except Dsp56kError as error:
                    raise DebugError(f"{path}:{number}: {error}", **error.fields) from error
        finally:
            self._depth -= 1


def _commands(line: str) -> list[str]:
    """Return the commands of a line; a semicolon in quotation marks does not separate."""
    pieces = re.findall(r'(?:"[^"]*"|[^;#"]|")+|[;#]', line)
    found = []
    for piece in pieces:
        if piece == "#":
            break
        if piece != ";" and piece.strip():
            found.append(piece.strip())
    return found


@command("help h ?", "[COMMAND]", "List the commands, or explain one.")
def _help(console: Console, rest: str) -> None:
    if rest:
        found = find_command(rest)
        console.print_line(f"{' '.join(found.names)}  {found.takes}")
        console.print_line(found.about)
        return
    for one in ALL:
        console.print_line(f"{one.names[0]:<11} {' '.join(one.names[1:]):<22} {one.about}")


@command("source parse", "FILE", "Run the commands of a file.")
def _source(console: Console, rest: str) -> None:
    console.script(Path(rest))


@command("quit q exit", "", "End the session.")
def _quit(_: Console, __: str) -> None:
    raise Quit
