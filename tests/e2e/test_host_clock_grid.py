"""Jobs are right on a sound card whatever the clocks; the whole grid is `python tests/clock_grid.py`."""

import pytest

from clock_grid import DSP_MHZ, LARGE, PC_MHZ, SIZES, WAIT_STATES, check_jobs, check_jobs_on
from dsp56k.host.machines import builtin_machines, machine
from dsp56k.host.pc_parameters import PcParameters
from dsp56k.study.operations.workload import Workload

COVERING = (
    (6, 3, 40, SIZES),
    (6, 0, 1, (8, 600)),
    (10, 1, 33, SIZES),
    (20, 2, 27, SIZES),
    (20, 1, 12, SIZES),
    (33, 3, 20, SIZES),
    (50, 0, 10, SIZES),
    (66, 2, 8, (8, 4104)),
    (100, 1, 5, (8, 600)),
    (100, 0, 40, (LARGE,)),
)
"""Each clock and number of wait states at least once, the slowest against the fastest in both orders."""


def test_the_sample_covers_the_grid() -> None:
    for column, values in enumerate((PC_MHZ, WAIT_STATES, DSP_MHZ)):
        assert {case[column] for case in COVERING} == set(values)


@pytest.mark.parametrize(("pc_mhz", "wait_states", "dsp_mhz", "sizes"), COVERING)
def test_jobs_are_right(pc_mhz: int, wait_states: int, dsp_mhz: int, sizes: tuple[int, ...]) -> None:
    check_jobs(pc_mhz, wait_states, dsp_mhz, sizes)


@pytest.mark.parametrize(
    ("pc_mhz", "wait_states", "dsp_mhz"), [(6, 0, 20), (6, 2, 27), (8, 1, 40), (10, 1, 20), (12, 0, 1), (12, 1, 27)]
)
def test_jobs_of_the_16_bit_driver_are_right(pc_mhz: int, wait_states: int, dsp_mhz: int) -> None:
    parameters: PcParameters = {
        "clock_hz": pc_mhz * 1_000_000,
        "wait_states": wait_states,
        "cpu": "i286",
        "mode": "real16",
    }
    check_jobs_on(parameters, Workload(pc_mhz), dsp_mhz, (8, 600, 4104))


@pytest.mark.parametrize("name", builtin_machines())
@pytest.mark.parametrize("dsp_mhz", [5, 20])
def test_jobs_are_right_on_every_machine(name: str, dsp_mhz: int) -> None:
    check_jobs_on(machine(name).parameters, Workload(dsp_mhz), dsp_mhz, (8, 600))
