"""Chips that repeat a program of the library, a filter with interrupts, or one instruction form forever."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from dsp56k.asm import assemble
from dsp56k.emu import Dsp56001
from dsp56k.lib.kernels.generate import complete_sources
from dsp56k.lib.library_runner import BCR
from workloads import sound

BYTES = 4096
"""Bytes that a library routine processes in each iteration."""
DATA = 0x4000
"""X address of them; the first ones are also the keys."""
CLOCK_HZ = 32_000_000
TAPS = 64

RC4 = """
        define  COMPUTATION     '0'
        define  LATENCY         '0'
        define  PLACEMENT       '0'
        define  STREAMS         '0'
        define  HELPER          '0'
RC4_DATA equ    {data}
RC4_KEY equ     {data}
        org     p:$40
start   move    #16,n7
        jsr     rc4_key
repeat  move    #>RC4_DATA,r3
        move    #>{bytes},n7
        jsr     rc4
        jmp     <repeat
        include 'ciphers/rc4/rc4.asm'
        end     start
"""
MD4 = """
MONITOR equ     0
        org     p:$40
start   move    #>md4_saved,r3
        jsr     md4_enter
        move    #>{data},r3
        move    #>{bytes}/64,n7
        jsr     md4_blocks
        jsr     md4_leave
        jmp     <start
        org     p:$200
        include 'digests/md4.asm'
        end     start
"""
DES_CBC = """
MONITOR equ     0
        org     p:$40
        include 'des/des_block.asm'
        org     p:$200
        include 'des/des.asm'
start   move    #>{data}+7,r3
        jsr     des_schedule_of
        move    #>{data},r3
        jsr     des_take_iv
repeat  jsr     des_load_forward
        move    #>{data},r3
        move    #>{bytes}/8,n7
        jsr     des_cbc_encrypt_loaded
        jmp     repeat
        end     start
"""
# Each sample is read and written by two fast interrupts, while the filter runs again and again.
SSI_FILTER = """
        org     p:$000C
        movep   x:<<$ffef,x:(r7)
        nop
        movep   x:<<$ffef,x:(r7)
        nop
        movep   y:(r7),x:<<$ffef
        nop
        movep   y:(r7),x:<<$ffef
        nop
        org     p:$40
start   movep   #0,x:<<$fffe
        move    #<{taps}-1,m0
        move    m0,m4
        move    #<$80,r7
        movep   #$4004,x:<<$ffec
        movep   #$f230,x:<<$ffed
        movep   #$1f8,x:<<$ffe1
        movep   #>$3000,x:<<$ffff
        andi    #<$fc,mr
repeat  move    x:(r7),x0
        clr     a       x0,x:(r0)+      y:(r4)+,y0
        rep     #{taps}-1
        mac     x0,y0,a x:(r0)+,x0      y:(r4)+,y0
        macr    x0,y0,a (r0)-
        move    a,y:(r7)
        jmp     <repeat
        end     start
"""
FORMS = (
    "move x:<$10,a",
    "move x:>$0100,a",
    "move x0,x:>$0100",
    "move x:(r3)+,x0",
    "move l:<$10,x",
    "bset #3,x:<$10",
    "bset #3,x:(r3)",
    "movem p:(r3)+,x0",
    "movec lc,x0",
    "movec #15,m1",
    "tne x0,b r1,r2",
    "ori #1,ccr",
)
"""Instructions with several kinds of compiled code; (R3) is external."""
SLOW_FORMS = ("div x0,a", "norm r1,a", "movec sr,x0", "ori #0,mr", "movep x:<<$ffe9,x0", "movep #0,x:<<$ffe5")
"""Instructions with long code, with a fallback, and before which a region ends."""
FORM_LOOP = """
        org     p:$40
start   move    #>{data},r3
        do      #4000,_end
        {form}
        add     x0,b
        asl     a
        eor     y0,b
_end
        jmp     <start
        end     start
"""


def library_chip(source: str, data: int = DATA, size: int = BYTES) -> Dsp56001:
    """Return a chip with a program that includes sources of the library, and `size` random bytes at X:`data`."""
    program = assemble(source.format(bytes=size, data=data), include_paths=[complete_sources()])
    dsp, rng = Dsp56001(), random.Random(1)
    dsp.load_words(sound(program))
    dsp.x[BCR], dsp.regs.pc = 0, int(program.symbols["start"])
    dsp.x[data : data + size] = list(rng.randbytes(size))
    return dsp


def interrupted_filter() -> Dsp56001:
    """Return a chip with a filter of `TAPS` taps, a REP, that fast interrupts of the SSI interrupt at 100 kHz."""
    dsp = Dsp56001(clock_hz=CLOCK_HZ)
    dsp.load_words(sound(assemble(SSI_FILTER.format(taps=TAPS))))
    rng = random.Random(1)
    for memory in (dsp.x, dsp.y):
        memory[0:TAPS] = [rng.getrandbits(23) for _ in range(TAPS)]
    dsp.regs.pc = 0x40
    return dsp


def form_chip(form: str) -> Dsp56001:
    """Return a chip with a loop of an instruction and three operations of the data ALU."""
    return library_chip(FORM_LOOP.replace("{form}", form))


PROGRAMS: dict[str, Callable[[], Dsp56001]] = {
    "rc4": partial(library_chip, RC4),
    "md4": partial(library_chip, MD4),
    "des_cbc": partial(library_chip, DES_CBC),
    "SSI-FIR": interrupted_filter,
}
