"""`python tools/licences.py`: check the licences of the lock files' packages, and that there is one version of each.

Rust's packages are those of Cargo.lock, as cargo describes them; Python's those of requirements.lock, as they are
installed. tools/licences.toml lists the allowed licences. One line for each finding; the exit code is 1 if there is
one.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[1]


class Reason(msgspec.Struct, frozen=True):
    """The reason why a package is used although its licence is not allowed."""

    licence: str
    reason: str


class Rules(msgspec.Struct, frozen=True):
    """tools/licences.toml."""

    allowed: tuple[str, ...]
    words: dict[str, str]
    exceptions: dict[str, Reason]
    duplicates: dict[str, str]


class Package(msgspec.Struct, frozen=True):
    """A package of a lock file; the licence is an SPDX expression, or the nearest to it that is known."""

    name: str
    version: str
    licence: str


def rules() -> Rules:
    """Return the rules of this project."""
    return msgspec.toml.decode((ROOT / "tools" / "licences.toml").read_bytes(), type=Rules)


def rust_packages() -> Iterator[Package]:
    """Yield the packages of Cargo.lock."""
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    described = subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout
    for package in json.loads(described)["packages"]:
        yield Package(package["name"], package["version"], package["license"] or "none")


def python_packages(words: dict[str, str]) -> Iterator[Package]:
    """Yield the packages of requirements.lock.

    Raises:
        SystemExit: One is not installed, or in another version.
    """
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    for name, version in re.findall(r"^([\w.-]+)==([^\s\\;]+)", lock, re.MULTILINE):
        try:
            facts = metadata(name)
        except PackageNotFoundError:
            raise SystemExit(f"{name} is not installed; run `make build`") from None
        if facts["Version"] != version:
            raise SystemExit(f"{name} {facts['Version']} is installed, not {version}; run `make build`")
        said = [facts[field] for field in ("License-Expression", "License") if field in facts]
        said += [entry.rpartition(" :: ")[2] for entry in facts.get_all("Classifier") or () if "License ::" in entry]
        # Some put the full text of their licence in the second field.
        short = [words.get(entry, entry) for entry in said if entry and len(entry) < 80]
        yield Package(name, version, short[0] if short else "none")


def permitted(expression: str, allowed: Iterable[str]) -> bool:
    """Return True if an SPDX expression leaves an allowed choice: AND binds closer than OR."""
    inner = re.compile(r"\(([^()]*)\)")
    granted = set(allowed) | {"yes"}
    while match := inner.search(expression):
        verdict = "yes" if permitted(match[1], granted) else "no"
        expression = expression[: match.start()] + verdict + expression[match.end() :]
    choices = re.split(r" OR |/", expression)
    return any(all(part.strip() in granted for part in choice.split(" AND ")) for choice in choices)


def findings(packages: Iterable[Package], held_to: Rules) -> Iterator[str]:
    """Yield violations: licences that are not allowed, and packages in several versions."""
    versions = defaultdict(set)
    for package in packages:
        versions[package.name].add(package.version)
        exception = held_to.exceptions.get(package.name)
        if not exception and not permitted(package.licence, held_to.allowed):
            yield f"{package.name} {package.version}: its licence, {package.licence}, is not allowed"
    for name, several in versions.items():
        if len(several) > 1 and name not in held_to.duplicates:
            yield f"{name} is there in {len(several)} versions: {', '.join(sorted(several))}"


def main() -> int:
    """Return 0 if all is allowed, 1 if not."""
    held_to = rules()
    rust, python = list(rust_packages()), list(python_packages(held_to.words))
    found = [*findings(rust, held_to), *findings(python, held_to)]
    for line in found:
        print(line)
    if not found:
        print(f"{len(rust)} Rust and {len(python)} Python packages: licences allowed, none in two versions")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
