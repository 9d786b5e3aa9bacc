; SPDX-License-Identifier: MIT
; Implements AES (FIPS 197) with keys of 128, 192 and 256 bits, in the modes ECB and CBC.
;
; A column of the state is two words in L memory, each with a byte in bits 16-23, a page number in bits 8-15 and a byte
; in bits 0-7. The low 16 bits of a word are the address of the table entry for its lower byte. A product shifts the
; upper byte down to a signed index, which is added to the middle of another table. The round keys contain the page
; numbers, so that AddRoundKey inserts them. A table has three planes: two with the words of MixColumns(SubBytes(byte)),
; and one with SubBytes(byte) for the last round. The entries for bytes 2 and 3 of a column are those for bytes 0 and 1
; with the two words exchanged. Decryption is the equivalent inverse cipher of FIPS 197: it has the same code with other
; tables, and takes the columns in the order 0, 3, 2, 1.

        if      !@def(aes_rounds)
        if      !@exp(AES_CODE)
AES_CODE                equ     $0060           ; P: 226 words, 229 if at P:$1000 or above; fastest in internal memory
        endif
        if      !@exp(AES_REST)
AES_REST                equ     $0400           ; P: the other routines
        endif
        if      !@exp(AES_MEMORY)
AES_MEMORY              equ     $0000           ; L: 144 words, a multiple of 4
        endif
        if      !@exp(AES_PAGE)
AES_PAGE                equ     $04             ; number of the first of 12 pages in X for the tables
        endif
        if      !@exp(AES_KEY)
AES_KEY                 equ     $0300           ; X: 32 words, the bytes of the key
        endif
        if      !@exp(AES_CHAIN)
AES_CHAIN               equ     $0320           ; X: 32 words, the chaining value of CBC and a work area
        endif
AES_NEXT                equ     AES_CHAIN+16    ; X: the next chaining value, in decryption
AES_STATE               equ     AES_MEMORY      ; L: columns before and after a round, two buffers of 4 words
AES_POWERS              equ     AES_MEMORY      ; X: multiples of a byte by 1, 2, 4, 8 while tables are made
AES_ROUNDS              equ     AES_MEMORY+$08  ; X: number of rounds with MixColumns: 9, 11, 13
AES_MIDDLE              equ     AES_MEMORY+$09  ; X: middle of the upper bytes' first plane; Y: of their last plane
AES_BEFORE              equ     AES_MEMORY+$0A  ; X: address of the preceding block, in CBC decryption
AES_ENCRYPT             equ     AES_MEMORY+$10  ; L: round keys of encryption; key expansion uses 64 words
AES_DECRYPT             equ     AES_MEMORY+$54  ; L: round keys of decryption, up to 60 words
AES_FORWARD             equ     AES_PAGE<<8     ; X: tables of encryption: upper bytes, 3 planes; then lower bytes
AES_BACKWARD            equ     AES_FORWARD+$600
AES_LOWER               equ     $300            ; distance from the table of upper bytes to the table of lower bytes
AES_LAST                equ     $200            ; distance from the first plane of a table to the last one

; Selects the round keys and tables of a direction, and the step from a column of the block to the next.
aes_direction   macro   keys,tables,step
        move    #>keys,n6
        move    #>tables+$80,x0
        move    x0,x:AES_MIDDLE
        move    #>tables+$80+AES_LAST,x0
        move    x0,y:AES_MIDDLE
        move    #>step,n5
        endm

; Combines the table entries of the four bytes of a column with the column's round key.
; In: R0-R3 entries in the first plane; N0-N3 = $100; A, B the round key; Y:(R5) the column's address.
; Out: A1 the column's upper word; Y:(R5) its lower word.
aes_products    macro
        move    x:(r0)+n0,x1
        eor     x1,a            x:(r0),x0
        eor     x0,b            x:(r1)+n1,x1
        eor     x1,a            x:(r1),x0
        eor     x0,b            x:(r2)+n2,x1
        eor     x1,b            x:(r2),x0
        eor     x0,a            x:(r3)+n3,x1
        eor     x1,b            x:(r3),x0
        eor     x0,a            b1,y:(r5)
        endm

