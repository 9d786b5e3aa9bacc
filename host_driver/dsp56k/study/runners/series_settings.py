"""The machine of a series, and its firmware: the library's, with the user's commands if there are any."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Unpack

from dsp56k.host.machines import machine_of
from dsp56k.host.pc_parameters import PcParameters
from dsp56k.lib.image import Image, image
from dsp56k.study.schema import Setting
from dsp56k.study.tasks import Series
from dsp56k.system.files import write_whole

_IMAGES_KEPT = 8
_PREFIX = "machine."
_OPTIONS = ("placement", "des_pace", "md2_pace", "loops", "commands", "checks")


def pc_parameters(settings: Mapping[str, Setting], **changes: Unpack[PcParameters]) -> PcParameters:
    """Return keyword arguments of `PC` from the settings `machine.*`, and `changes` of them."""
    values = {key.removeprefix(_PREFIX): value for key, value in settings.items() if key.startswith(_PREFIX)}
    return {**machine_of("machine", values).parameters, **changes}


def firmware_of(series: Series) -> Image:
    """Return the image that is downloaded; AssemblyError if a source does not assemble."""
    settings = series.settings
    options = {name: settings[f"firmware.{name}"] for name in _OPTIONS if f"firmware.{name}" in settings}
    options["bank_words"] = settings["board.bank_words"]
    name, text = series.sources.get("firmware", (None, ""))
    return _image(name, text, tuple(options.items()))


@lru_cache(_IMAGES_KEPT)
def _image(name: str | None, text: str, options: tuple[tuple[str, Any], ...]) -> Image:
    given: Mapping[str, Any] = dict(options)
    if name is None:
        return image(None, **given)
    with tempfile.TemporaryDirectory(prefix="dsp56k-") as folder:
        source = Path(folder) / name
        write_whole({source: text.encode()})
        return image(source, **given)
