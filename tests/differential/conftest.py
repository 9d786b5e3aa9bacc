"""One pair of runners for all tests of this folder: making them costs more than using them."""

import pytest

from differential.cases import EngineRunner, ReferenceRunner
from differential.compare import Judge


@pytest.fixture(scope="session")
def judge() -> Judge:
    return Judge(EngineRunner(), ReferenceRunner())
