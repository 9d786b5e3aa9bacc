; SPDX-License-Identifier: MIT
; MD2 on one block of each of two messages. Runs in internal P.

; Computes the checksum of a block and the two new thirds of a state.
take    macro   data,state,sum
        move    #>state,r4
        move    #>state+16,r1
        move    #>state+32,r2
        move    #>sum,r7
        move    y:sum+15,x1                     ; L
        do      #16,_end
        move    x:(data)+,a
        eor     x1,a            a1,x0
        move    a1,r0
        move    y:(r4)+,b
        eor     x0,b            x:(r0),y0
        move    y:(r7),a
        eor     y0,a            x0,y:(r1)+
        move    b1,y:(r2)+
        move    a1,x1
        move    a1,y:(r7)+
_end
        endm

; Absorbs blocks of 16 bytes of each message.
; In: N7 number of blocks of each message, not 0; X:(R3) and X:(R6) the first blocks; M0 = M1 = 255, M2 = M4 = M5 = 47.
; Out: R3 and R6 behind the blocks.
; Changes: A B X Y0 R0-R7 N0 N1
; Bounds: |A|, |B| <= 2^32
md2_pair_blocks
        do      n7,_end
        take    r3,PAIR_FIRST,PAIR_FIRST_SUM
        take    r6,PAIR_SECOND,PAIR_SECOND_SUM
        clr     a               #<0,r0
        move    r0,r1
        move    r0,r7                           ; number of the round
        move    a1,n0
        move    a1,n1
        move    #>PAIR_FIRST,r4
        move    #>PAIR_SECOND,r5
        move    #>PAIR_SECOND_X,r2
        do      #9,_rounds_end
; Move the state of the second message from Y to X.
        do      #48,_even_end
        move    x:(r0),x0       y:(r4),a
        eor     x0,a            x:(r1),x1       y:(r5)+,b
        eor     x1,b            a1,r0
        move    b1,r1
        move    b,x:(r2)+       a,y:(r4)+
_even_end
        move    (r0)+n0
        move    (r1)+n1
        move    (r7)+
        move    r7,n0
        move    r7,n1
        move    (r5)-
; Move the state of the second message from X to Y; each byte is stored one step later.
        do      #48,_odd_end
        move    x:(r0),x0       y:(r4),a
        eor     x0,a            x:(r1),x1       b,y:(r5)+
        move    x:(r2)+,b       a,y:(r4)+
        eor     x1,b            a1,r0
        move    b1,r1
_odd_end
        move    b,y:(r5)+
        move    (r0)+n0
        move    (r1)+n1
        move    (r7)+
        move    r7,n0
        move    r7,n1
_rounds_end
        nop
_end
        rts
