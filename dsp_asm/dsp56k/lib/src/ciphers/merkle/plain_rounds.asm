; SPDX-License-Identifier: MIT
; Computes octets of Khufu and Khafre as a line-by-line translation of C (merkle.asm).

; Xors a half with Khafre's keys.
; In: Y:(R5) the key of the lower word, then of the upper word.
; Out: \upper and \lower the new words; R5 the next key.
; Changes: A Y0 R5
key     macro   lower,upper
        move    y:lower,a
        move    y:(r5)+,y0
        eor     y0,a
        move    a1,y:lower
        move    y:upper,a
        move    y:(r5)+,y0
        eor     y0,a
        move    a1,y:upper
        endm

; Swaps two words.
; Changes: A B
swap    macro   one,other
        move    y:one,a
        move    y:other,b
        move    a1,y:other
        move    b1,y:one
        endm

; Joins two bytes: the lower byte of \high_of becomes the upper byte, the upper byte of \low_of the lower byte.
; Out: A1 the word.
; Changes: A X1
join    macro   high_of,low_of
        move    y:high_of,a
        rep     #16
        lsl     a
        move    a1,x1
        move    y:low_of,a
        rep     #16
        lsr     a
        or      x1,a
        endm

; Computes R ^= S[L & 255]; U is the left half.
; In: R1 the S-box.
; Changes: A X1 Y0 R0
mix     macro
        move    y:MERKLE_U0,a
        move    #>$FF,y0
        and     y0,a
        move    #>$80,y0
        eor     y0,a
        move    r1,y0
        add     y0,a
        move    a1,r0
        nop
        move    x:(r0)-n0,x1
        move    x:(r0),y0
        move    y:MERKLE_V1,a
        eor     x1,a
        move    a1,y:MERKLE_V1
        move    y:MERKLE_V0,a
        eor     y0,a
        move    a1,y:MERKLE_V0
        endm

; Rotates L right by \bits, which is 8, 16 or 24.
; Changes: A B X1
turn    macro   bits
        if      bits!=16
        join    MERKLE_U0,MERKLE_U1
        move    a1,b
        join    MERKLE_U1,MERKLE_U0
        move    a1,y:MERKLE_U0
        move    b1,y:MERKLE_U1
        endif
        if      bits!=8
        swap    MERKLE_U1,MERKLE_U0
        endif
        endm

; Swaps L and R.
; Changes: A B
cross   macro
        swap    MERKLE_U1,MERKLE_V1
        swap    MERKLE_U0,MERKLE_V0
        endm

round   macro   bits
        mix
        turn    bits
        cross
        endm

unround macro   bits
        cross
        turn    bits
        mix
        endm

; Computes the eight rounds of an octet as in C.
octet   macro   keyed
        if      keyed
        key     MERKLE_V0,MERKLE_V1
        endif
        round   16
        round   16
        round   8
        round   8
        round   16
        round   16
        round   24
        round   24
        if      keyed
        key     MERKLE_U0,MERKLE_U1
        endif
        move    (r1)+n1
        endm

; Computes the eight rounds of an octet in decryption.
back    macro   keyed
        if      keyed
        key     MERKLE_U0,MERKLE_U1
        endif
        unround 8
        unround 8
        unround 16
        unround 16
        unround 24
        unround 24
        unround 16
        unround 16
        if      keyed
        key     MERKLE_V0,MERKLE_V1
        endif
        move    (r1)-n1
        endm
