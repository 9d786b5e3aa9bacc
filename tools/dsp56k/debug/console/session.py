"""A console: it takes lines and does what they say, by a table of verbs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from dsp56k.debug.console.shown import facts, standing
from dsp56k.debug.debugger import Debugger
from dsp56k.debug.errors import DebugError
from dsp56k.debug.events import Cause, Event
from dsp56k.isa.errors import Dsp56kError
from dsp56k.system.files import read_at_most
from dsp56k.system.suggestions import did_you_mean
from dsp56k.system.text import decode_lines, described, shown

SCRIPT_BYTES = 1 << 20
_DEEPEST = 16
"""Scripts that run scripts."""

ELSEWHERE = dict.fromkeys(
    ("dp", "dspprofile", "profile"), "; `dsp56k prof` profiles a program, also between two locations"
)
"""What a debugger has elsewhere, and this one in another command."""


class Leave(Exception):  # noqa: N818 (no error, but the end)
    """The user has had enough."""


Action = Callable[["Console", str], None]


@dataclass(frozen=True)
class Verb:
    """A command of the console.

    Attributes:
        names: its own name first, then shorter ones and those of Hatari's debugger.
        takes: its arguments, for people.
        about: what it does, in a line.
        act: does it with the rest of the line.
    """

    names: tuple[str, ...]
    takes: str
    about: str
    act: Action


VERBS: dict[str, Verb] = {}
"""The verbs by each of their names."""
ALL: list[Verb] = []
"""The verbs in the order of the help."""


def verb(names: str, takes: str, about: str) -> Callable[[Action], Action]:
    """Make a verb of a function; names have blanks between."""

    def register(act: Action) -> Action:
        made = Verb(tuple(names.split()), takes, about, act)
        ALL.append(made)
        for name in made.names:
            assert name not in VERBS, name
            VERBS[name] = made
        return act

    return register


def verb_named(name: str) -> Verb:
    """Return the verb of a name, or of a prefix that only one verb's first name has, as in gdb and lldb.

    Raises:
        DebugError: unknown or ambiguous.
    """
    lower = name.lower()
    if lower in VERBS:
        return VERBS[lower]
    begun = [one for one in ALL if lower and one.names[0].startswith(lower)]
    if len(begun) == 1:
        return begun[0]
    if lower in ELSEWHERE:
        hint = ELSEWHERE[lower]
    elif begun:
        hint = f": it can be {', '.join(one.names[0] for one in begun)}"
    else:
        # A verb's first name comes before its other names and those of Hatari.
        first = did_you_mean(lower, [one.names[0] for one in ALL])
        hint = first or did_you_mean(lower, VERBS) or "; `help` lists the commands"
    sort = "ambiguous" if begun and lower not in ELSEWHERE else "unknown"
    raise DebugError(f"{sort} command {described(name)}{hint}", field="command", value=name)


class Console:
    """The verbs on a session.

    Attributes:
        session: the program.
        disasm_next: where `disasm` goes on.
        memory_next: where `memory` goes on: space and address.
        memory_shown: where it began last.
    """

    def __init__(self, session: Debugger, write: Callable[[str], None], *, as_json: bool = False) -> None:
        self.session = session
        self._write = write
        self._as_json = as_json
        self.disasm_next: int | None = None
        self.memory_next = self.memory_shown = ("X", 0)
        self._depth = 0
        self._noted: set[str] = set()
        session.on_log(self.say)

    def say(self, line: str) -> None:
        """Write a line."""
        self._write(json.dumps({"text": line}) if self._as_json else shown(line))

    def show(self, lines: Iterable[str]) -> None:
        """Write lines."""
        for line in lines:
            self.say(line)

    def note(self, file: str) -> None:
        """Say once if a source file was changed after the program was made."""
        if file not in self._noted:
            self._noted.add(file)
            if note := self.session.loaded.note(file):
                self.say(f"note: {note}")

    def _note_here(self) -> None:
        source = self.session.loaded.lines.get(self.session.next_address)
        if source is not None:
            self.note(source.file)

    def tell(self, event: Event) -> None:
        """Say where and why the program stands."""
        self.disasm_next = None
        self._note_here()
        if self._as_json:
            self._write(json.dumps(facts(self.session, event)))
        else:
            self.show(standing(self.session, event))

    def where(self) -> None:
        """Say where the program stands."""
        if self._as_json:
            self.tell(Event(Cause.START, self.session.dsp.regs.pc, self.session.position))
        else:
            self._note_here()
            self.show(standing(self.session))

    def do(self, line: str) -> None:
        """Do what a line says; commands have semicolons between, # begins a comment.

        Raises:
            Leave: it says to leave.
            Dsp56kError: it cannot be done.
        """
        for command in _commands(line):
            name, _, rest = command.partition(" ")
            verb_named(name).act(self, rest.strip())

    def script(self, path: Path) -> None:
        """Do what the lines of a file say.

        Raises:
            Leave: one says to leave.
            DebugError: one cannot be done; the file and line are said.
            OSError: it cannot be read.
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
    """The commands of a line, but for those in quotation marks."""
    pieces = re.findall(r'(?:"[^"]*"|[^;#"]|")+|[;#]', line)
    found = []
    for piece in pieces:
        if piece == "#":
            break
        if piece != ";" and piece.strip():
            found.append(piece.strip())
    return found


@verb("help h ?", "[COMMAND]", "List the commands, or explain one.")
def _help(console: Console, rest: str) -> None:
    if rest:
        found = verb_named(rest)
        console.say(f"{' '.join(found.names)}  {found.takes}")
        console.say(found.about)
        return
    for one in ALL:
        console.say(f"{one.names[0]:<11} {' '.join(one.names[1:]):<22} {one.about}")


@verb("source parse", "FILE", "Run the commands of a file.")
def _source(console: Console, rest: str) -> None:
    console.script(Path(rest))


@verb("quit q exit", "", "End the session.")
def _quit(_: Console, __: str) -> None:
    raise Leave
