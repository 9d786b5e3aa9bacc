"""A sample of random code words from random addresses; campaign.py executes a million."""

from differential.programs.random_code import execute

WORDS = 60_000


def test_random_code_ends_in_a_stop_or_an_error() -> None:
    assert execute("sample", WORDS).instructions >= WORDS
