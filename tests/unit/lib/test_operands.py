"""Operands of the library and of the host software: any kind of integer or bytes, and nothing else."""

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest

from dsp56k import lib
from dsp56k.host.driver import CardDriver
from dsp56k.host.errors import HostError
from dsp56k.host.pc import DATA, PC
from dsp56k.host.program import builtin_program
from dsp56k.host.software import host_software
from dsp56k.isa.errors import Dsp56kError
from dsp56k.lib.errors import OperandError
from shared.x86.code import program

KINDS = (np.int8, np.uint8, np.int16, np.int32, np.uint32, np.int64, np.uint64)
N = 101


@pytest.mark.parametrize("kind", KINDS)
def test_numpy_integers_are_integers(kind: Callable[[int], Any]) -> None:
    assert lib.montgomery_product(kind(5), kind(7), kind(N), digits=kind(2)) == lib.montgomery_product(5, 7, N, 2)
    assert lib.montgomery_square(kind(5), kind(N), kind(2)) == lib.montgomery_square(5, N, 2)
    assert lib.modular_inverse(kind(3), kind(24)) == lib.modular_inverse(3)
    for function in (lib.mp_add, lib.mp_subtract, lib.mp_compare, lib.mp_multiply):
        assert function(kind(100), kind(27), kind(2)) == function(100, 27, 2)
    assert lib.modexp(kind(3), kind(N - 1), kind(N)).value == 1
    assert lib.rsa_public(kind(3), n=kind(N), e=kind(5)).value == 3**5 % N
    key: dict[str, Any] = {"p": 11, "q": 7, "dp": 3, "dq": 1, "qinv": 8}
    assert lib.rsa_private(kind(2), **{name: kind(part) for name, part in key.items()}) == lib.rsa_private(2, **key)
    assert host_software("good").call("rsa_public", [kind(3)], kind(5), kind(N)).value == [3**5 % N]


@pytest.mark.parametrize("data", [bytearray(b"abc"), memoryview(b"abc"), [97, 98, 99], np.array([97, 98, 99])])
def test_bytes_of_any_kind(data: Any) -> None:
    assert lib.md2(data) == lib.md2(b"abc")
    assert host_software("good").call("md2", data).value == lib.md2(b"abc").value


@pytest.mark.parametrize("data", ["abc", [256], [-1], [1.5], 7, None])
def test_what_is_no_bytes_is_refused(data: Any) -> None:
    for call in (lib.md2, partial(host_software("good").call, "md2"), lambda data: lib.des_ecb_encrypt(bytes(8), data)):
        with pytest.raises(OperandError, match="data must be bytes, each 0 to 255"):
            call(data)


@pytest.mark.parametrize("number", [1.0, "1", None, [1]])
def test_what_is_no_whole_number_is_refused(number: Any) -> None:
    with pytest.raises(OperandError, match="a must be an integer, got "):
        lib.montgomery_product(number, 7, N)
    with pytest.raises(OperandError, match="digits must be an integer"):
        lib.mp_add(1, 2, digits=number)


def test_a_number_too_long_to_print_is_refused() -> None:
    with pytest.raises(OperandError, match="a is outside"):
        lib.mp_add(10**5000, 1)
    with pytest.raises(OperandError, match="digits must be 2 to 43"):
        lib.mp_add(1, 1, digits=10**5000)


@pytest.mark.parametrize("kind", KINDS)
def test_the_pc_and_its_driver_take_numpy_integers(kind: Callable[[int], Any]) -> None:
    pc = PC(program("8b 44 24 04", "c3"), wait_states=kind(1))
    assert pc.run("f", kind(5), limit=kind(100)).value == 5
    three: Any = np.array([1, 2, 3])
    pc.write(DATA.start, three)
    assert pc.read(int(DATA.start), kind(3)) == b"\1\2\3"


def test_the_pc_and_its_driver_refuse_what_they_cannot_take() -> None:
    pc = PC(program("8b 44 24 04", "c3"))
    minus_one: Any = np.int32(-1)
    assert pc.run("f", minus_one).value == 0xFFFF_FFFF
    for wrong in (1.5, 1 << 32, -(1 << 31) - 1, 10**5000):
        with pytest.raises(Dsp56kError, match="argument must be"):
            pc.run("f", wrong)  # type: ignore[arg-type]  # the invalid argument
    driver = CardDriver(PC(builtin_program("driver")))
    with pytest.raises(OperandError, match="data must be bytes"):
        driver.call("md2", [256])
    with pytest.raises(OperandError, match="modulus must be an integer"):
        driver.call("rsa_public", [3], 5, 101.0)
    with pytest.raises(HostError, match="a number of 16610 bits does not fit"):
        driver.call("rsa_public", [10**5000], 5, 101)
