"""Mutated sources and object files through the assembler, the linker, the readers, the loader and the disassembler.

campaign.py --count 1000000 --seed 1     a million of each kind
campaign.py --seed 1 --only object/17    repeats one case of that campaign

A finding is an exception that is not the project's own, more than LIMIT seconds of processor time, a file that a
command left after an error, an input that was written over, or the end of the process. It is printed, and its input
saved under results/mutations. After MOST_FINDINGS of a kind the campaign gives up: they mostly have one cause.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from types import FrameType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from dsp56k.emu import Dsp56001
from mutation import corpus, mutate, subjects
from mutation.subjects import Files

ROOT = Path(__file__).resolve().parents[2]
SAVED = ROOT / "results" / "mutations"
LIMIT = 10.0
"""Seconds of processor time for one case."""
MEMORY = 2 << 30
"""Bytes that the process may use."""
BATCH = 1000
"""Cases between two reports of progress."""
MOST_FINDINGS = 20
"""Findings of one kind after which a campaign gives up."""


class Hang(BaseException):
    """A case took more than LIMIT seconds of processor time; not an Exception, so that nobody catches it."""


def source_case(random: Random) -> tuple[Files, Callable[[], None]]:
    """A mutated source, and what to do with it."""
    sources = corpus.sources()
    text = mutate.text(random.choice(sources), sources, random)
    files = {"m.asm": text.encode("latin-1", "replace")}
    return files, lambda: subjects.source(files, random)


def object_case(random: Random) -> tuple[Files, Callable[[], None]]:
    """A mutated object file, library, link file or memory control file, and what to do with it."""
    seed = random.choice(corpus.objects())
    if seed.text and random.random() < 0.7:
        others = [other.data.decode("latin-1") for other in corpus.objects() if other.text]
        content = mutate.text(seed.data.decode("latin-1"), others, random).encode("latin-1", "replace")
    else:
        content = mutate.data(seed.data, random)
    files = {seed.name: content}
    if seed.name.endswith(".p0"):
        files |= {seed.name[:-1] + plane: seed.data for plane in "12"}
    return files, lambda: subjects.written(seed.name, random, _chip())


KINDS: dict[str, Callable[[Random], tuple[Files, Callable[[], None]]]] = {
    "source": source_case,
    "object": object_case,
}


def try_case(kind: str, seed: int, number: int, limit: float = LIMIT) -> tuple[str, Files]:
    """Run a case in the present folder, which is emptied first; the traceback of a finding, or "", and the input."""
    for path in Path().iterdir():
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
    files, run = KINDS[kind](Random(f"{seed}/{kind}/{number}"))
    for name, content in files.items():
        Path(name).write_bytes(content)
    try:
        with subjects.short_programs(), _timed(limit):
            run()
        for name, content in files.items():
            # The librarian brings its library up to date.
            assert name.endswith(".lib") or Path(name).read_bytes() == content, f"{name} was written over"
    except (Exception, Hang):  # noqa: BLE001  every exception that arrives here is what is looked for
        return traceback.format_exc(limit=-12), files
    return "", files


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


def _work(pipe: Connection, kind: str, seed: int, numbers: range, most: int) -> None:
    """The process that runs cases, up to `most` findings: (number, finding) for these, (number, "") before each."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for number in numbers:
            # Should the process die, the last number sent tells where to look.
            pipe.send((number, ""))
            finding, files = try_case(kind, seed, number)
            if finding:
                save(kind, seed, number, files, finding)
                pipe.send((number, finding))
                most -= 1
            if not most:
                break
        os.chdir(ROOT)


def save(kind: str, seed: int, number: int, files: Files, finding: str) -> None:
    """Keep a finding and its input."""
    folder = SAVED / f"{kind}-{seed}-{number}"
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    (folder / "finding.txt").write_text(finding)


def campaign(kind: str, seed: int, numbers: range) -> int:
    """Run cases in a process of their own, started again should it die; the number of findings."""
    found, first, start = 0, numbers.start, time.monotonic()
    while first < numbers.stop and found < MOST_FINDINGS:
        ours, theirs = multiprocessing.Pipe(duplex=False)
        arguments = (theirs, kind, seed, range(first, numbers.stop), MOST_FINDINGS - found)
        worker = multiprocessing.Process(target=_work, args=arguments)
        worker.start()
        theirs.close()
        with contextlib.suppress(EOFError):
            while True:
                first, finding = ours.recv()
                if finding:
                    found += 1
                    _report(kind, seed, first, finding)
                if first % BATCH == 0:
                    _progress(f"{first:,} of {numbers.stop:,}, {found:,} findings, {time.monotonic() - start:.0f} s")
        worker.join()
        if worker.exitcode:
            found += 1
            _report(kind, seed, first, f"the process ended with exit code {worker.exitcode}\n")
        first += 1
    sys.stderr.write("\n")
    sys.stdout.write(f"{first - numbers.start:,} {kind} cases, {found:,} findings\n")
    if first < numbers.stop:
        sys.stdout.write(f"gave up after {found} findings; go on behind them with --first {first}\n")
    return found


def _report(kind: str, seed: int, number: int, finding: str) -> None:
    sys.stdout.write(f"--- {kind}\n{finding}repeat with: python {Path(__file__).relative_to(ROOT)}")
    sys.stdout.write(f" --seed {seed} --only {kind}/{number}\n")
    sys.stdout.flush()


def _progress(text: str) -> None:
    sys.stderr.write(f"\r{text}")
    sys.stderr.flush()


def main() -> int:
    """Run the campaign; the exit code is 1 if anything was found."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000, help="cases of each kind (default 10,000)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS, help="only this kind")
    parser.add_argument("--only", metavar="KIND/NUMBER", help="one case of the campaign")
    options = parser.parse_args()
    if options.only:
        kind, _, number = options.only.partition("/")
        return int(campaign(kind, options.seed, range(int(number), int(number) + 1)) > 0)
    numbers = range(options.first, options.first + options.count)
    kinds = (options.kind,) if options.kind else tuple(KINDS)
    return int(sum([campaign(kind, options.seed, numbers) for kind in kinds]) > 0)


if __name__ == "__main__":
    sys.exit(main())