; Computes the table addresses of the four bytes that ShiftRows moves into a column, and loads the column's round key.
; In: L:(R4) the first byte's column; L:(R6) the round key; Y1 the middle of the table of upper bytes; Y0 = $80; N4 = 2.
; Out: R0-R3 the addresses; A, B the round key; R4, R6 point to the next column.
aes_diagonal    macro
        tfr     y1,a            x:(r4)+,x1
        mac     x1,y0,a         x:(r4)+,r1
        tfr     y1,b            y:(r4)+,x0
        mac     x0,y0,b         a1,r0
        move    y:(r4)+n4,r3
        move    b1,r2
        move    l:(r6)+,ab
        endm

; Sets the registers with which a block is combined with the first round key.
; In: N6, N5, M4 as set for the direction; M5 = 3.
; Out: R5 = AES_STATE; R6 the round keys; R1 also the round keys, modulo 4, with step N1; Y1 = 2^15.
aes_enter_block macro
        move    #>AES_STATE,r5
        move    #>$8000,y1
        move    n6,r6
        move    n6,r1
        move    n5,n1
        move    m4,m1
        endm

; Sets the registers with which L:AES_STATE is converted to bytes.
; In: R5 = AES_STATE; R7 the end of the block; N7 = -16.
; Out: R7 the block; X1 the first word; Y1 = $FF.
aes_leave_block macro
        move    (r7)+n7
        move    #>$FF,y1
        move    x:(r5),x1
        endm

; Packs the four bytes of a column and xors one word of it with the round key.
; In: X:(R7) the bytes; X:(R1) the word of the round key; Y1 = $8000.
; Out: A the first word; X0, X1 the parts of the second word; R7 the end of the bytes.
aes_bytes_xor_key       macro
        move    x:(r7)+,x0
        mpy     x0,y1,a         x:(r7)+,x1
        move    x:(r7)+,x0
        mpy     x0,y1,b         a0,x0
        move    x:(r1),a
        eor     x0,a            b0,x0
        eor     x1,a            x:(r7)+,x1
        endm

; Packs the bytes of a block into columns and xors them with the first round key.
; In: registers from aes_enter_block.
; Out: L:AES_STATE the columns; R5 unchanged; R6 the next round key; R7 the end of the block.
aes_pack        macro
        do      #4,_enter
        aes_bytes_xor_key
        move    y:(r1)+n1,b
        eor     x0,b            a1,x:(r5)
        eor     x1,b            (r6)+
        move    b1,y:(r5)+n5
_enter
        endm

; Unpacks the columns of a block into bytes.
; In: registers from aes_leave_block.
; Out: X:(R7)+ the bytes.
aes_unpack      macro
        do      #4,_leave
        mpy     x1,y0,a
        and     y1,a
        tfr     x1,b            a1,x:(r7)+
        and     y1,b            y:(r5)+n5,x1
        mpy     x1,y0,a         b1,x:(r7)+
        and     y1,a
        tfr     x1,b            a1,x:(r7)+
        and     y1,b            x:(r5),x1
        move    b1,x:(r7)+
_leave
        nop
        endm

        org     p:AES_CODE

; Computes the rounds of a block.
; In: L:AES_STATE the columns xor the first round key; R5 = AES_STATE; R6 the next round key; Y0, N0-N4, M4, M5 from
;   aes_enter; X:AES_MIDDLE, Y:AES_MIDDLE of the direction; X:AES_ROUNDS, an odd number.
; Out: L:AES_STATE the new columns; R5 = AES_STATE.
; Changes: A B X Y1 R0-R6 N1 M1
aes_rounds
        move    m0,m1
        move    n0,n1
        move    r5,r4
        move    #>AES_STATE+4,r5
        move    x:AES_ROUNDS,x0
        move    x:AES_MIDDLE,y1
        do      x0,_rounds
        aes_diagonal
        aes_products
        dup     3
        tfr     y1,a            a1,x:(r5)+
        tfr     y1,b            x:(r4)+,x1
        mac     x1,y0,a         x:(r4)+,r1
        move    y:(r4)+,x0
        mac     x0,y0,b         a1,r0
        move    y:(r4)+n4,r3
        move    b1,r2
        move    l:(r6)+,ab
        aes_products
        endm
        move    a1,x:(r5)+
        move    r4,x1
        move    r5,r4
        move    x1,r5
_rounds
        move    y:AES_MIDDLE,y1
        do      #4,_last
        aes_diagonal
        move    x:(r0),x1
        eor     x1,a            x:(r1),x0
        eor     x0,a            x:(r2),x1
        eor     x1,b            x:(r3),x0
        eor     x0,b            a1,x:(r5)
        move    b1,y:(r5)+
_last
        rts

