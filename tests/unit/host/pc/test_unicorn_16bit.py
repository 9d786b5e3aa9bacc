"""Two defects of Unicorn in real mode, and the workarounds that 16-bit machines use."""

from __future__ import annotations

from typing import Any

import unicorn
from unicorn import x86_const as x86

BASE = 0x1_0000
SEGMENT = BASE >> 4


def machine(code: bytes) -> Any:
    uc = unicorn.Uc(unicorn.UC_ARCH_X86, unicorn.UC_MODE_16)
    uc.mem_map(BASE, 0x1_0000)
    uc.mem_write(BASE, code)
    uc.reg_write(x86.UC_X86_REG_CS, SEGMENT)
    return uc


def run(uc: Any, length: int) -> int:
    uc.emu_start(BASE, BASE + length)
    return int(uc.reg_read(x86.UC_X86_REG_AX))


def test_code_rewritten_from_python_needs_its_cache_dropped() -> None:
    uc = machine(b"\xb8\x11\x11")  # mov ax,1111h
    assert run(uc, 3) == 0x1111
    uc.mem_write(BASE, b"\xb8\x22\x22")  # mov ax,2222h
    uc.ctl_remove_cache(BASE, BASE + 3)
    assert run(uc, 3) == 0x2222


def test_ip_in_an_i_o_callback_is_the_offset_in_the_segment() -> None:
    uc = machine(b"\x90\x90\xe4\x60\x90")  # nop, nop, in al,60h, nop
    seen = []

    def port(uc: Any, number: int, size: int, _: object) -> int:
        seen.append((number, size, uc.reg_read(x86.UC_X86_REG_IP)))
        return 0x5A

    uc.hook_add(unicorn.UC_HOOK_INSN, port, None, 1, 0, x86.UC_X86_INS_IN)
    assert run(uc, 5) & 0xFF == 0x5A
    assert seen == [(0x60, 1, 2)]
    assert uc.reg_read(x86.UC_X86_REG_IP) == 5
