"""The simulated cache of the i486: by hand, native against Python, and how little it changes."""

from __future__ import annotations

from typing import Any

import pytest

from dsp56k.host.callbacks.cache import MISS_CLOCKS, Misses
from dsp56k.host.errors import HostError
from dsp56k.host.machines import machine
from dsp56k.host.pc import DATA, PC
from dsp56k.host.program import Program, builtin_program
from dsp56k.host.software import HostSoftware, host_software
from dsp56k.study.operations.workload import Workload
from reference_model.pc.accounting import BOTH, PCS
from shared.x86.code import program

I486: dict[str, Any] = {"cpu": "i486", "memory": "pipeline", "cache": "simulated"}
SAME_SET = 16 * 128


def read(offset: int) -> str:
    return f"a0 {(DATA.start + offset).to_bytes(4, 'little').hex()}"  # mov al, [offset]


def write(offset: int) -> str:
    return f"a2 {(DATA.start + offset).to_bytes(4, 'little').hex()}"


def misses(code: Program) -> list[Misses]:
    """Return the misses of a first and a second run, equal in both implementations; each takes `MISS_CLOCKS`."""
    both = []
    for accounting in BOTH:
        pc, ideal = (
            PCS[accounting](code, **I486),
            PCS[accounting](code, **I486 | {"cache": "ideal"}),
        )
        assert ideal.misses is None
        seen, clocks = [], []
        for _ in range(2):
            clocks.append(pc.run("f").clocks)
            assert pc.misses is not None
            seen.append(pc.misses)
        at_once = ideal.run("f").clocks
        assert clocks[0] == at_once + MISS_CLOCKS * sum(seen[0])
        assert clocks[1] == at_once + MISS_CLOCKS * (sum(seen[1]) - sum(seen[0]))
        assert sum(spent.clocks for spent in pc.profile().values()) == pc.clocks
        both.append([seen[0], Misses(seen[1].code - seen[0].code, seen[1].data - seen[0].data)])
    assert both[0] == both[1]
    return both[0]


def test_lines_of_code_and_data() -> None:
    code = program(read(0), read(15), read(16), read(0x100F), *["90"] * 20, "53", "58", "c3")
    first, second = misses(code)
    assert first == Misses(code=3, data=3 + 1)  # 43 bytes of code; three lines of data and one of the stack
    assert second == Misses(0, 0)


def test_an_operand_on_two_lines() -> None:
    code = program(f"a1 {(DATA.start + 14).to_bytes(4, 'little').hex()}", "c3")
    assert misses(code)[0].data == 2 + 1


@pytest.mark.parametrize(
    ("accesses", "missed"),
    [
        ("ABCD ABCD", 4),
        ("ABCDA E C", 6),  # A is the last one of the first pair: E replaces C, not B
        ("ABCDA E B", 5),
        ("ABCDC E A", 6),
        ("ABCD E A E B", 6),  # E takes that of A, A that of C
        ("wA A", 1),
        ("A wA A", 1),
        ("A wB B", 2),
        ("ABCD wA E C", 6),  # a write that hits is a use
    ],
)
def test_which_line_goes(accesses: str, missed: int) -> None:
    code: list[str] = []
    kind = read
    for letter in accesses.replace(" ", ""):
        if letter == "w":
            kind = write
            continue
        # The stack and the code lie in other sets
        code.append(kind(0x400 + SAME_SET * (ord(letter) - ord("A"))))
        kind = read
    assert misses(program(*code, "c3"))[0].data == missed + 1


def test_code_that_outgrows_the_cache() -> None:
    """Abrash, Graphics Programming Black Book, ch. 12: 2,000 times his three instructions take 3.7 clocks each time."""
    repetitions = 2000
    code = program("bb 00 00 20 00", *["90", "88 ca", "8b 03"] * repetitions, "c3")
    pc = PC(code, **I486)
    pc.run("f")
    assert pc.misses is not None
    before = pc.misses.code
    clocks = pc.run("f").clocks
    assert pc.misses.code - before == 459  # of 626 lines
    assert clocks / repetitions == pytest.approx(3.7, abs=0.05)


@pytest.mark.parametrize("grade", ["plain-c", "good", "asm"])
def test_the_host_software_hardly_misses(grade: Any) -> None:
    """Misses take less than 0.5 % of the clocks of DES, MD2 and RSA, with data as large as the cache, read before.

    Their number depends on the addresses of all functions and data of the program.
    """
    work = Workload(3)
    data = work.data(8000)
    software = host_software(grade, **machine("486-50").parameters | {"cache": "simulated"})
    pc = software.pc
    for algorithm, *arguments in (
        ("des_cbc_encrypt", work.des_key, work.des_iv, data),
        ("md2", data),
        ("rsa_crt", work.operands(1), work.rsa_key),
    ):
        software.call(algorithm, *arguments)
        assert pc.misses is not None
        before, clocks = sum(pc.misses), pc.clocks
        software.call(algorithm, *arguments)
        assert 0 < MISS_CLOCKS * (sum(pc.misses) - before) < 0.005 * (pc.clocks - clocks)


def test_native_and_plain_agree_on_the_host_software() -> None:
    work, found = Workload(3), []
    for accounting in BOTH:
        parameters = machine("486-50").parameters | {"cache": "simulated", "miss_clocks": 5}
        software = HostSoftware(PCS[accounting](builtin_program("software-good"), **parameters), "good")
        done = [
            software.call("md2", work.data(200)),
            software.call("des_cbc_encrypt", work.des_key, work.des_iv, work.data(80)),
        ]
        found.append((done, software.pc.misses, software.pc.profile()))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"cache": "simulated"}, "cache 'simulated' at level bus-unit: must be ideal, or at pipeline simulated"),
        ({**I486, "cache": "real"}, "cache 'real' at level pipeline"),
        ({**I486, "miss_clocks": 0}, "a miss of 0 clocks: must take 1 to 64"),
    ],
)
def test_caches_that_cannot_be(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(HostError, match=message):
        PC(program("c3"), **parameters)
