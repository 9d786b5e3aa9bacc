"""The reads and writes of each form, for which a level charges bus cycles, are those that Unicorn makes."""

from __future__ import annotations

import pytest
import unicorn
from unicorn import x86_const as x86

from dsp56k.host.clocks import time_code

CODE, DATA, STACK, FILLED_END, END = 0x1000, 0x2080, 0x3000, 0x4000, 0x10_0000
FILLED = 0x7F
"""Each byte of the data and the stack: a divisor for the quotient 1, and both bounds of BOUND."""


def accesses(code: bytes) -> tuple[int, int]:
    """Execute one instruction in real mode; return how often it has read and written, memory or ports."""
    uc = unicorn.Uc(unicorn.UC_ARCH_X86, unicorn.UC_MODE_16)
    uc.mem_map(0, END)
    uc.mem_write(DATA, bytes([FILLED]) * (FILLED_END - DATA))
    uc.mem_write(CODE, code)
    for register in (x86.UC_X86_REG_BX, x86.UC_X86_REG_SI, x86.UC_X86_REG_DI, x86.UC_X86_REG_BP):
        uc.reg_write(register, DATA)
    uc.reg_write(x86.UC_X86_REG_SP, STACK)
    uc.reg_write(x86.UC_X86_REG_CX, 1)
    is_bound = code[0] == 0x62
    uc.reg_write(x86.UC_X86_REG_AX, FILLED << 8 | FILLED if is_bound else FILLED)
    counts = {"read": 0, "write": 0}

    def memory(_: unicorn.Uc, kind: int, *_access: object) -> None:
        counts["write" if kind == unicorn.UC_MEM_WRITE else "read"] += 1

    def port_read(*_: object) -> int:
        counts["read"] += 1
        return 0

    def port_write(*_: object) -> None:
        counts["write"] += 1

    uc.hook_add(unicorn.UC_HOOK_MEM_READ | unicorn.UC_HOOK_MEM_WRITE, memory)
    uc.hook_add(unicorn.UC_HOOK_INSN, port_read, None, 1, 0, x86.UC_X86_INS_IN)
    uc.hook_add(unicorn.UC_HOOK_INSN, port_write, None, 1, 0, x86.UC_X86_INS_OUT)
    uc.emu_start(CODE, 0, count=1)
    return counts["read"], counts["write"]


FORMS = (
    # mov, movzx, lea, xchg, xlat
    *("89 d8", "89 07", "8b 07", "c6 07 01", "a1 00 20", "a3 00 20", "0f b6 07", "8d 47 08", "93", "87 07", "d7"),
    # push, pop, lds
    *("55", "68 34 12", "ff 37", "60", "9c", "5d", "8f 07", "9d", "c5 07"),
    # alu, cmp, test, inc, not
    *("01 d8", "03 07", "01 07", "80 07 01", "3b 07", "39 07", "80 3f 01", "84 07", "f6 07 01", "fe 07", "f6 17"),
    # shifts, mul, imul, div, idiv
    *("d1 e0", "d0 27", "c0 27 03", "d2 27", "d0 17", "c0 17 03", "0f a4 17 04", "0f a5 17"),
    *("f7 e3", "f6 27", "f7 27", "0f af 07", "6b 07 0a", "f6 37", "f6 3f"),
    # jmp, call, ret, iret
    *("ff 27", "ff 2f", "e8 02 00", "ff 17", "9a 00 10 00 00", "ff 1f", "c3", "c2 04 00", "cb", "ca 04 00", "cf"),
    # ports, setcc, bits, bound, enter, leave, strings except for INS, whose byte Unicorn writes twice
    *("e4 80", "ec", "e6 80", "ee", "0f 94 07", "0f ba 27 03", "0f ba 2f 03", "62 07"),
    *("c8 04 00 00", "c9", "a4", "aa", "ac", "ae", "a6", "6e", "f3 a4", "f3 aa", "f3 a6"),
)


@pytest.mark.parametrize("form", FORMS)
def test_a_form_has_the_accesses_that_the_processor_makes(form: str) -> None:
    code = bytes.fromhex(form)
    (timing,) = time_code([(CODE, code)], cpu="i386", mode="real16").at.values()
    assert (timing.reads, timing.writes) == accesses(code), timing.row


def test_popa_also_reads_the_word_that_it_discards() -> None:
    """The processor reads eight words and discards that of SP, which Unicorn does not read."""
    (timing,) = time_code([(CODE, b"\x61")], cpu="i386", mode="real16").at.values()
    assert (timing.reads, timing.writes) == (8, 0)
    assert accesses(b"\x61") == (7, 0)
