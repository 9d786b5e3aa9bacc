; SPDX-License-Identifier: MIT
; Initialises a part of SEAL's keystream (seal.asm), for the program of the variants and for the firmware.

; Stores the constants that the steps read.
; Out: Y:SEAL_14 the first constant.
; Changes: A R3 R4
seal_enter
        if      HELPER
        port_begin
        endif
        move    #>_constants,r3
        move    #>SEAL_14,r4
        do      #7,_end
        movem   p:(r3)+,a
        move    a1,y:(r4)+
_end
        rts
_constants
        dc      1<<14,1<<15,1<<22,$3FE,$7F00,$FFFF,$FF

; Computes the initial words of a part; \next updates the address from n2 to n3, and after n4.
; In: L:SEAL_A the initial a to d; R3 the address of n1; Y:SEAL_14 the constants.
first_words     macro   next
        if      COMPUTATION
        move    l:SEAL_A,x
        move    y:SEAL_14,y0
        mix     r0,n0
        mix     r0,n0
        move    x,l:SEAL_A
        else
        mix     SEAL_P,n0
        mix     SEAL_P,n0
        endif
        move    l:SEAL_D,x
        move    x,l:(r3)+
        move    l:SEAL_B,x
        move    x,l:(r3)next
        move    l:SEAL_A,x
        move    x,l:(r3)+
        move    l:SEAL_C,x
        move    x,l:(r3)next
        if      COMPUTATION
        move    l:SEAL_A,x
        mix     r0,n0
        move    x,l:SEAL_A
        else
        mix     SEAL_P,n0
        endif
        endm

        if      STREAMS

; Computes the initial words of a part for one position.
; In: same as seal_pair_part; R3 the address of n1.
; Out: L:SEAL_A a to d; L:(R3) n1 to n4.
; Changes: A B X Y R0 R3 N0
; Bounds: |A|, |B| <= 2 * 2^47
seal_first_words
        first_words +n3
        rts

; Computes the initial words of a part for two positions, and xors 1024 bytes of data with each keystream.
; In: L:SEAL_SECOND the initial a to d of the first position; L:SEAL_A those of the second; X:(R7) and Y:(R7) 1024 bytes
;   of data; Y:SEAL_14 the constants from seal_enter.
; Out: X:(R7) and Y:(R7) the new data.
; Changes: A B X Y R0-R4 R6 R7 N0-N4 N6 N7 M0 M1 M3
; Bounds: |A|, |B| <= 2 * 2^47
seal_pair_part
        move    #<7,m3
        move    #<3,n3
        move    #>1023,m0
        move    m0,m1
        move    #>SEAL_T,n4
        move    #>SEAL_N+2,r3
        jsr     seal_first_words
        move    #>SEAL_A,r3
        move    #>SEAL_SECOND,r4
        do      #4,_end
        move    l:(r3),x
        move    l:(r4),y
        move    y,l:(r3)+
        move    x,l:(r4)+
_end
        move    #>SEAL_N,r3
        jsr     seal_first_words
        jsr     seal_pair
        move    #>$FFFF,m0
        move    m0,m1
        move    m0,m3
        rts
        else

; Computes the initial words of a part and xors 1024 bytes of data with its keystream. With HELPER it sends the
; keystream to the PC, and the data is unchanged.
; In: L:SEAL_A the initial a to d; X:(R7) 1024 bytes of data; Y:SEAL_14 the constants from seal_enter.
; Out: X:(R7) the new data.
; Changes: A B X Y R0-R3 R6 R7 N0-N2 M0 M1 M3
; Clocks: 25466 (placement)
; Bounds: |A|, |B| <= 2 * 2^47 but for plain
seal_part
        move    #>SEAL_N,r3
        move    #<3,m3
        move    #>1023,m0
        move    m0,m1
        move    #>SEAL_T,n2
        first_words +
        jsr     seal
        move    #>$FFFF,m0
        move    m0,m1
        move    m0,m3
        rts
        endif
