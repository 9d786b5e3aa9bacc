"""The mutants of tools/mutants.toml fit the sources, and the tests that have killed them exist."""

import re

from mutation_test import ROOT, mutants


def test_every_mutant_fits_its_file_once() -> None:
    assert len(mutants()) > 100
    assert [f"{one.file}: {one.original}" for one in mutants() if not one.fits(ROOT)] == []


def test_the_tests_that_killed_them_exist() -> None:
    missing = []
    for mutant in mutants():
        file, _, name = mutant.test.partition("::")
        function = re.match(r"\w*", name)
        assert function is not None
        path = ROOT / file
        if not path.is_file() or (name and f"def {function[0]}(" not in path.read_text(encoding="utf-8")):
            missing.append(mutant.test)
    assert missing == []
