"""A PC that restarts is a new one, to the last bit."""

from __future__ import annotations

from typing import Any

import pytest

from dsp56k.host.cpu_modes import Flat32
from dsp56k.host.errors import HostError, MachineFaultError
from dsp56k.host.pc import DATA, PC
from dsp56k.host.software import HostSoftware, host_software
from dsp56k.study.operations.workload import Workload
from reference_model.pc.accounting import BOTH, PCS
from shared.x86.code import Board, program

I486: dict[str, Any] = {"cpu": "i486", "memory": "pipeline"}
LEAVES_TRACES = (
    "89 d8",  # mov eax, ebx
    "43",  # inc ebx
    "ff 05 00 00 20 00",  # inc dword [DATA]
    "ff 05 00 00 50 00",  # inc dword [where it returns to]
    "83 2d 00 00 50 00 01",  # sub dword [there], 1
    "01 05 04 00 50 00",  # add [behind], eax
    "03 05 04 00 50 00",  # add eax, [behind]
    "f7 25 00 00 20 00",  # mul dword [DATA]
    "50",  # push eax
    "e4 40 a2 04 00 20 00",  # in al, 40h; mov [DATA + 4], al
    "b0 30 e6 43 b0 05 e6 40",  # counter 0: low byte and high byte; the low one
    "bf 00 00 20 00 b9 08 00 00 00 b0 01 f3 ae",  # mov edi, DATA; mov ecx, 8; mov al, 1; repe scasb
    "58",  # pop eax
    "c3",
)


def seen(pc: PC) -> tuple[object, ...]:
    """A run and all that it leaves."""
    result = pc.run("f")
    memory = [pc.read(area.start, len(area)) for area in Flat32.ram]
    counts = [pc.timer.read(0, pc.now) for _ in range(2)]
    return result, pc.now, pc.profile(), pc.misses, memory, counts


@pytest.mark.parametrize("accounting", BOTH)
@pytest.mark.parametrize("parameters", [{}, I486, I486 | {"cache": "simulated"}], ids=["386", "486", "cache"])
def test_a_run_after_it_is_the_first_one(parameters: dict[str, Any], accounting: Any) -> None:
    pc = PCS[accounting](program(*LEAVES_TRACES), **parameters)
    pc.write(DATA.start + 0x1000, b"left over")
    first = seen(pc)
    assert first != seen(pc)
    for _ in range(2):
        pc.restart()
        assert pc.clocks == 0
        assert pc.profile() == {}
        assert not any(pc.read(DATA.start, len(DATA)))
        pc.write(DATA.start + 0x1000, b"left over")
        assert seen(pc) == first


@pytest.mark.parametrize("parameters", [{}, {"mode": "real16", "cpu": "i286"}], ids=["386", "286"])
def test_software_after_it_is_as_new(parameters: dict[str, Any]) -> None:
    work = Workload(5)

    def calls(software: HostSoftware) -> list[object]:
        with pytest.raises(HostError, match="no DES key"):
            software.call("des_ecb_encrypt", None, bytes(8))
        software.load_key("des_cbc_encrypt", work.des_key)
        return [
            software.call("rsa_crt", work.operands(1), work.rsa_key),
            software.call("md2", work.data(100)),
            software.call("des_ecb_encrypt", None, work.data(16)),
            software.pc.profile(),
        ]

    software = host_software("asm", **parameters)
    first = calls(software)
    software.restart()
    assert calls(software) == first == calls(host_software("asm", **parameters))


def test_nothing_is_left_of_a_run_that_failed() -> None:
    pc = PC(
        program(
            "89 e5 8b 46 02",  # mov bp, sp; mov ax, [the argument]
            "ba ff ff 52",  # mov dx, FFFFh; push dx
            "85 c0 75 04",  # test ax, ax; jnz past PUSHF
            "bc 01 00 9c",  # mov sp, 1; pushf: past the segment's end
            "58 c3",  # pop ax, before which a 286 clears the upper bits of what PUSHF pushed
            mode="real16",
        ),
        cpu="i286",
        mode="real16",
    )
    with pytest.raises(MachineFaultError):
        pc.run("f", 0)
    pc.restart()
    assert pc.run("f", 1).value == 0xFFFF_FFFF


def test_not_with_a_board() -> None:
    pc = PC(program("c3"))
    pc.isa_bus.attach_ports(0x300, 1, Board())
    with pytest.raises(HostError, match="board"):
        pc.restart()