; Encrypts or decrypts blocks in ECB mode.
; In: B the number of blocks; X:(R7) the blocks; registers from aes_enter.
; Out: X:(R7)+ the new blocks.
; Changes: A B X Y1 R0-R7 N1 M1
aes_blocks
        do      b1,_end
        aes_enter_block
        aes_pack
        jsr     aes_rounds
        aes_leave_block
        aes_unpack
_end
        rts

; Encrypts blocks in CBC mode.
; In: B the number of blocks; X:(R7) the blocks; L:AES_STATE the chaining value; registers from aes_enter.
; Out: X:(R7)+ the new blocks.
; Changes: A B X Y1 R0-R7 N1 M1
aes_chained
        do      b1,_end
        aes_enter_block
        do      #4,_enter
        aes_bytes_xor_key
        move    y:(r1)+,b
        eor     x0,b            x:(r5),x0
        eor     x1,b            y:(r5),x1
        eor     x0,a            (r6)+
        eor     x1,b            a1,x:(r5)
        move    b1,y:(r5)+
_enter
        jsr     aes_rounds
        aes_leave_block
        aes_unpack
_end
        rts

; Decrypts a block and xors the result with the preceding block.
; In: X:(R7) the block; X:AES_BEFORE the address of the preceding block; registers from aes_enter.
; Out: X:(R7) the plaintext; R7 the address of the block before this one.
; Changes: A B X Y1 R0-R7 N1 M1
aes_unchained
        aes_enter_block
        aes_pack
        jsr     aes_rounds
        move    x:AES_BEFORE,r0
        aes_leave_block
        do      #4,_leave
        mpy     x1,y0,a         x:(r0)+,x0
        and     y1,a
        eor     x0,a            x:(r0)+,x0
        tfr     x1,b            a1,x:(r7)+
        and     y1,b
        eor     x0,b            y:(r5)+n5,x1
        mpy     x1,y0,a         b1,x:(r7)+
        and     y1,a            x:(r0)+,x0
        eor     x0,a            x:(r0)+,x0
        tfr     x1,b            a1,x:(r7)+
        and     y1,b            x:(r5),x1
        eor     x0,b
        move    b1,x:(r7)+
_leave
        move    (r7)+n7
        move    (r7)+n7
        rts

        if      AES_CODE<AES_REST&&*>AES_REST
        fail    'AES_REST is inside the code at AES_CODE'
        endif
        org     p:AES_REST

; Encrypts blocks in ECB mode.
; In: X:(R7) the blocks, 16 bytes each; N7 the number of blocks, not 0; the results of aes_tables and aes_key.
; Out: X:(R7)+ the ciphertext, in place.
; Changes: A B X Y R0-R7 N0-N7 M1 M4 M5
; Clocks: 84 + 1616 a block with a key of 128 bits, 1900 with 192, 2184 with 256
aes_ecb_encrypt
        move    n7,b
        aes_direction AES_ENCRYPT,AES_FORWARD,1
        jsr     aes_enter
        jsr     aes_blocks
        jmp     aes_leave

; Decrypts blocks in ECB mode.
; In: same as aes_ecb_encrypt.
; Out: X:(R7)+ the plaintext, in place.
; Changes: A B X Y R0-R7 N0-N7 M1 M4 M5
; Clocks: 78 + 1616 a block with a key of 128 bits
aes_ecb_decrypt
        move    n7,b
        aes_direction AES_DECRYPT,AES_BACKWARD,-1
        jsr     aes_enter
        jsr     aes_blocks

; Restores linear addressing.
; Changes: M4 M5
aes_leave
        move    m0,m4
        move    m0,m5
        rts

; Sets the registers that aes_rounds and its callers require.
; Out: Y0, N0-N4, N7, M4, M5 the constants.
; Changes: Y0 N0-N4 N7 M4 M5
aes_enter
        move    #>$100,n0
        move    n0,n1
        move    n0,n2
        move    n0,n3
        move    #<2,n4
        move    #>-16,n7
        move    #<3,m4
        move    #<3,m5
        move    #>$80,y0
        rts

; Encrypts blocks in CBC mode.
; In: X:AES_CHAIN the chaining value; otherwise same as aes_ecb_encrypt.
; Out: X:(R7)+ the ciphertext, in place; X:AES_CHAIN the next chaining value.
; Changes: A B X Y R0-R7 N0-N7 M1 M4 M5
; Clocks: 364 + 1632 a block with a key of 128 bits
aes_cbc_encrypt
        move    n7,n6
        move    r7,r0
        move    #>AES_CHAIN,r7
        move    #>AES_STATE,r5
        move    #<4,n7
        jsr     aes_words
        move    r0,r7
        move    n6,b
        aes_direction AES_ENCRYPT,AES_FORWARD,1
        jsr     aes_enter
        jsr     aes_chained
        lua     (r7)+n7,r0
        move    #>AES_CHAIN,r1
        jsr     aes_copy
        jmp     aes_leave

