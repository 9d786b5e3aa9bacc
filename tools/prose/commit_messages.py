"""Checks commit messages: `area: imperative summary` in at most 72 characters, an empty line, and a body.

python tools/prose/commit_messages.py                 commits after the one that added this check, not on origin/main
python tools/prose/commit_messages.py main..HEAD      a range of commits, as git takes it
python tools/prose/commit_messages.py --file MESSAGE  a message that is not committed yet (as a commit-msg hook)

If all commits are on origin/main, or the clone has no such branch, the last 50 are checked.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAX_SUBJECT_CHARACTERS = 72
MAX_COMMITS = 50
_SUBJECT = re.compile(r"(?P<area>[a-z][\w./-]*(?:, [a-z][\w./-]*)*): (?P<verb>[a-z][a-z-]*) \S")
_NOT_IMPERATIVE = re.compile(r"[a-z]+(?:ed|ing|(?<![su])s)")
_IMPERATIVE = {
    "alias",
    "bias",
    "bring",
    "canvas",
    "embed",
    "exceed",
    "feed",
    "need",
    "proceed",
    "seed",
    "shed",
    "speed",
}
"""Verbs that end like a participle or a third person."""


def problems(message: str) -> Iterator[str]:
    """Yield a sentence for each rule that a commit message breaks."""
    lines = [line.rstrip() for line in message.splitlines() if not line.startswith("#")]
    subject = lines[0] if lines else ""
    match = _SUBJECT.match(subject)
    if match is None:
        yield "the subject must be `area: imperative summary`, as `asm: reject a negative count`"
    elif _NOT_IMPERATIVE.fullmatch(match["verb"]) and match["verb"] not in _IMPERATIVE:
        yield f"the summary must begin with an imperative, got {match['verb']!r}"
    if len(subject) > MAX_SUBJECT_CHARACTERS:
        yield f"the subject must have at most {MAX_SUBJECT_CHARACTERS} characters, got {len(subject)}"
    if subject.endswith("."):
        yield "the subject must not end in a period"
    if len(lines) > 1 and lines[1]:
        yield "an empty line must follow the subject"
    if not any(lines[1:]):
        yield "the body must not be empty: name the problem, the change and the numbers"


def commits(root: Path, wanted: str | None) -> list[str]:
    """Return the hashes of the commits in a range, or of those that are checked by default, latest first.

    Raises:
        SystemExit: git does not know the range.
    """
    if wanted:
        return _git(root, "rev-list", "--no-merges", wanted).split()
    script = Path(__file__).relative_to(ROOT).as_posix()
    added = _git(root, "log", "--diff-filter=A", "--format=%H", "--", script).split()
    after = ["HEAD", *(f"^{commit}" for commit in added[-1:])]
    if _git(root, "for-each-ref", "refs/remotes/origin/main"):
        new = _git(root, "rev-list", "--no-merges", *after, "^refs/remotes/origin/main").split()
        if new:
            return new
    return _git(root, "rev-list", "--no-merges", f"--max-count={MAX_COMMITS}", *after).split()


def _git(root: Path, *arguments: str) -> str:
    command = ["git", *arguments]
    result = subprocess.run(command, cwd=root, check=False, capture_output=True, encoding="utf-8")
    if result.returncode:
        raise SystemExit(f"cannot read the commits: {result.stderr.strip()}")
    return result.stdout


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Return 0 if all messages follow the rule, 1 otherwise."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("range", nargs="?", help="commits, as git takes them: main..HEAD")
    parser.add_argument("--file", type=Path, help="a file that holds one message")
    options = parser.parse_args(arguments)
    if options.file:
        messages = {str(options.file): options.file.read_text(encoding="utf-8")}
    else:
        messages = {
            commit[:10]: _git(root, "log", "-1", "--format=%B", commit) for commit in commits(root, options.range)
        }
    found = [
        f"{name}: {problem}: {message.partition(chr(10))[0]!r}"
        for name, message in messages.items()
        for problem in problems(message)
    ]
    print(*found, f"{len(messages)} commit messages, {len(found)} problems", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
