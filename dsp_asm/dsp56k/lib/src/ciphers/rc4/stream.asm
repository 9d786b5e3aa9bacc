; SPDX-License-Identifier: MIT
; Defines the fastest loop and the key schedule of RC4, for the program of the variants and for the firmware. The
; program that includes this file defines RC4_S and the symbols that depend on it.

; Xors bytes with the keystream.
; In: X:(R3) the bytes; N7 the number of bytes, not 0; R4 the address of S[i], R5 the address of S[j]; X0 = RC4_S,
;   X1 = RC4_MASK, M4 = M5 = 255.
; Out: X:(R3)+ the result; R4 and R5 for the next bytes.
; Changes: A B Y R3-R6 N5
rc4_loop        macro
; A byte needs at least eight moves: S[i], its copy to N5, j, S[j], two stores, t to R6, S[t]; the moves of the message
; are parallel to them. A byte is completed in the instructions between the move to N5 and the next update of j.
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

; Computes the state of a key.
; In: X:RC4_KEY the key; N7 its number of bytes, 2 to 256.
; Out: Y:RC4_S the state; X:RC4_I and X:RC4_J for the start of the keystream.
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
        move    r5,m3                           ; the key repeats
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
