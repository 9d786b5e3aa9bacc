"""Operations of the cases, in classes by the registers that they read and write, and by the facts that they create.

Compiled code has facts about registers: magnitudes and middle words of accumulators, results of lazy flags, runs of
pointers, steps and addresses that were computed before. There is an operation for each method to create,
change or use one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from differential.systematic.harness import words_of

CONDITIONS = ("cc", "cs", "ec", "eq", "es", "ge", "gt", "lc", "le", "ls", "lt", "mi", "ne", "nn", "nr", "pl")

TARGET = 0x8000
"""In place of an address that depends on where an operation is."""


@dataclass(frozen=True)
class Operation:
    """Lines that stay together.

    A first one of two words may name the address of the last word, {end}, or that of the next line, {next}.
    """

    text: str

    def words(self, origin: int) -> list[int]:
        """The words at an address."""
        words = list(_words(self.text))
        if "{" in self.text:
            words[1] += origin + (2 if "{next}" in self.text else len(words) - 1) - TARGET
        return words

    def __str__(self) -> str:
        return self.text.replace("; ", ", ")


@cache
def _words(text: str) -> tuple[int, ...]:
    """The words of an operation, where an address that it names is TARGET."""
    target = f">${TARGET:x}"
    return tuple(words_of(text.format(end=target, next=target).split("; ")))


def _of_both(*texts: str) -> tuple[Operation, ...]:
    """The operations with either accumulator as D, and the other as O."""
    return tuple(Operation(text.replace("D", d).replace("O", o)) for text in texts for d, o in ("ab", "ba"))


def _alone(*texts: str) -> tuple[Operation, ...]:
    return tuple(Operation(text) for text in texts)


WRITES = (
    # A copy, with the facts of the source; of a word; a constant; copies that depend on flags, or are limited.
    *_of_both("tfr O,D", "tfr x0,D", "clr D", "tne O,D", "move O,D"),
    # Sums, one that may not fit, shifts, rotation, logic on the middle word, and a low word that becomes 0.
    *_of_both("add O,D", "mac x0,y0,D", "asl D", "asr D", "rol D", "eor x0,D", "rnd D"),
    # Parts.
    *_of_both("move x0,D2", "move x0,D1", "move x0,D0"),
    *_alone("move l:<$10,a10", "move l:<$10,ab"),
)
"""A class each of operations that write an accumulator."""

READS = (
    *_of_both("move D,x1", "move D2,y1", "move D1,x1", "move D0,y1", "move D1,n4", "cmp O,D"),
    *_alone("move b10,l:<$10", "move ab,l:<$10"),
)
"""A class each of operations that read one."""

OTHERS = (
    *_of_both("tfr y1,D", "teq x0,D", "abs D", "neg D", "lsl D", "lsr D", "ror D", "not D"),
    *_of_both("add x,D", "add x1,D", "adc y,D", "sub O,D", "sub y,D", "sbc x,D", "addl O,D", "addr O,D"),
    *_of_both("subl O,D", "subr O,D", "mpy x0,y0,D", "mpy -x1,y1,D", "mpyr x0,y0,D", "mac -x0,y0,D", "macr x1,y1,D"),
    *_of_both("and x0,D", "or y0,D", "and y1,D", "div x0,D", "norm r4,D", "tst D", "cmpm O,D", "cmp x0,D", "cmpm y0,D"),
    *_of_both("move x0,D", "move #<$95,D", "move #<$95,D1", "move #<$95,D2", "move y:<$10,D", "move y:<$10,D1"),
    *_of_both("move O1,D", "move O1,D1", "move O0,D1", "move O1,D0", "move O2,D1", "move D1,D0", "move D0,D1"),
    *_of_both("move D,y:<$10", "move D1,x:<$10", "move D0,x:<$10", "move D2,y:<$10", "move D,r4", "btst #5,D1"),
    *_of_both("btst #3,D", "tfr O,D D,x1", "mac x0,y0,D D,x1", "clr D D1,y1", "eor x0,D D,y:<$10", "tfr O,D x:<$10,O"),
    *_of_both("add O,D x:<$10,O1", "asl D O,x1", "mac x0,y0,D x:<$10,x0 D,y1"),
    *_of_both("jset #5,D1,{end}; nop", "jclr #2,D,{end}; nop"),
    *_alone("move a10,l:<$10", "move ba,l:<$10", "move l:<$10,b10", "move l:<$10,ba", "move l:<$10,a", "move b,l:<$10"),
    *_alone("move a,x:(r0) x0,a", "move y0,b b,y:(r1)"),
)
"""The operations that are in a class of these."""

POINTER_WRITES = _alone(
    # Steps of each kind, of a pointer whose modifier a batch chooses.
    *("move x:(r0)+,x1", "move x:(r0)-,x1", "move x:-(r0),x1", "move x:(r0)+n0,x1", "move x:(r0)-n0,x1"),
    *("move (r0)+", "move (r0)+n0", "move y1,x:(r0)+", "move x:(r0)+,x1 y:(r4)+,y1", "move l:(r0)+,b"),
    # Late writes of R and N by words, constants and copies; LUA, and NORM, which writes at once.
    *("move x0,r0", "move y0,n0", "move r1,r0", "move n1,n0", "move #<$2d,r0", "move #<2,n0", "move y:(r4),r0"),
    *("lua (r0)+,r1", "lua (r1)-n1,r0", "lua (r0)+n0,r1", "norm r0,a", "move n0,n1; move r0,r1; nop"),
    # Late writes of M, and of N by registers of the program controller.
    *("movec #<7,m0", "movec y0,m0", "movec n0,m1", "movec #>$ffff,m0", "movec lc,n0", "movec sp,n1"),
)
"""A class each of operations that write R0, N0, M0, R1, N1 or M1."""

POINTER_READS = _alone(
    *("move x:(r0),x1", "move x:(r0+n0),x1", "move x:(r1+n1),y1", "move x:(r1)+,y1", "move x:(r1)+n1,y1"),
    *("move x:(r0+n0),x1; move x:(r1+n1),y1", "move x:(r0)+n0,x1; move y:(r1)-n1,y1"),
    *(
        "move y:(r0+n0),y1",
        "move (r1)-n1",
        "move r0,x1",
        "move n0,x1",
        "move r0,n4",
        "move r1,y:(r0)-",
        "move r0,x:(r0)+",
    ),
    *("movec m0,x1", "movec m1,n4", "movec m0,m1", "movec lc,x1", "movec sp,y1", "movec la,n4"),
    *("btst #0,r0", "bset #1,x:(r0)", "jset #1,x:(r0)+,{end}; nop", "tfr x0,a r0,r4", "tne x0,a r0,r1"),
)
"""Operations that use a pointer: as an address, as a word, or for another pointer."""

FLAG_WRITES = (
    # All flags from a sum, and from one that may not fit; from a result without C; from a comparison.
    *_of_both("add O,D", "sub x0,D", "mac x0,y0,D", "mpy x0,y0,D", "tst D", "cmp O,D", "cmpm x0,D", "asl D", "neg D"),
    # Only N, Z and V; only C; only L; all at once.
    *_of_both("rol D", "not D", "lsr D", "btst #4,D1", "move D,x1", "div x0,D", "norm r0,D", "adc x,D", "addl O,D"),
    *_alone("andi #$f0,ccr", "ori #$0f,ccr", "andi #$fe,ccr", "ori #$01,ccr", "andi #$bf,ccr", "clr a"),
)
"""Operations by the flags that they write."""

FLAG_CLASSES = _alone(
    *("add b,a", "mac x0,y0,a", "mac x1,y1,b", "tst b", "cmp b,a", "asl a", "rol b", "btst #4,a1", "move a,x1"),
    *("div x0,b", "norm r0,a", "andi #$f0,ccr", "ori #$01,ccr", "adc x,b"),
)
"""One of each class of these, by the flags and by the method that computes them."""

FLAG_READS = (
    *_alone(*(f"t{condition} x0,a" for condition in CONDITIONS)),
    *_alone(*(f"j{condition} {{end}}; move #<$15,x1; nop" for condition in CONDITIONS)),
    *_of_both("rol D", "ror D", "adc y,D", "sbc y,D", "div y0,D"),
    *_alone("movec sr,x1", "jsr {next}; movec ssl,x1; movec ssh,n4", "do #1,{end}; nop; nop"),
)
"""Operations that read flags: each condition, chosen and jumped by, C as an operand, and SR as a word or pushed."""

FLAG_USES = _alone(
    *("teq x0,a", "tls x0,b", "tes x0,a", "tnr x0,b", "tlt x0,a", "jle {end}; move #<$15,x1; nop", "rol a", "adc y,b"),
    *("jcs {end}; move #<$15,x1; nop", "movec sr,x1", "jsr {next}; movec ssl,x1; movec ssh,n4"),
)
"""A class each of these."""

ACCUMULATORS = (*WRITES, *READS, *OTHERS)
