; SPDX-License-Identifier: MIT
; Encrypts and decrypts blocks with Blowfish (blowfish.asm), for the program of the variants and for the firmware.

; Sets the registers and constants of the rounds.
; Out: Y, R5, R6, N0-N3, M4-M6 the inputs of blowfish.
; Changes: A Y R5 R6 N0-N3 M4-M6
blowfish_enter
        move    #>blowfish_constants,r6
        move    #>BLOWFISH_CONSTANTS,r5
        do      #6,_end
        movem   p:(r6)+,a
        move    a1,y:(r5)+
_end
        move    #>BLOWFISH_CONSTANTS,r5
        move    #>$FF,a
        move    a1,y:BLOWFISH_BYTE
        move    #>BLOWFISH_HALVES,r6
        move    #>BLOWFISH_PLANE,n0
        move    n0,n1
        move    n0,n2
        move    n0,n3
        move    #<17,m4
        move    #<5,m5
        move    #<1,m6
        move    #>$8000,y0
        move    #>$80,y1
        rts

; The constants, in the order in which a round loads them
blowfish_constants
        dc      BLOWFISH_S+$280,BLOWFISH_S+$180,BLOWFISH_S+$380,$FFFF,$8000,$80

; Restores linear addressing.
; Changes: M4-M7
blowfish_leave
        move    #>$FFFF,m4
        move    m4,m5
        move    m4,m6
        move    m4,m7
        rts

; Packs four bytes into a word, the first into the most significant byte.
; In: X:(R7)+ the bytes; Y0 = 2^15, Y1 = 2^7.
; Out: A10 the word.
blowfish_pack   macro
        move    x:(r7)+,x0
        beside  'mpy x0,y1,b','x:(r7)+,a'
        move    b0,x1
        beside  'add x1,a','x:(r7)+,x0'
        beside  'mac x0,y0,a','x:(r7)+,x0'
        mac     x0,y1,a
        endm

; Unpacks a word into four bytes.
; In: L:(R6)\next the word; Y0 = 2^15, Y1 = 2^7.
; Out: X:(R7)+ the bytes.
blowfish_unpack macro   next
        move    l:(r6)next,x
        mpy     x1,y0,a
        beside  'mpy x0,y1,b','a1,x:(r7)+'
        move    a0,x1
        beside  'mpy x1,y1,a','b0,x0'
        move    y:BLOWFISH_BYTE,x1
        and     x1,a
        beside  'and x1,b','a1,x:(r7)+'
        beside  'mpy x0,y1,a','b1,x:(r7)+'
        and     x1,a
        move    a1,x:(r7)+
        endm

        if      HELPER
half_from_pc    macro
        from_pc x:(r6)
        from_pc y:(r6)+
        endm
half_to_pc      macro
        to_pc   x:(r6)
        to_pc   y:(r6)+
        endm
        endif

; Encrypts blocks of 8 bytes in ECB mode, in place. With HELPER the blocks pass through the host port, each as two
; words, and a word as two halves.
; In: X:(R7) the blocks; X0 the number of blocks, not 0; the subkeys and S-boxes from blowfish_key.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0-R7 N0-N4 N7 M4-M7
blowfish_encrypt
        move    #>BLOWFISH_ENCRYPT,r4
        jmp     blowfish_blocks

; Decrypts blocks in ECB mode; the inputs are those of blowfish_encrypt.
; Changes: A B X Y R0-R7 N0-N4 N7 M4-M7
blowfish_decrypt
        move    #>BLOWFISH_DECRYPT,r4

; Encrypts or decrypts blocks with the given subkeys.
; In: R4 the subkeys; otherwise same as blowfish_encrypt.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0-R7 N0-N4 N7 M4-M7
; Clocks: 138 + 950 a block (placement)
; Bounds: |A|, |B| <= 2 * 2^47
blowfish_blocks
        move    x0,n4
        jsr     blowfish_enter
        if      HELPER
        port_begin
        do      n4,_end
        half_from_pc
        half_from_pc
        jsr     blowfish
        half_to_pc
        half_to_pc
_end
        else
        move    #>-8,n7
        do      n4,_end
        blowfish_pack
        move    a10,l:(r6)+
        blowfish_pack
        move    a10,l:(r6)+
        move    (r7)+n7
        jsr     blowfish
        blowfish_unpack +
        blowfish_unpack +
_end
        endif
        jmp     blowfish_leave
