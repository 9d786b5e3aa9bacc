; SPDX-License-Identifier: MIT
; Sums over data: S1 of the items, S2 of S1 after each item, so that the order counts. Last item
; first; the word before the first is read as well. Runs in internal P. N7 items; X0 holds the last
; word, R0 points before it, X1 = B = 0.

; Groups of four bytes, one a word: an item is their 32 bits, low byte first.
; In: N7 groups; X0 the last word, R0 before it; X1 = B = 0; Y0 = $80; Y1 = $8000.
; Out: A the sum S1, B the sum S2.
; Changes: A B X0 R0
group_loop
        clr     a
; The same, to sums of what follows.
; In: A, B the sums so far; N7 groups; X0 the last word, R0 before it; X1 = 0; Y0 = $80; Y1 = $8000.
; Out: A the sum S1, B the sum S2.
; Changes: A B X0 R0
group_more
        do      n7,_end
        add     x0,a            x:(r0)-,x0
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y0,a         x:(r0)-,x0
        add     x,a             x:(r0)-,x0
        add     a,b
_end
        rts

; Words of 24 bits, each an item.
; In: N7 words; X0 the last word, R0 before it; X1 = B = 0.
; Out: A the sum S1, B the sum S2.
; Changes: A B X0 R0
word_loop
        clr     a
        do      n7,_end
        add     x,a             x:(r0)-,x0
        add     a,b
_end
        rts

; Pairs of words for checksums.asm, first pair first.
; In: X the first pair, X:(R0)+ the others, N7 of them; A, B the sums so far.
; Out: X the last pair; A, B the sums without it.
; Changes: A B X R0
pair_loop
        do      n7,_end
        add     x,a             x:(r0)+,x1
        add     a,b             x:(r0)+,x0
_end
        rts
