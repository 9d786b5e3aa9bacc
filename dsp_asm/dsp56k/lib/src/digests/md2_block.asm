; SPDX-License-Identifier: MIT
; MD2 (RFC 1319) on complete blocks. Runs in internal P.
;
; S is at X:0, so that a byte is its own address. The 48 bytes of the state are in Y, in a circular buffer of 48 words.
; The chain S[t] -> byte xor S[t] -> next t determines the speed by its latency: four instruction cycles for a step, one
; of them for the store.

; Memory: X:$00-$FF the table S, which the program copies from the 256 words X:md2_table of md2_table.asm; Y:$80-$AF the
;   state md2_x and Y:$C0-$CF the checksum md2_c, unless the program defines both, at multiples of 64 and 16
        if      !@def(md2_x)
md2_x                   equ     $80
md2_c                   equ     $C0
        endif
        if      !@exp(MD2_PACE)
MD2_PACE                equ     0               ; number of idle clocks in each block
        endif
        if      !@exp(GENERAL_LOOPS)
GENERAL_LOOPS           equ     0               ; 1: simple loops without parallel moves, for comparison
        endif

; Absorbs blocks of 16 bytes into the state.
; In: X:(R3)+ the blocks; N7 their number, not 0; Y:md2_x 48 bytes of state; Y:md2_c 16 bytes of checksum, both 0
;   initially; M0 = 255, M4 = 47, M5 = 15.
; Out: Y:md2_x the new state, which begins with the digest; Y:md2_c the new checksum; R3 behind the blocks.
; Changes: A B X Y0 R0-R5 N0
; Bounds: |A|, |B| <= 2^32
md2_blocks
        move    #>md2_c,r5
        move    #>1,y0
        do      n7,_end
        if      MD2_PACE
        idle    MD2_PACE
        endif
; Compute the checksum (with RFC erratum 555: C[j] is xored, not replaced) and the two new thirds of the state. R4
; writes the last third and is then back at the first.
        move    #>md2_x,r2
        move    #>md2_x+16,r1
        move    #>md2_x+32,r4
        move    y:md2_c+15,a                    ; L
        do      #16,_take_end
        move    x:(r3)+,x0
        eor     x0,a            y:(r2)+,b
        eor     x0,b            a1,r0
        move    x0,y:(r1)+
        move    x:(r0),x1       y:(r5),a
        eor     x1,a            b1,y:(r4)+
        move    a1,y:(r5)+
_take_end
        clr     b               #<0,r0          ; number of the round; t
        do      #18,_rounds_end
        if      GENERAL_LOOPS
        move    r0,a
        do      #48,_general_end                ; t in A1, no parallel moves
        move    a1,r0
        move    y:(r4),a
        move    x:(r0),x0
        eor     x0,a
        move    a1,y:(r4)+
_general_end
        move    a1,r0
        move    b1,n0
        nop
        else
        do      #47,_steps_end
        move    x:(r0),x0       y:(r4),a
        eor     x0,a
        move    a1,r0
        move    a1,y:(r4)+
_steps_end
        move    x:(r0),x0       y:(r4),a
        eor     x0,a            b1,n0
        move    a1,r0
        move    a1,y:(r4)+
        endif
        add     y0,b            (r0)+n0         ; t := t + round modulo 256
_rounds_end
        nop
_end
        rts
