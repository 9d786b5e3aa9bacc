"""The signature of PKCS #1 as one job of a PC and of a card, on published answers."""

from __future__ import annotations

import pytest

from dsp56k.card import Card
from dsp56k.host.software import RsaKey, host_software
from dsp56k.lib.image import LARGE_BANK, image
from dsp56k.study.operations import OPERATIONS, Case
from shared.firmware_on_card import driver_on
from shared.pkcs_vectors import key_of, pkcs_examples

JOB = OPERATIONS["sign-sha1-rsa512"]


def published() -> Case:
    """The first message of the first key in RSA Laboratories' vectors, a key of 1024 bits."""
    fields = next(iter(pkcs_examples("pkcs1v15sign-vectors.txt", 1024)))
    key = key_of(fields)
    numbers = RsaKey(key.n, key.e, key.d, key.p, key.q)
    return Case((fields["Message to be signed"][0], numbers), fields["Signature"][0])


@pytest.mark.parametrize("loaded", [False, True])
def test_software_gives_the_published_signature(loaded: bool) -> None:
    side, case = host_software("good"), published()
    assert JOB.software is not None
    JOB.software.prepare(side, case, loaded)
    assert JOB.software.call(side, case, loaded).value == case.right


@pytest.mark.parametrize("loaded", [False, True])
def test_the_card_gives_the_published_signature(loaded: bool) -> None:
    side = driver_on(Card(bank_words=LARGE_BANK), image(commands="signatures", bank_words=LARGE_BANK))
    case = published()
    assert JOB.card is not None
    JOB.card.prepare(side, case, loaded)
    assert JOB.card.call(side, case, loaded).value == case.right
