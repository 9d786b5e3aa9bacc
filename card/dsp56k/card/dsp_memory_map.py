"""The card's devices on port A, for programs that run without the PC: banks, DES chip, noise circuit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from dsp56k.card import addresses
from dsp56k.card.chips.noise import NoiseSource
from dsp56k.card.chips.wd20c03 import Wd20c03
from dsp56k.card.parts.connections import Plug
from dsp56k.card.parts.data_bus import BOOT_ADDRESS, PULL, ByteLane, PullDown
from dsp56k.emu import Board, DeviceSlot, PortDevice, RamMapping

BANK = 8192
"""Words of each bank (paper 5.1: 8K or 32K)."""
WINDOW_MODE = 3
"""The host fills the P bank through the window, and the DSP begins there (docs/reference/card.md)."""

BOARD = Board(
    "card",
    clock_hz=20_000_000,
    mode=WINDOW_MODE,
    floating=PULL,
    ram={"p": BANK, "x": BANK},
    views=tuple(RamMapping(space.lower(), space, 0, BANK - 1) for space in "PX"),
    devices=(
        DeviceSlot("pull-down", "P", BOOT_ADDRESS, BOOT_ADDRESS),
        DeviceSlot("wd20c03", "Y", addresses.DES[0], addresses.DES[-1]),
        DeviceSlot("noise", "Y", addresses.NOISE[0], addresses.NOISE[-1]),
    ),
)

DEVICES: Mapping[str, Callable[[], PortDevice]] = MappingProxyType(
    {
        "pull-down": lambda: PullDown(PULL),
        "wd20c03": lambda: ByteLane(Plug(Wd20c03())),
        "noise": lambda: ByteLane(Plug(NoiseSource(0))),
    }
)
"""The devices that a board can name. Each call creates a new device."""
