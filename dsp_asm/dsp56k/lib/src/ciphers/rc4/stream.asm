; SPDX-License-Identifier: MIT
; RC4's fastest loop and its key schedule, for the program of the variants and for the firmware.
; The program that includes this defines RC4_S and the names derived from it.

; Exclusive-or of bytes and the key's stream.
; In: X:(R3) the bytes; N7 how many, not 0; R4 the address of S[i], R5 that of S[j]; X0 = RC4_S,
;   X1 = RC4_MASK, M4 = M5 = 255.
; Out: X:(R3)+ the result; R4 and R5 for the next bytes.
; Changes: A B Y R3-R6 N5
rc4_loop        macro
; Eight moves are the minimum: S[i], its copy to N5, j, S[j], two stores, t to R6, S[t]; the message
; is parallel to them. A byte is finished while the next one's j waits for N5.
        move    #>1,y1
        move    n7,a
        sub     y1,a            y:(r4),y0
        move    y0,n5
        tfr     x0,b
        add     y0,b            (r5)+n5
        move    y:(r5),y1
        add     y1,b            y0,y:(r5)
        and     x1,b            y1,y:(r4)+
        tst     a               b1,r6
        jeq     _end
        do      a1,_end
        move                    y:(r4),y0
        move    y0,n5
        tfr     x0,b            x:(r3),a        y:(r6),y1
        eor     y1,a            (r5)+n5
        add     y0,b            a,x:(r3)+       y:(r5),y1
        add     y1,b            y0,y:(r5)
        and     x1,b            y1,y:(r4)+
        move    b1,r6
_end
        move    x:(r3),a
        move    y:(r6),y1
        eor     y1,a
        move    a1,x:(r3)+
        endm

; S of a key.
; In: X:RC4_KEY the key; N7 its length, 2 to 256.
; Out: Y:RC4_S S; X:RC4_I and X:RC4_J where a stream begins.
; Changes: A B X Y R3-R5 M3
rc4_schedule    macro
        clr     a               #>RC4_S,r4
        move    #>1,x0
        do      #256,_fill_end
        add     x0,a            a1,y:(r4)+
_fill_end
        move    #>RC4_START_I,x0
        move    x0,x:RC4_I
        move    #>RC4_START_J,x0
        move    x0,x:RC4_J
        move    #>RC4_KEY,r3
        move    n7,r5
        move    #>RC4_S,r4
        move    (r5)-
        move    r5,m3                           ; the key goes round
        move    #>RC4_MASK,x1
        move    r4,b                            ; RC4_S + j
        do      #256,_mix_end
        move    x:(r3)+,x0      y:(r4),y0
        add     x0,b
        and     x1,b
        add     y0,b
        and     x1,b
        move    b1,r5
        nop
        move    y:(r5),y1
        move    y0,y:(r5)
        move    y1,y:(r4)+
_mix_end
        move    #>$FFFF,m3
        endm