; Decrypts blocks in CBC mode, from the last block to the first, so that the preceding block is still ciphertext.
; In: same as aes_cbc_encrypt.
; Out: X:(R7) the plaintext, in place; X:AES_CHAIN the next chaining value.
; Changes: A B X Y R0-R7 N0-N7 M1 M4 M5
; Clocks: 406 + 1670 a block with a key of 128 bits; 8 fewer for one block
aes_cbc_decrypt
        move    n7,a
        move    #>1,x0
        sub     x0,a
        move    a1,b
        rep     #4
        asl     a
        move    a1,n7
        nop
        move    (r7)+n7
        move    r7,r0
        move    #>AES_NEXT,r1
        jsr     aes_copy
        aes_direction AES_DECRYPT,AES_BACKWARD,-1
        jsr     aes_enter
        tst     b
        jeq     _first
        do      b1,_before
        lua     (r7)+n7,r0
        nop
        move    r0,x:AES_BEFORE
        jsr     aes_unchained
        nop
_before
        nop
_first
        move    #>AES_CHAIN,x0
        move    x0,x:AES_BEFORE
        jsr     aes_unchained
        move    #>AES_NEXT,r0
        move    #>AES_CHAIN,r1
        jsr     aes_copy
        jmp     aes_leave

; Copies a block of 16 bytes.
; In: X:(R0) the block.
; Out: X:(R1)+ the copy.
; Changes: X0 R0 R1
aes_copy
        do      #16,_end
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_end
        rts

; Packs bytes into columns with page number 0.
; In: X:(R7)+ the bytes; N7 the number of columns of four bytes.
; Out: L:(R5)+ the columns.
; Changes: A B X Y1 R5 R7
aes_words
        move    #>$8000,y1
        do      n7,_end
        move    x:(r7)+,x0
        mpy     x0,y1,a         x:(r7)+,x1
        move    a0,a
        eor     x1,a            x:(r7)+,x0
        mpy     x0,y1,b         x:(r7)+,x1
        move    b0,b
        eor     x1,b            a1,x:(r5)
        move    b1,y:(r5)+
_end
        rts

; Applies SubBytes to a column.
; In: X the column, with page number 0; Y0 = $80; Y1 the middle of the last plane of upper bytes; N7 the last plane of
;   lower bytes.
; Out: A1, B1 the new column.
aes_substitute  macro
        tfr     y1,a            x1,r7
        mac     x1,y0,a
        tfr     y1,b            a1,r0
        mac     x0,y0,b         x:(r7+n7),x1
        move    x0,r7
        move    b1,r2
        move    x:(r0),a
        eor     x1,a            x:(r7+n7),x0
        move    x:(r2),b
        eor     x0,b
        endm

; Appends a word of the key schedule: A1, B1 xor the word that is N6 words earlier.
aes_next        macro
        move    l:(r6)+,x
        eor     x1,a
        eor     x0,b            a1,x:(r5)
        move    b1,y:(r5)+
        endm

; Expands a key into the round keys of both directions.
; In: X:AES_KEY the key; N7 its number of bytes: 16, 24 or 32; the tables from aes_tables.
; Out: L:AES_ENCRYPT and L:AES_DECRYPT the round keys; X:AES_ROUNDS.
; Changes: A B X Y R0-R7 N0-N3 N5-N7 M4
; Clocks: 7030, 8118 and 9606 for keys of 128, 192 and 256 bits
aes_key
        move    n7,a
        lsr     a               #>5,x0
        lsr     a
        move    a1,n6                           ; number of 32-bit words in the key
        add     x0,a
        move    a1,x:AES_ROUNDS
        move    n6,n7
        move    #>AES_KEY,r7
        move    #>AES_ENCRYPT,r5
        jsr     aes_words
        lua     (r5)-,r4
        move    #>AES_ENCRYPT,r6
        move    #>aes_constants,r1
        move    #>AES_FORWARD+AES_LOWER+AES_LAST,n7
        move    #>$80,y0
        move    n6,a
        move    #>1,x0
        tfr     a,b             #>8,x1
        sub     x0,b            #>3,x0
        cmp     x1,a
        teq     x0,b
        move    b1,n5                           ; number of words between two with SubBytes
        move    #>10,b
        move    #>7,x0
        teq     x0,b
        move    #>6,x0
        cmp     x0,a
        teq     x1,b
        do      b1,_expand
        move    #>AES_FORWARD+$80+AES_LAST,y1
        move    l:(r4)+,x
        aes_substitute
        move    a1,x1
        move    b1,x0
        move    #>$8000,y1
        mpy     x1,y1,a
        mpy     x0,y1,b         a0,y1
        mpy     x0,y0,a         #>$FF,x0
        and     x0,a
        eor     y1,a            b0,y1
        mpy     x1,y0,b
        and     x0,b
        movem   p:(r1)+,x0
        eor     x0,a
        eor     y1,b
        aes_next
        do      n5,_first
        move    l:(r4)+,ab
        aes_next
