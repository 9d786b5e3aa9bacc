"""A machine from the settings of a series."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dsp56k.host.machines import machine_of
from dsp56k.study.schema import Setting

PREFIX = "machine."


def pc_parameters(settings: Mapping[str, Setting]) -> dict[str, Any]:
    """Return keyword arguments of `PC` from the settings `machine.*`."""
    values = {key.removeprefix(PREFIX): value for key, value in settings.items() if key.startswith(PREFIX)}
    return machine_of("machine", values).parameters
