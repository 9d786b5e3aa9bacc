; SPDX-License-Identifier: MIT
; Encrypts and decrypts pairs of blocks with Khufu and Khafre (merkle.asm, STREAMS).

; Sets the registers and constants that both directions have in common.
; Out: X0, N0, N1, N5-N7, M3-M5 as khufu_pair requires them; Y:MERKLE_BYTE, Y:MERKLE_SHIFT the constants.
; Changes: A X0 N0 N1 N5-N7 M3-M5
merkle_pair_registers
        move    #>$FF,a
        move    a1,y:MERKLE_BYTE
        move    #>$4000,a
        move    a1,y:MERKLE_SHIFT
        move    #>$100,x0
        move    #>-MERKLE_PLANE,n0
        move    n0,n1
        move    #<2,n5
        move    #<3,n6
        move    #>-3,n7
        move    #<1,m3
        move    m3,m4
        move    #<3,m5
        rts

; Stores a table's address in both memories.
pair_start      macro
        move    a1,x:(r6)
        move    a1,y:(r6)+
        endm

; Sets the registers, the constants and the table addresses of the octets.
; In: N3 the number of octets.
; Out: X0, N0, N1, N5-N7, M3-M5 as khufu_pair requires them; L:MERKLE_MIDDLES the table addresses.
; Changes: A X0 R6 N0 N1 N5-N7 M3-M5
merkle_pair_enter
        move    #>MERKLE_MIDDLES,r6
        move    #>MERKLE_BOXES+3*MERKLE_PLANE,a
        move    #>2*MERKLE_PLANE,x0
        do      n3,_end
        dup     3
        pair_start
        endm
        sub     x0,a
        pair_start
        add     x0,a
        add     x0,a
        add     x0,a
_end
        jmp     merkle_pair_registers

; Sets the registers, the constants and the table addresses of the octets for decryption.
; In: N3 the number of octets.
; Out: X0, N0, N1, N5-N7, M0, M1, M3-M5 as khufu_pair_back requires them; L:MERKLE_MIDDLES the table addresses.
; Changes: A X R6 N0 N1 N5-N7 M0 M1 M3-M5
merkle_pair_enter_last
        move    #>MERKLE_MIDDLES,r6
        move    #>MERKLE_BOXES-3*MERKLE_PLANE,a
        move    #>4*MERKLE_PLANE,x1
        move    #>MERKLE_PLANE,x0
        rep     n3
        add     x1,a
        do      n3,_end
        pair_start
        add     x0,a
        pair_start
        pair_start
        add     x0,a
        pair_start
        sub     x1,a
        sub     x0,a
        sub     x0,a
_end
        jsr     merkle_pair_registers
        move    #>2*MERKLE_PLANE-1,m0
        move    m0,m1
        rts

; Encrypts pairs of blocks in ECB mode, in place, or decrypts them if \last is 1.
pair_blocks     macro   octets,last
        move    x0,n4
        if      last
        jsr     merkle_pair_enter_last
        else
        jsr     merkle_pair_enter
        endif
        do      n4,_end
        move    r2,n2
        jsr     merkle_pair_take
        if      last
        move    b,y:(r5)
        move    (r3)+
        move    #<MERKLE_MIDDLES+2,r6
        else
        move    b,y:(r5)+n5
        move    #<MERKLE_MIDDLES,r6
        endif
        jsr     octets
        move    n2,r2
        if      !last
        move    (r3)+
        move    (r4)+
        endif
        jsr     merkle_pair_give
        nop
_end
        move    #>$FFFF,m3
        move    m3,m4
        move    m3,m5
        if      last
        move    m3,m0
        move    m3,m1
        endif
        rts
        endm

; Encrypts pairs of blocks with Khufu in ECB mode.
; In: X:(R2) the blocks; X0 the number of pairs, not 0; N3 the number of octets, 1 to 8; X:MERKLE_BOXES the S-boxes, in
;   both halves of memory; Y:MERKLE_KEYS the keys.
; Out: X:(R2) the new blocks.
; Changes: A B X Y R0-R7 N0-N2 N4-N7 M3-M5
khufu_encrypt_pairs
        pair_blocks khufu_pair,0

; Encrypts pairs of blocks with Khafre in ECB mode.
; In: same as khufu_encrypt_pairs.
; Out: X:(R2) the new blocks.
; Changes: A B X Y R0-R7 N0-N2 N4-N7 M3-M5
khafre_encrypt_pairs
        pair_blocks khafre_pair,0

; Decrypts pairs of blocks with Khufu in ECB mode.
; In: same as khufu_encrypt_pairs.
; Out: X:(R2) the new blocks.
; Changes: A B X Y R0-R7 N0-N2 N4-N7 M0 M1 M3-M5
khufu_decrypt_pairs
        pair_blocks khufu_pair_back,1

; Decrypts pairs of blocks with Khafre in ECB mode.
; In: same as khufu_encrypt_pairs.
; Out: X:(R2) the new blocks.
; Changes: A B X Y R0-R7 N0-N2 N4-N7 M0 M1 M3-M5
khafre_decrypt_pairs
        pair_blocks khafre_pair_back,1
