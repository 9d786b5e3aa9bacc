; What a part of SEAL's stream begins with (seal.asm), for the program of the variants and for the firmware.

; Constants to where the steps read them.
; Out: Y:SEAL_14 and the rest.
; Changes: A R3 R4
seal_enter
        move    #>_constants,r3
        move    #>SEAL_14,r4
        do      #7,_end
        movem   p:(r3)+,a
        move    a1,y:(r4)+
_end
        rts
_constants
        dc      1<<14,1<<15,1<<22,$3FE,$7F00,$FFFF,$FF

; A part's words from what it begins with, then its 1024 bytes.
; In: L:SEAL_A the first a to d; X:(R7) 1024 bytes; Y:SEAL_14 and the rest of seal_enter.
; Out: X:(R7) the bytes changed.
; Changes: A B X Y R0-R3 R6 R7 N0-N2 M0 M1 M3
; Clocks: 25466 (placement)
; Bounds: |A|, |B| <= 2 * 2^47 but for plain
seal_part
        move    #>SEAL_N,r3
        move    #<3,m3
        move    #>1023,m0
        move    m0,m1
        move    #>SEAL_T,n2
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
        move    x,l:(r3)+
        move    l:SEAL_A,x
        move    x,l:(r3)+
        move    l:SEAL_C,x
        move    x,l:(r3)+
        if      COMPUTATION
        move    l:SEAL_A,x
        mix     r0,n0
        move    x,l:SEAL_A
        else
        mix     SEAL_P,n0
        endif
        jsr     seal
        move    #>$FFFF,m0
        move    m0,m1
        move    m0,m3
        rts
