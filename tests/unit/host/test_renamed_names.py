"""Old names of `CardDriver` and `HostSoftware`, which work with a warning for one release, and the width of both."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest

from dsp56k.host import PC, CardDriver, HostError, HostSoftware, builtin_program, host_software
from dsp56k.lib.algorithm import Algorithm
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.system.properties import RenamedAttribute


def driver() -> CardDriver:
    return CardDriver(PC(builtin_program("driver")))


def software() -> HostSoftware:
    return host_software("good")


def old_names(side: type) -> list[str]:
    return [name for kind in side.__mro__ for name, value in vars(kind).items() if isinstance(value, RenamedAttribute)]


def public_names(side: object) -> list[str]:
    """Return the attributes and methods without the old names."""
    old = old_names(type(side))
    return [name for name in dir(side) if not name.startswith("_") and name not in old]


@pytest.mark.parametrize(
    ("side", "name"),
    [(make, name) for make, kind in ((driver, CardDriver), (software, HostSoftware)) for name in old_names(kind)],
)
def test_an_old_name_is_the_new_one_with_a_warning(side: Any, name: str) -> None:
    made = side()
    with pytest.warns(DeprecationWarning, match=rf"^{type(made).__name__}\.{name} is deprecated: use ") as warned:
        value = getattr(made, name)
    # The line of the caller, so that it is found.
    assert warned[0].filename == __file__
    use = re.fullmatch(r'.*: use ([\w.]+)(?:\("(\w+)",.*\))?', str(warned[0].message))
    assert use is not None
    new: object = made
    for part in use[1].split("."):
        new = getattr(new, part)
    if use[2]:
        assert isinstance(value, partial)
        assert (value.func, value.args[0]) == (new, use[2])
    else:
        assert value == new


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_old_names_return_what_they_did() -> None:
    side = software()
    assert side.load_des_key(b"8 bytes!") == side.load_key("des_ecb_encrypt", b"8 bytes!")
    text = side.des_cbc_encrypt(None, bytes(8), b"any length", padded=True).value
    assert side.des_cbc_decrypt(None, bytes(8), text, padded=True).value == b"any length"
    assert side.rsa_power([2], 3, 11, undone_by=7).value == [8]
    assert side.des_mac(None, b"data", size=8) == side.call("des_mac", None, b"data", 8)
    text = side.des_cbc_encrypt(key=b"8 bytes!", iv=bytes(8), data=b"any length", padded=True).value
    assert side.des_cbc_decrypt(b"8 bytes!", bytes(8), data=text, padded=True).value == b"any length"


@pytest.mark.parametrize("side", [driver, software])
@pytest.mark.parametrize("padded", [False, True])
@pytest.mark.parametrize(
    "row", [row for row in ALGORITHMS.values() if row.form in ("blocks", "keyed-blocks")], ids=lambda row: row.name
)
def test_a_cipher_in_blocks_takes_an_iv_in_the_mode_cbc_only(side: Any, padded: bool, row: Algorithm) -> None:
    """Without one the driver would encrypt in ECB, and the software would take the data as the IV."""
    blocks = bytes(row.block)
    right, wrong = [None, blocks, blocks], [None, blocks]
    if "cbc" not in row.name:
        right, wrong = wrong, right
    with pytest.raises(TypeError, match=r"missing a required argument: 'data'|too many positional arguments"):
        side().call(row.name, *wrong, padded=padded)
    with pytest.raises(TypeError, match="unexpected keyword argument 'size'"):
        side().call(row.name, *right, size=4, padded=padded)


@pytest.mark.parametrize("side", [driver, software])
def test_what_an_algorithm_does_not_have_is_refused(side: Any) -> None:
    with pytest.raises(HostError, match="MD5 has no padding"):
        side().call("md5", b"data", padded=True)
    with pytest.raises(HostError, match="RC4 has no key that can be loaded"):
        side().load_key("rc4", b"key")
    with pytest.raises(HostError, match="the DES chip does not do MD5"):
        side().call("md5", b"data", chip=True)
    with pytest.raises(HostError, match="the DES chip does not do SEAL"):
        side().load_key("seal", bytes(20), chip=True)


def test_the_sides_are_narrow() -> None:
    assert len(public_names(driver())) <= 20, public_names(driver())
    assert len(public_names(software())) <= 10, public_names(software())
