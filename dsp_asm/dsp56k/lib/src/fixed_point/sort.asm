; SPDX-License-Identifier: MIT
; Sorts words in constant time: each pass moves the largest of the remaining words to their end.

        if      !@def(fx_sort)
; Sorts words in ascending order.
; In: X:(R0) the words, signed; N7 the number of words, at least 2.
; Out: X:(R0) the sorted words.
; Changes: A B X0 R1-R3 N7
; Clocks: 6 N7^2 + 20 N7 - 14
fx_sort
        move    n7,r3
        move    r0,r1
        move    (r3)-
        move    r3,n7
_pass
        move    r0,r1
        move    r0,r2
        move    x:(r1)+,a
        do      n7,_end
        move    x:(r1)+,x0
        tfr     a,b
        cmp     x0,a
        tgt     x0,b
        tlt     x0,a
        move    b,x:(r2)+
_end
        move    a,x:(r2)
        move    (r3)-
        move    r3,n7
        move    r3,b
        tst     b
        jne     _pass
        rts
        endif
