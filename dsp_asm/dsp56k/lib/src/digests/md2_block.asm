; MD2 (RFC 1319) on whole blocks. Runs in internal P.
;
; S is at X:0, so that a byte is its own address; the 48 bytes of the state are in Y in a circular
; buffer of 48. The chain S[t] -> byte xor S[t] -> next t is pure latency: four instruction cycles a
; step, one of them spent on the store.

; N7 blocks (not 0) of 16 bytes at x:(r3)+. M0 = 255, M4 = 47, M5 = 15.
; Changes: A B X Y0 R0-R5 N0
; Bounds: |A|, |B| <= 2^32
md2_blocks
        move    #>md2_c,r5
        do      n7,_end
        idle    MD2_PACE
; Checksum (with RFC erratum 555: C[j] is xored, not replaced) and the two new thirds of the state
        move    #>md2_x,r4
        move    #>md2_x+16,r1
        move    #>md2_x+32,r2
        move    y:md2_c+15,x1                   ; L
        do      #16,_take_end
        move    x:(r3)+,a
        eor     x1,a            a1,x0
        move    a1,r0
        move    y:(r4)+,b
        eor     x0,b            x:(r0),y0
        move    y:(r5),a
        eor     y0,a            x0,y:(r1)+
        move    b1,y:(r2)+
        move    a1,x1
        move    a1,y:(r5)+
_take_end
        clr     a               #<0,r1
        move    a1,r0                           ; t
        move    a1,n0                           ; round
        move    #>md2_x,r4
        do      #18,_rounds_end
        do      #48,_steps_end
        move    x:(r0),x0       y:(r4),a
        eor     x0,a
        move    a1,r0
        move    a1,y:(r4)+
_steps_end
        move    (r0)+n0                         ; t := t + round modulo 256
        move    (r1)+
        move    r1,n0
_rounds_end
        nop
_end
        rts
