"""Names of dsp56k.testing that were renamed."""

import pytest

from dsp56k import testing


@pytest.mark.parametrize(
    ("old", "new"), [("Constant", "ConstantTimeResult"), ("Way", "ExecutionTrace"), ("ways_of", "trace_routines")]
)
def test_an_old_name_works_with_a_warning(old: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"dsp56k.testing.{old} is deprecated: use {new}"):
        assert getattr(testing, old) is getattr(testing, new)
