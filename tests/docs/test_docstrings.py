"""Every example in a docstring runs, and has the documented output."""

import doctest
import importlib
import pkgutil

import pytest

import dsp56k.asm
import dsp56k.card
import dsp56k.cli
import dsp56k.emu
import dsp56k.host
import dsp56k.isa
import dsp56k.lib
import dsp56k.objects
import dsp56k.system

PACKAGES = [
    dsp56k.system,
    dsp56k.isa,
    dsp56k.objects,
    dsp56k.emu,
    dsp56k.asm,
    dsp56k.lib,
    dsp56k.card,
    dsp56k.host,
    dsp56k.cli,
]
MODULES = [
    name
    for package in PACKAGES
    for name in [
        package.__name__,
        *(module.name for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")),
    ]
]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    failures, _ = doctest.testmod(importlib.import_module(name))
    assert failures == 0
