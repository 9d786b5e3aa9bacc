"""The remaining time of a long run."""

import pytest

from dsp56k.cli.studies.measurement_options import Forecast


@pytest.mark.parametrize(
    ("total", "calls", "said"),
    [
        # Workers need 30 s to start, which is not counted.
        (1004, [(30, 4), (35, 20), (41, 48), (60, 90)], ["", "", "48 of 1,004 calls: about 4 minutes remain", ""]),
        # Later calls are slower. It reports again after a minute, until less than a minute remains.
        (
            200,
            [(0, 0), (1, 1), (11, 11), (70, 21), (71, 21), (130, 30), (140, 190)],
            ["", "", "11 of 200 calls: about 3 minutes remain", "", "21 of 200 calls: about 10 minutes remain", "", ""],
        ),
        (300, [(0, 1), (20, 200)], ["", ""]),
        (300, [(30, 0), (90, 0)], ["", ""]),
    ],
)
def test_a_run_of_minutes_says_each_minute_how_long_it_takes(
    total: int, calls: list[tuple[float, int]], said: list[str]
) -> None:
    now = 0.0
    forecast = Forecast(lambda: now)
    found = []
    for now, done in calls:  # noqa: B007 - the clock returns it
        found.append(forecast.words(done, total))
    assert found == said
