"""The prompt at a terminal: completion and history by prompt-toolkit, plain lines if that is not installed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from dsp56k.debug.breakpoints import VECTORS
from dsp56k.debug.console.console import ALL, COMMANDS, Console
from dsp56k.debug.expressions import WORDS

PROMPT = "> "
REPEATED = ("step", "next", "line", "into", "back", "back-over", "disasm", "memory")
"""Commands that an empty line repeats."""


def completions(console: Console, text: str) -> list[str]:
    """Return completions of a line's last word: commands, symbols, registers, source files, interrupts."""
    first, blank, rest = text.lstrip().rpartition(" ")
    if not blank:
        return sorted(name for name in COMMANDS if name.startswith(rest))
    word = rest[max(rest.rfind(letter) for letter in " ,:(+-*&|=@") + 1 :]
    verb = COMMANDS.get(first.split()[0])
    names = [*console.session.dsp.symbols, *WORDS, *(f"{file}:" for file in console.session.loaded.files)]
    if verb is not None and verb.names[0] == "interrupt":
        names = list(VECTORS)
    if verb is not None and verb.names[0] == "help":
        names = [one.names[0] for one in ALL]
    return sorted({name for name in names if name.lower().startswith(word.lower())})


def lines(console: Console) -> Iterator[str]:
    """Yield the lines that a user types, until the end of input; an empty one repeats a step or a listing."""
    last = ""
    for line in _typed(console):
        found = COMMANDS.get(line.partition(" ")[0].strip())
        if line.strip():
            last = line if found is not None and found.names[0] in REPEATED else ""
        yield line if line.strip() else last


def _typed(console: Console) -> Iterator[str]:
    try:
        import prompt_toolkit
    except ImportError:
        console.print_line("completion and history need prompt-toolkit: pip install 'dsp56k[debug]'")
        with suppress(EOFError):
            while True:
                yield input(PROMPT)
        return
    from prompt_toolkit.completion import CompleteEvent, Completer, Completion
    from prompt_toolkit.document import Document
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    class Names(Completer):
        def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
            del complete_event
            word = document.get_word_before_cursor(WORD=False)
            for name in completions(console, document.text_before_cursor):
                yield Completion(name, -len(word))

    path = _history()
    history = InMemoryHistory() if path is None else FileHistory(str(path))
    asking: prompt_toolkit.PromptSession[str] = prompt_toolkit.PromptSession(PROMPT, completer=Names(), history=history)
    with suppress(EOFError):
        while True:
            try:
                yield asking.prompt()
            except KeyboardInterrupt:
                continue


def _history() -> Path | None:
    """Return the file of past commands in the user's state directory; None if it cannot be written."""
    folder = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "dsp56k"
    path = folder / "debug-history"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.touch()
    except OSError:
        return None
    return path
