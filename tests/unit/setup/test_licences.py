"""Licences of the packages in the lock files: the accepted expressions, and the findings."""

import re

import pytest

import licences
from licences import Package, Reason, Rules

RULES = Rules(
    allowed=("MIT", "Apache-2.0", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"),
    words={},
    exceptions={"known": Reason("GPL-2.0-only", "the user's choice")},
    duplicates={"twice": "two of its users differ"},
)


@pytest.mark.parametrize(
    ("expression", "passes"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("none", False),
        ("GPL-2.0-only OR MIT", True),
        ("MIT/Apache-2.0", True),
        ("MIT AND GPL-2.0-only", False),
        ("GPL-2.0-only OR MIT AND Unicode-3.0", True),
        ("GPL-2.0-only AND MIT OR GPL-3.0-only", False),
        ("(MIT OR GPL-2.0-only) AND Unicode-3.0", True),
        ("(MIT OR Apache-2.0) AND GPL-2.0-only", False),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("Apache-2.0 WITH Other-exception", False),
    ],
)
def test_expressions(expression: str, passes: bool) -> None:
    assert licences.permitted(expression, RULES.allowed) is passes


def test_what_is_found() -> None:
    packages = [
        Package("a", "1", "MIT"),
        Package("a", "2", "MIT"),
        Package("b", "1", "GPL-3.0-only"),
        Package("known", "1", "BSD"),
        Package("twice", "1", "MIT"),
        Package("twice", "2", "MIT"),
    ]
    assert list(licences.findings(packages, RULES)) == [
        "b 1: its licence, GPL-3.0-only, is not allowed",
        "a is there in 2 versions: 1, 2",
    ]


def test_every_exception_is_still_used_and_says_why() -> None:
    rules = licences.rules()
    packages = {package.name: package for package in licences.python_packages(rules.words)}
    packages |= {package.name: package for package in licences.rust_packages()}
    assert set(rules.exceptions) | set(rules.duplicates) <= set(packages)
    names = {name for package in packages.values() for name in re.split(r" OR | AND |/|[()]", package.licence)}
    assert set(rules.allowed) <= names
    assert all(exception.licence and exception.reason for exception in rules.exceptions.values())
