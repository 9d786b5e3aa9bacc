"""One case: a corrupted file and its outcome. The campaign's seed and the case's number determine both."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import FrameType

from dsp56k.emu import Dsp56001
from fuzz import amplify, corpus, corruption, sessions, subjects
from fuzz.subjects import Files, Steps

LIMIT = 10.0
"""Seconds of processor time for one case."""
AMPLIFIED = 32
"""Every n-th case is amplified, because such cases take longer."""


class Hang(BaseException):
    """A case took more than LIMIT seconds of processor time; not an Exception, so that nobody catches it."""


@dataclass(frozen=True, slots=True)
class Case:
    """The files of a case, the format of the corrupted file, and the procedure that reads them."""

    files: Files
    form: str
    run: Callable[[], Steps]


def source_case(random: Random) -> Case:
    """A mutated source, and what to do with it."""
    sources = corpus.sources()
    text = random.choice(sources)
    if random.randrange(AMPLIFIED) == 0:
        text = amplify.text(text, random)
    else:
        text = corruption.text(text, sources, random)
    files = {"m.asm": text.encode("latin-1", "replace")}
    return Case(files, "asm", lambda: subjects.source(files, random))


def object_case(random: Random) -> Case:
    """A mutated object file, library, link file or memory control file, and what to do with it."""
    seed = random.choice(corpus.objects())
    if random.randrange(AMPLIFIED) == 0:
        content = amplify.amplified(seed.name, seed.data, random)
    elif seed.text and random.random() < 0.7:
        content = corruption.text(seed.data.decode("latin-1"), corpus.texts(), random).encode("latin-1", "replace")
    else:
        content = corruption.data(seed.data, random)
    files = {seed.name: content}
    if seed.name.endswith(".p0"):
        files |= {seed.name[:-1] + plane: seed.data for plane in "12"}
    return Case(files, seed.name.rpartition(".")[2], lambda: subjects.written(seed.name, random, _chip()))


def adapter_case(random: Random) -> Case:
    """A mutated session of the debug adapter."""
    session = sessions.adapter_session(random)
    return Case({"session": session.stream}, "dap", lambda: sessions.converse(session))


def language_case(random: Random) -> Case:
    """A mutated session of the language server."""
    session = sessions.language_session(random)
    return Case({"session": session.stream}, "lsp", lambda: sessions.edit(session))


KINDS: dict[str, Callable[[Random], Case]] = {
    "source": source_case,
    "object": object_case,
    "adapter": adapter_case,
    "language": language_case,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a case: the traceback of a finding, or "", the format of the mutated file, and the steps done."""

    finding: str
    form: str = ""
    steps: Steps = ()


def case_of(kind: str, seed: int, number: int) -> Case:
    """A case of a campaign."""
    return KINDS[kind](Random(f"{seed}/{kind}/{number}"))


def try_case(kind: str, seed: int, number: int, limit: float = LIMIT) -> Outcome:
    """Run a case in the present folder, which is emptied first."""
    for entry in list(os.scandir()):
        shutil.rmtree(entry) if entry.is_dir(follow_symlinks=False) else Path(entry).unlink()
    case = case_of(kind, seed, number)
    for name, content in case.files.items():
        Path(name).write_bytes(content)
    try:
        with subjects.low_limits(), _timed(limit):
            steps = case.run()
        for name, content in case.files.items():
            # The librarian brings its library up to date.
            assert name.endswith(".lib") or Path(name).read_bytes() == content, f"{name} was written over"
    except (Exception, Hang):  # noqa: BLE001  every exception that arrives here is a finding
        return Outcome(traceback.format_exc(limit=-12))
    return Outcome("", case.form, steps)


_chips: list[Dsp56001] = []


def _chip() -> Dsp56001:
    """One emulator for all cases of a process."""
    if not _chips:
        _chips.append(Dsp56001())
    return _chips[0]


@contextlib.contextmanager
def _timed(limit: float) -> Iterator[None]:
    """Raise Hang after `limit` seconds of processor time."""

    def expire(number: int, frame: FrameType | None) -> None:
        raise Hang(f"more than {limit} seconds")

    before = signal.signal(signal.SIGPROF, expire)
    signal.setitimer(signal.ITIMER_PROF, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
