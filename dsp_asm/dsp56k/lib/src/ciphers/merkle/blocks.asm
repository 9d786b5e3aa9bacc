; SPDX-License-Identifier: MIT
; Encrypts and decrypts blocks with Khufu and Khafre (merkle.asm), for the program of the variants and for the firmware.

; Sets the registers and constants of the octets.
; Out: X0, R4, N0, N1, N4, M4 as khufu requires them; Y:MERKLE_MIDDLES, Y:MERKLE_BYTE, Y:MERKLE_SHIFT the constants.
; Changes: A X0 R4 N0 N1 N4 N7 M4
merkle_enter
        move    #>MERKLE_MIDDLES,r4
        move    #>MERKLE_BOXES+3*MERKLE_PLANE+128,a
        move    #>2*MERKLE_PLANE,x0
        do      #8,_end
        rep     #3
        move    a1,y:(r4)+
        sub     x0,a
        move    a1,y:(r4)+
        add     x0,a
        add     x0,a
        add     x0,a
_end

; Sets the registers and constants that both directions have in common.
; Out: X0, R4, N0, N1, N4, M4 as khufu requires them; N7 = -8; Y:MERKLE_BYTE, Y:MERKLE_SHIFT the constants.
; Changes: A X0 R4 N0 N1 N4 N7 M4
merkle_registers
        move    #>$FF,a
        move    a1,y:MERKLE_BYTE
        move    #>$8000,a
        move    a1,y:MERKLE_SHIFT
        move    #>$80,x0
        move    #>MERKLE_V0,r4
        move    #<3,m4
        move    #>-MERKLE_PLANE,n0
        move    #>4*MERKLE_PLANE,n1
        move    #<2,n4
        move    #>-8,n7
        rts

; Sets the registers and constants of the octets for decryption.
; In: N3 the number of octets.
; Out: X0, R4, N0, N1, N4, M0, M4 as khufu_back requires them; N7 = -8; Y:MERKLE_MIDDLES, Y:MERKLE_BYTE,
;   Y:MERKLE_SHIFT the constants.
; Changes: A X R4 N0 N1 N4 N7 M0 M4
merkle_enter_last
        move    #>MERKLE_MIDDLES,r4
        move    #>MERKLE_BOXES-3*MERKLE_PLANE+128,a
        move    #>4*MERKLE_PLANE,x1
        move    #>MERKLE_PLANE,x0
        rep     n3
        add     x1,a
        do      n3,_end
        move    a1,y:(r4)+
        add     x0,a
        move    a1,y:(r4)+
        move    a1,y:(r4)+
        add     x0,a
        move    a1,y:(r4)+
        sub     x1,a
        sub     x0,a
        sub     x0,a
_end
        jsr     merkle_registers
        move    #>MERKLE_U0,r4
        move    #>2*MERKLE_PLANE-1,m0
        rts

; Packs two bytes into a word and xors it with its key.
; In: X1 the first byte; X:(R7) the second; Y1 = 2^15; Y:(R5) the key.
; Out: B1 the word, also stored in Y; X1 the next byte if \more is 1.
take_word       macro   place,more
        beside  'mpy x1,y1,a','x:(r7)+,b'
        move    a0,x1
        beside  'eor x1,b','y:(r5)+,y0'
        if      more
        beside  'eor y0,b','x:(r7)+,x1'
        else
        eor     y0,b
        endif
        move    b1,y:place
        endm

; Xors a word with its key and unpacks it into two bytes.
; In: the word in Y; Y:(R5) the key; X0 = 2^7, Y1 = $FF.
; Out: X:(R7)+ the bytes.
give_word       macro   place
        move    y:place,a
        move    y:(r5)+,y0
        eor     y0,a
        move    a1,x1
        mpy     x1,x0,b
        and     y1,b
        beside  'and y1,a','b1,x:(r7)+'
        move    a1,x:(r7)+
        endm

; Encrypts blocks of 8 bytes in ECB mode, in place, or decrypts them if \last is 1. With HELPER the blocks pass through
; the host port as four words, V1 V0 U1 U0; the PC applies the keys before the first and after the last octet.
; In: X:(R7) the blocks; X0 the number of blocks, not 0; N3 the number of octets; X:MERKLE_BOXES their S-boxes;
;   Y:MERKLE_KEYS the keys.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0 R1 R4-R7 N0-N2 N4 N7 M0 M4 M7
blocks  macro   octets,last
        move    x0,n2
        if      last
        jsr     merkle_enter_last
        else
        jsr     merkle_enter
        endif
        if      HELPER
        port_begin
        move    m4,m7
        move    #>MERKLE_V1,r7
        do      n2,_blocks_end
        move    #>MERKLE_KEYS+4,r5
        move    #>MERKLE_MIDDLES,r6
        dup     4
        from_pc y:(r7)+
        endm
        if      last
        move    y:MERKLE_V0,x1
        move    y:(r6)+,a
        mac     x1,x0,a
        move    a1,r0
        else
        move    y:MERKLE_U0,r0
        endif
        jsr     octets
        dup     4
        to_pc   y:(r7)+
        endm
_blocks_end
        move    #>$FFFF,m7
        else
        do      n2,_blocks_end
        move    #>MERKLE_KEYS,r5
        move    #>MERKLE_MIDDLES,r6
        if      !COMPUTATION
        if      last
        move    #>MERKLE_BOXES-4*MERKLE_PLANE,r1
        rep     n3
        move    (r1)+n1
        else
        move    #>MERKLE_BOXES,r1
        endif
        endif
        move    y:MERKLE_SHIFT,y1
        move    x:(r7)+,x1
        take_word MERKLE_U1,1
        take_word MERKLE_U0,1
        if      !last
        move    b1,r0
        endif
        take_word MERKLE_V1,1
        take_word MERKLE_V0,0
        if      last
        move    b1,x1
        move    y:(r6)+,a
        mac     x1,x0,a
        move    a1,r0
        endif
        jsr     octets
        move    (r7)+n7
        move    y:MERKLE_BYTE,y1
        give_word MERKLE_U1
        give_word MERKLE_U0
        give_word MERKLE_V1
        give_word MERKLE_V0
_blocks_end
        endif
        move    #>$FFFF,m4
        if      last
        move    m4,m0
        endif
        rts
        endm

; Encrypts blocks with Khufu in ECB mode.
; In: X:(R7) the blocks; X0 the number of blocks, not 0; N3 the number of octets, 1 to 8; X:MERKLE_BOXES the S-boxes;
;   Y:MERKLE_KEYS the keys.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0 R1 R4-R7 N0-N2 N4 N7 M4 M7
; Clocks: 238 + 168 a block + 96 for each of its octets (placement)
khufu_encrypt
        blocks  khufu,0

; Encrypts blocks with Khafre in ECB mode.
; In: same as khufu_encrypt.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0 R1 R4-R7 N0-N2 N4 N7 M4 M7
; Clocks: 238 + 168 a block + 104 for each of its octets (placement)
khafre_encrypt
        blocks  khafre,0

; Decrypts blocks with Khufu in ECB mode.
; In: same as khufu_encrypt.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0 R1 R4-R7 N0-N2 N4 N7 M0 M4 M7
; Clocks: 104 + 174 a block, 20 + 96 a block for each octet (placement)
khufu_decrypt
        blocks  khufu_back,1

; Decrypts blocks with Khafre in ECB mode.
; In: same as khufu_encrypt.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0 R1 R4-R7 N0-N2 N4 N7 M0 M4 M7
; Clocks: 104 + 174 a block, 20 + 104 a block for each octet (placement)
khafre_decrypt
        blocks  khafre_back,1
