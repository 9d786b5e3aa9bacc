; SPDX-License-Identifier: MIT
; Checksums of data: S1 is the sum of the items, S2 the sum of S1 after each item, so that the result depends on the
; order. The last item comes first; the loops also read the word before the first item. Runs in internal P. N7 is the
; number of items; X0 holds the last word, R0 points to the word before it, X1 = B = 0.

; Computes the checksum of groups of four bytes, one byte a word. An item is their 32 bits, low byte first.
; In: N7 groups; X0 the last word, R0 before it; X1 = B = 0; Y0 = $80; Y1 = $8000.
; Out: A the sum S1, B the sum S2.
; Changes: A B X0 R0
group_loop
        clr     a
; Adds groups of four bytes to the sums of the data behind them.
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

; Computes the checksum of words of 24 bits, each of which is an item.
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

; Adds pairs of words to the sums for checksums.asm, first pair first.
; In: X the first pair, X:(R0)+ the others, N7 of them; A, B the sums so far.
; Out: X the last pair; A, B the sums without it.
; Changes: A B X R0
pair_loop
        do      n7,_end
        add     x,a             x:(r0)+,x1
        add     a,b             x:(r0)+,x0
_end
        rts
