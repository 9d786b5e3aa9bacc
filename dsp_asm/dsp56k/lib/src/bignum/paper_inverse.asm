; SPDX-License-Identifier: MIT
; MODULAR-INVERSE of Dusse and Kaliski, bit by bit. The time depends only on the number of bits.
;
; Invariant of the paper's loop: x y = 1 modulo 2^i, and A1 = t = (x y - 1) / 2^i. If t is odd, y gets the bit 2^i and t
; becomes (t + x) / 2 = (t - 1) / 2 + (x + 1) / 2; else t becomes t / 2. The bit that the shift moves from A1 into A0 is
; that bit of y.

        if      !@def(word_inverse_bits)
; Computes the inverse of an odd word bit by bit.
; In: A the odd word x; R7 the number of bits, 1..24.
; Out: B1 1/x mod 2^bits.
; Changes: A B X
; Clocks: 318 for 24 bits
; Bounds: |A|, |B| <= 2 * 2^47
word_inverse_bits
        move    #>1,x0
        add     x0,a            #>$FFFFFF,b
        asr     a
        tfr     b,a             a1,x1           ; t = -1, X1 = (x + 1) / 2
        do      r7,_end
        lsr     b                               ; C = bit 0 of t
        clr     b                               ; C is unchanged
        tcs     x1,b
        addr    b,a
        tfr     a,b
_end
        clr     b               a0,x0
        move    x0,b0
        rep     r7
        asl     b
        rts
        endif
