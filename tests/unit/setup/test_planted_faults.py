"""The faults that `make faults` plants still fit the sources, and the tests that noticed them are still there."""

import re

from plant_faults import ROOT, faults


def test_every_fault_fits_its_file_once() -> None:
    assert len(faults()) > 100
    assert [fault.breaks for fault in faults() if not fault.fits(ROOT)] == []


def test_the_tests_that_noticed_them_are_there() -> None:
    missing = []
    for fault in faults():
        file, _, name = fault.test.partition("::")
        function = re.match(r"\w*", name)
        assert function is not None
        path = ROOT / file
        if not path.is_file() or (name and f"def {function[0]}(" not in path.read_text(encoding="utf-8")):
            missing.append(fault.test)
    assert missing == []
