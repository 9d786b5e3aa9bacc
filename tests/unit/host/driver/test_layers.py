"""Layers of software above the driver: each a software interrupt with copies of request, data and results."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from Crypto.Cipher import DES

from dsp56k.card.boards import STANDARD, board_of
from dsp56k.host.driver import CardDriver, driver_pc
from dsp56k.host.errors import DriverError, HostError
from dsp56k.host.fifo_jobs import Streams
from dsp56k.host.slot import insert
from dsp56k.lib.image import image
from dsp56k.study.errors import StudyError
from dsp56k.study.plans.plan import Plan

LAYERS = (0, 1, 2, 3)
POLL = 40


@pytest.fixture(scope="module", params=["driver", "driver-interrupt"])
def drivers(request: pytest.FixtureRequest) -> list[CardDriver]:
    """Drivers with each number of layers, on one PC with a started card."""
    pc = driver_pc(program=request.param, interrupts=request.param != "driver")
    insert(board_of(STANDARD, seed=1), pc)
    CardDriver(pc).start(image(checks=0).segments)
    return [CardDriver(pc, layers=layers) for layers in LAYERS]


def test_results_pass_the_layers(drivers: list[CardDriver]) -> None:
    key, iv, data = b"KEYKEYKE", b"IVIVIVIV", bytes(range(200)) * 25
    encrypted = DES.new(key, DES.MODE_CBC, iv).encrypt(data)
    for driver in drivers:
        assert driver.call("des_cbc_encrypt", key, iv, data).value == encrypted
        assert driver.call("md2", b"abc").value.hex() == "da853b0d3f88d99b30283a69e6ded6bb"  # RFC 1319
        assert driver.call("rsa_public", [5, 7], 3, 1009 * 1013).value == [125, 343]


def test_each_layer_takes_the_same_time(drivers: list[CardDriver]) -> None:
    drivers[0].call("md2", b"abcd")  # the first command after RSA erases its buffer
    clocks = [driver.call("md2", b"abcd").clocks for driver in drivers]
    first, second, third = (after - before for before, after in pairwise(clocks))
    # INT and IRETD take 97 clocks, PUSHAD and POPAD 42.
    assert min(second, third) > 97 + 42
    # The bus clock's phase, and the polls: two accesses of 20 clocks.
    assert abs(second - third) < POLL
    # The first one contains the call of the job by its request.
    assert first > second + POLL


def test_each_layer_copies_the_data(drivers: list[CardDriver]) -> None:
    def service(driver: CardDriver, size: int) -> int:
        before = driver.pc.clocks_of("layers_serve")
        driver.call("md2", bytes(size))
        return driver.pc.clocks_of("layers_serve") - before

    none, *more = (service(driver, 4 + 1024) - service(driver, 4) for driver in drivers)
    assert none == 0
    # MOVS: 4 clocks a double word, and the wait state of its read and of its write.
    assert more == [layers * 256 * (4 + 2) for layers in LAYERS[1:]]


def test_data_for_which_a_layer_has_no_memory(drivers: list[CardDriver]) -> None:
    with pytest.raises(DriverError, match="more data than"):
        drivers[1].call("md2", bytes(65_537))


@pytest.mark.parametrize(
    ("mode", "options", "message"),
    [
        ("flat32", {"layers": -1}, "layers must be 0 to 100, got -1"),
        ("flat32", {"layers": 101}, "layers must be 0 to 100, got 101"),
        ("flat32", {"layers": 1, "streams": Streams(0x68, "each")}, "layers must be 0 with streams"),
        ("real16", {"layers": 1}, "and with a driver for 16 bits or packets"),
    ],
)
def test_layers_that_cannot_be(mode: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(HostError, match=message):
        CardDriver(driver_pc(mode=mode), **options)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('machine = "386-20"', 'machine = "286-6"'),
        ('driver = "driver"', 'driver = "packets"'),
        ("layers = 1", "layers = [0, 1]"),
    ],
)
def test_studies_of_layers_that_cannot_be(old: str, new: str, tmp_path: Path) -> None:
    text = """schema = "dsp56k-study/1"
title = "Layers"
about = "A card."
[[run]]
name = "card"
where = "card"
machine = "386-20"
board = "isa-card-8k"
driver = "driver"
set."driver.layers" = 1
[[job]]
operation = "md2"
sizes = [16]
"""
    file = tmp_path / "mine.toml"
    if "[" in new:
        text = text.replace('set."driver.layers" = 1', "") + '[vary]\n"driver.layers" = [0, 1]\n'
        old, new = 'machine = "386-20"', 'machine = "286-6"'
    file.write_text(text)
    assert Plan.of_file(file).jobs
    file.write_text(text.replace(old, new))
    with pytest.raises(StudyError, match=r"driver\.layers must be 0 with packets, with streams and on a 16-bit PC"):
        Plan.of_file(file)