_first
        move    n6,a
        move    #>8,x0
        cmp     x0,a
        jne     _short
        move    #>AES_FORWARD+$80+AES_LAST,y1
        move    l:(r4)+,x
        aes_substitute
        aes_next
        do      n5,_second
        move    l:(r4)+,ab
        aes_next
_second
        nop
_short
        nop
_expand
; Copy the round keys for decryption from the last to the first, all except those two with InvMixColumns
        move    x:AES_ROUNDS,a
        move    #>1,x0
        add     x0,a            #>AES_ENCRYPT,x0
        asl     a
        asl     a
        add     x0,a            #>-4,n6
        move    a1,r6
        move    #>AES_DECRYPT,r5
        move    #<3,m4
        move    #>$100,n0
        move    n0,n1
        move    n0,n2
        move    n0,n3
        jsr     aes_mirror
        move    x:AES_ROUNDS,x0
        do      x0,_rounds
        move    r6,r4
        move    (r6)+n6
        do      #4,_columns
        move    #>AES_FORWARD+$80+AES_LAST,y1
        move    l:(r4)-,x
        aes_substitute
        move    #>AES_BACKWARD+AES_LOWER,x0
        or      x0,a            #>AES_BACKWARD+$80,y1
        or      x0,b            a1,r1
        move    a1,x1
        move    b1,x0
        tfr     y1,a            b1,r3
        mac     x1,y0,a
        tfr     y1,b            a1,r0
        mac     x0,y0,b
        clr     a               b1,r2
        clr     b
        aes_products
        move    a1,x:(r5)+
_columns
        nop
_rounds
        jsr     aes_mirror
        move    m0,m4
        move    #>AES_ENCRYPT,r5
        move    #>AES_FORWARD+AES_LOWER,y1
        jsr     aes_pages
        move    #>AES_DECRYPT,r5
        move    #>AES_BACKWARD+AES_LOWER,y1

; Inserts the page numbers of the tables into round keys.
; In: L:(R5) the round keys; Y1 the table of lower bytes; X:AES_ROUNDS.
; Changes: A B Y R5
aes_pages
        move    x:AES_ROUNDS,a
        asl     a
        asl     a               #>AES_LAST,y0
        do      a1,_end
        jsr     aes_page
        nop
_end
        tfr     y1,a
        add     y0,a
        move    a1,y1
        do      #4,_last
        jsr     aes_page
        nop
_last
        rts

; Inserts a page number into both words of a column.
; In: L:(R5)+ the column; Y1 the page's address.
; Changes: A B R5
aes_page
        move    l:(r5),ab
        or      y1,a
        or      y1,b            a1,x:(r5)
        move    b1,y:(r5)+
        rts

; Copies a round key with its columns in the order 0, 3, 2, 1.
; In: L:(R6) the round key; N6 = -4; M4 = 3.
; Out: L:(R5)+ the copy; R6 the preceding round key.
; Changes: X R4-R6
aes_mirror
        move    r6,r4
        move    (r6)+n6
        do      #4,_end
        move    l:(r4)-,x
        move    x,l:(r5)+
_end
        rts

aes_constants
        dc      $010000,$020000,$040000,$080000,$100000,$200000,$400000,$800000,$1B0000,$360000

