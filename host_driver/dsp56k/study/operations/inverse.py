"""The inverse of a modulus' lowest digit, which Montgomery's products need once, on the DSP.

It is computed by the paper's MODULAR-INVERSE, and by the extended Euclidean algorithm, which that replaces. Sizes are
moduli of 512 bits; correct results come from Python's integers.
"""

from __future__ import annotations

from dsp56k.study.operations.dsp_alone import DspAlone
from dsp56k.study.operations.operation import Called, Case, Operation, Procedure
from dsp56k.study.operations.rsa import MODULUS_BYTES
from dsp56k.study.operations.workload import DIGIT_BITS, Workload

EUCLID = """
; X0 = x, odd -> Y1 = 1/x mod 2^24. Two remainders, A and X, each a multiple of x modulo 2^24: Y1 times and Y0 times.
 clr a #0,x1
 move #1,a1
 move #0,y1
 move #>1,y0
; The larger less the other one, shifted as far as that goes, until it is the smaller.
_next clr b
 add x,b #0,r7
 cmp b,a
 jlt _exchange
_shift asl b (r7)+
 cmp b,a
 jge _shift
 asr b
 sub b,a
 tfr y0,b
 asr b
 rep r7
 asl b
 neg b
 add y1,b
 move b1,y1
 jmp _next
_exchange tfr b,a a0,x0
 move y0,x:<0
 move y1,y0
 move x:<0,y1
 tfr x0,b
 tst b
 jne _next
"""


def _case(work: Workload, size: int) -> Case:
    digits = [number % (1 << DIGIT_BITS) | 1 for number in work.operands(size)]
    return Case((digits,), [pow(digit, -1, 1 << DIGIT_BITS) for digit in digits])


def _by_euclid(side: DspAlone, case: Case, loaded: bool) -> Called:
    return side.euclid(EUCLID, *case.arguments)


def _by_bits(side: DspAlone, case: Case, loaded: bool) -> Called:
    return side.modular_inverses(*case.arguments)


INVERSES = tuple(
    Operation(name, "operations", _case, Procedure(call), bytes_each=MODULUS_BYTES, data_dependent=True)
    for name, call in (("inverse-by-euclid", _by_euclid), ("inverse-by-bits", _by_bits))
)
