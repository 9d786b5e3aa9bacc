"""The rule for commit messages, and which commits it is applied to."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

import commit_messages
from commit_messages import problems

BODY = "\n\nThe count was signed.\n"
SCRIPT = "tools/prose/commit_messages.py"


@pytest.mark.parametrize(
    "message",
    [
        "asm: reject a negative count" + BODY,
        "jit, engine: need fewer guards" + BODY,
        "docs/isa: pass the page" + BODY,
        "asm: " + "a" * 60 + " word.c" + BODY,
    ],
)
def test_good_messages(message: str) -> None:
    assert list(problems(message)) == []


@pytest.mark.parametrize(
    ("message", "problem"),
    [
        ("Take the sum to 0" + BODY, "area: imperative summary"),
        ("asm: Reject a count" + BODY, "area: imperative summary"),
        ("asm reject a count" + BODY, "area: imperative summary"),
        ("asm: rejected a count" + BODY, "imperative, got 'rejected'"),
        ("asm: rejecting a count" + BODY, "imperative, got 'rejecting'"),
        ("asm: rejects a count" + BODY, "imperative, got 'rejects'"),
        ("asm: reject a count." + BODY, "period"),
        ("asm: " + "a" * 60 + " word.cc" + BODY, "at most 72 characters, got 73"),
        ("asm: reject a count\nThe count was signed.\n", "an empty line must follow"),
        ("asm: reject a count\n", "body must not be empty"),
        ("asm: reject a count\n\n# Please enter the message\n", "body must not be empty"),
        ("", "area: imperative summary"),
    ],
)
def test_each_fault_is_seen(message: str, problem: str) -> None:
    assert any(problem in found for found in problems(message))


def git(repository: Path, *arguments: str) -> str:
    identity = {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    result = subprocess.run(
        ["git", *arguments], cwd=repository, check=True, capture_output=True, text=True, env=os.environ | identity
    )
    return result.stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A history with a message from before the rule, the commit that adds it, and two messages, one of them wrong."""
    git(tmp_path, "init", "--quiet", "--initial-branch=main")
    git(tmp_path, "commit", "--quiet", "--allow-empty", "-m", "Before the rule")
    (tmp_path / SCRIPT).parent.mkdir(parents=True)
    (tmp_path / SCRIPT).write_text("")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "-m", "Add the rule")
    git(tmp_path, "commit", "--quiet", "--allow-empty", "-m", "asm: reject a count\n\nIt was signed.")
    git(tmp_path, "commit", "--quiet", "--allow-empty", "-m", "Wrong")
    return tmp_path


def test_commits_after_the_rule_are_checked(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert commit_messages.main([], repository) == 1
    wrong, *_, summary = capsys.readouterr().out.splitlines()
    assert wrong.startswith(git(repository, "rev-parse", "HEAD")[:10])
    assert summary == "2 commit messages, 2 problems"
    git(repository, "reset", "--quiet", "--hard", "HEAD^")
    assert commit_messages.main([], repository) == 0


def test_commits_on_origin_are_left_alone_unless_there_are_no_others(repository: Path) -> None:
    git(repository, "update-ref", "refs/remotes/origin/main", "HEAD")
    assert len(commit_messages.commits(repository, None)) == 2
    git(repository, "commit", "--quiet", "--allow-empty", "-m", "asm: add a count\n\nIt was missing.")
    assert commit_messages.commits(repository, None) == [git(repository, "rev-parse", "HEAD")]
    assert commit_messages.main([], repository) == 0


def test_a_range_and_a_file_can_be_named(repository: Path, tmp_path: Path) -> None:
    assert commit_messages.main(["HEAD^^..HEAD^"], repository) == 0
    assert commit_messages.main(["HEAD^..HEAD"], repository) == 1
    with pytest.raises(SystemExit, match="cannot read the commits: fatal: "):
        commit_messages.main(["nowhere..HEAD"], repository)
    message = tmp_path / "message"
    message.write_text("Wrong")
    assert commit_messages.main(["--file", str(message)], repository) == 1


def test_a_clone_has_the_same_commits(repository: Path, tmp_path: Path) -> None:
    git(repository, "clone", "--quiet", str(repository), str(tmp_path / "clone"))
    assert commit_messages.commits(tmp_path / "clone", None) == commit_messages.commits(repository, None)
