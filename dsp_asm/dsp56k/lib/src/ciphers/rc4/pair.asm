; SPDX-License-Identifier: MIT
; Computes RC4 for two messages with two keys, interleaved (rc4.asm, STREAMS). The state S of the first key is in
; internal X, that of the second key in internal Y. Both begin at address 0, where a sum of two bytes is an address
; after a mask.
;
; Two moves in one instruction serve both messages. The second message is one move behind the first, so that no
; instruction accesses external memory twice.

; Xors two messages with the keystreams of two keys, from their start.
; In: X:(R3) the first message; Y:(R7) the second message; N7 the number of bytes of each, not 0; X:RC4_S and Y:RC4_S
;   the states.
; Out: X:(R3)+ and Y:(R7)+ the results.
; Changes: A B X Y R0-R7 N1 N2 N5 N6 M0 M1 M4 M5
; Bounds: |A|, |B| <= 2^34
rc4_pair
        move    #>255,m0
        move    m0,m1
        move    m0,m4
        move    m0,m5
        move    m0,n2                           ; the mask
        move    #>RC4_START_I,r0
        move    r0,r4
        move    #>RC4_START_J,r1
        move    r1,r5
        move    n7,a
        move    #>1,x0
        sub     x0,a            x:(r0),x0       y:(r4),y0
        move    a1,n6
        move    x0,n1
        move    y0,n5
        tfr     x0,a
        tfr     y0,b            x:(r1)+n1,x1    y:(r5)+n5,y1
        move    x:(r1),x1       y:(r5),y1
        add     x1,a            x0,x:(r1)       y0,y:(r5)
        add     y1,b            x1,x:(r0)+      y1,y:(r4)+
        move    n2,x0
        and     x0,a            x:(r3),x1
        and     x0,b            a1,r2
        move    n6,a
        tst     a
        jeq     _last
        do      n6,_last
        move    x:(r0),x0       y:(r7),y1       ; S[i]          message
        move    b1,r6
        move    x:(r2),a        y:(r4),y0       ; S[t]          S[i]
        eor     x1,a            x0,n1
        tfr     x0,a            a,x:(r3)+       y:(r6),b        ; message       S[t]
        eor     y1,b            y0,n5
        tfr     y0,b            x:(r1)+n1,x1    b,y:(r7)+       ; j             message
        move    x:(r1),x1       y:(r5)+n5,y1    ; S[j]          j
        add     x1,a            x0,x:(r1)       y:(r5),y1       ;               S[j]
        add     y1,b            x1,x:(r0)+      y0,y:(r5)
        move    n2,x0
        and     x0,a            x:(r3),x1       y1,y:(r4)+      ; message
        and     x0,b            a1,r2
_last
        move    y:(r7),y1
        move    b1,r6
        move    x:(r2),a
        eor     x1,a            y:(r6),b
        eor     y1,b            a,x:(r3)+
        move    b,y:(r7)+
        move    #>$FFFF,m0
        move    m0,m1
        move    m0,m4
        move    m0,m5
        rts
rc4_pair_end

; Computes the state of the second key; call it after rc4_key for the first key.
; In: Y:RC4_S the state of the first key; otherwise same as rc4_key.
; Out: X:RC4_S the state of the first key; Y:RC4_S the state of the second key.
; Changes: A B X Y R3-R5 M3
; Bounds: |A|, |B| <= 2^34
rc4_second_key
        move    #>RC4_S,r4
        move    #>RC4_S,r3
        do      #256,_end
        move    y:(r4)+,x0
        move    x0,x:(r3)+
_end
        jmp     rc4_key
