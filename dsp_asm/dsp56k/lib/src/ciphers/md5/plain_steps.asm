; SPDX-License-Identifier: MIT
; Computes the rounds of MD5 step by step as in C: each step moves the words of the state, indices and shifts come from
; tables, and a rotation is two shifts.

plain_f macro                                   ; d xor (b and (c xor d))
        move    l:MD5_STATE+2,ab
        move    l:MD5_STATE+3,x
        eor     x1,a
        eor     x0,b
        move    l:MD5_STATE+1,y
        and     y1,a
        and     y0,b
        eor     x1,a
        eor     x0,b
        endm
plain_g macro                                   ; c xor (d and (b xor c))
        move    l:MD5_STATE+1,ab
        move    l:MD5_STATE+2,x
        eor     x1,a
        eor     x0,b
        move    l:MD5_STATE+3,y
        and     y1,a
        and     y0,b
        eor     x1,a
        eor     x0,b
        endm
plain_h macro                                   ; b xor c xor d
        move    l:MD5_STATE+1,ab
        move    l:MD5_STATE+2,x
        eor     x1,a
        eor     x0,b
        move    l:MD5_STATE+3,y
        eor     y1,a
        eor     y0,b
        endm
plain_i macro                                   ; c xor (b or not d)
        move    l:MD5_STATE+3,ab
        move    l:MD5_ONES,x
        eor     x1,a
        eor     x0,b
        move    l:MD5_STATE+1,y
        or      y1,a
        or      y0,b
        move    l:MD5_STATE+2,x
        eor     x1,a
        eor     x0,b
        endm

; Computes a round of sixteen steps with \function.
plain_round     macro   function
        do      #16,_end
        function
        move    b1,a0
        move    l:MD5_STATE,x
        add     x,a
        move    x:(r7),n4
        move    y:(r7)+,n5
        move    l:(r4+n4),x
        add     x,a
        move    l:(r6)+,x
        add     x,a
        clr     b                               ; t << s | t >> (32 - s)
        move    a1,b1
        move    a0,b0
        rep     n5
        asl     a
        move    x:(r0)+,n5
        rep     n5
        asr     b
        move    b1,x1
        move    b0,b
        move    #>$FF0000,y0
        and     y0,b
        move    b1,x0
        add     x,a
        move    l:MD5_STATE+1,x
        add     x,a
        move    l:MD5_STATE+3,y
        move    l:MD5_STATE+2,x
        move    x,l:MD5_STATE+3
        move    l:MD5_STATE+1,x
        move    x,l:MD5_STATE+2
        move    a10,l:MD5_STATE+1
        move    y,l:MD5_STATE
_end
        endm

md5_rounds      macro
        move    #>MD5_WORDS,r4
        move    #>MD5_SINES,r6
        move    #>MD5_ORDER,r7
        move    #>MD5_REST,r0
        plain_round plain_f
        plain_round plain_g
        plain_round plain_h
        plain_round plain_i
        endm