; Makes the tables of both directions, once before any key. It visits each byte p = 3^i with its inverse q = 1/p, and 0.
; Changes: A B X Y R0-R3 R5-R7 N1
; Clocks: 402620
aes_tables
        clr     a
        move    a1,r5                           ; p
        move    a1,r6                           ; q
        jsr     aes_entry
        move    #>1,r5
        move    #>1,r6
        do      #255,_end
        jsr     aes_entry
        move    r5,a
        jsr     aes_double
        move    r5,x0
        eor     x0,a
        move    a1,r5                           ; p times 3
        move    r6,a
        move    a1,x0
        lsl     a
        eor     x0,a
        move    a1,x0
        lsl     a
        lsl     a
        eor     x0,a
        move    a1,x0
        rep     #4
        lsl     a
        eor     x0,a            #>$FF,x0
        and     x0,a            #>$80,x0
        tfr     a,b             #>9,x1
        and     x0,b            #>0,x0
        tst     b
        teq     x0,b
        tne     x1,b
        move    b1,x0
        eor     x0,a
        move    a1,r6                           ; q divided by 3
_end
        rts

; Writes the entries of a byte to all tables.
; In: R5 the byte p; R6 its inverse q.
; Changes: A B X Y R0-R3 R7 N1
aes_entry
        move    r6,a
        move    a1,x1
        rep     #8
        lsl     a
        or      x1,a                            ; two copies of q, so that a shift rotates
        clr     b               #>$6300,x0
        eor     x0,b
        do      #5,_affine
        move    a1,x0
        eor     x0,b
        lsl     a
_affine
        rep     #8
        lsr     b
        move    #>$FF,x0
        and     x0,b
        move    b1,r7                           ; SubBytes(p)
        move    r5,r1
        move    #>AES_FORWARD,r3
        move    #>aes_forward_masks,r2
        tfr     b,a
        jsr     aes_planes
        move    r7,r1
        move    #>AES_BACKWARD,r3
        move    #>aes_backward_masks,r2
        move    r5,a

; Writes an entry of the six planes of a direction.
; In: A the byte; R1 its index; R3 the planes; R2 the masks of the planes.
; Changes: A B X Y R0-R2 N1
aes_planes
        move    #>AES_POWERS,r0
        do      #4,_powers
        move    a1,x0
        move    #>$8000,y0
        mpy     x0,y0,b
        move    b0,b
        or      x0,b
        move    b1,x:(r0)+
        jsr     aes_double
        nop
_powers
        move    r3,y1
        move    r1,x1
        move    x1,a
        move    #>$80,x0
        eor     x0,a                            ; indices of upper bytes are signed
        add     y1,a            #>AES_LOWER,y0
        move    a1,r1
        jsr     aes_three
        tfr     x1,a
        add     y1,a
        add     y0,a
        move    a1,r1

; Writes an entry of three planes.
; In: R1 the address in the first plane; R2 the masks; X:AES_POWERS.
; Out: R2 the masks of the next planes.
; Changes: A B X0 R0-R2 N1
aes_three
        move    #>$100,n1
        do      #3,_planes
        move    #>AES_POWERS,r0
        clr     b
        do      #4,_powers
        movem   p:(r2)+,a
        move    x:(r0)+,x0
        and     x0,a
        move    a1,x0
        eor     x0,b
_powers
        move    b1,x:(r1)+n1
_planes
        rts

; Multiplies a byte by 2 in GF(2^8).
; In: A the byte.
; Out: A the product.
; Changes: A B X0
aes_double
        lsl     a               #>$100,x0
        tfr     a,b
        and     x0,b            #>$11B,x0
        jeq     _end
        eor     x0,a
_end
        rts

; The factors of a byte in each plane: masks of its multiples by 1, 2, 4, 8, for the upper and the lower byte.
aes_forward_masks
        dc      $0000FF,$FF0000,0,0             ; 2, 1
        dc      $FF00FF,$0000FF,0,0             ; 1, 3
        dc      $FF0000,0,0,0                   ; 1, 0
        dc      $FF0000,$FF00FF,0,0             ; 3, 2
        dc      $FF00FF,0,0,0                   ; 1, 1
        dc      $0000FF,0,0,0                   ; 0, 1
aes_backward_masks
        dc      $0000FF,$FF0000,$FF0000,$FF00FF ; 14, 9
        dc      $FF00FF,$0000FF,$FF0000,$FF00FF ; 13, 11
        dc      $FF0000,0,0,0                   ; 1, 0
        dc      $FF0000,$FF00FF,$0000FF,$FF00FF ; 11, 14
        dc      $FF00FF,0,$0000FF,$FF00FF       ; 9, 13
        dc      $0000FF,0,0,0                   ; 0, 1
        endif
