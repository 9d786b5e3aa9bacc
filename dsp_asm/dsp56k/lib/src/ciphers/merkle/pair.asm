; SPDX-License-Identifier: MIT
; Computes Khufu and Khafre for two blocks, two-way interleaved (merkle.asm, STREAMS): a round of one block, then the
; same round of the other.
;
; Memory accesses of one block are parallel to operations of the other. Two parallel moves read A and B through the
; limiters, so that the top bit of a word must be 0. A word is therefore a bit 0, byte 3, a page number of 7 bits, and
; byte 2. The lowest bit of the upper byte is the top bit of an address, so that the S-boxes are stored in both halves
; of memory. No byte is signed.
;
; The first block has its upper words in X and its lower words in Y, U before V. The second block has all words in Y.
; The result of a round of the second block is stored during the next round of the first block.

MERKLE_ONE              equ     MERKLE_DATA+0   ; L: U and V of the first block, modulo 2
MERKLE_OTHER            equ     MERKLE_DATA+8   ; Y: V1 V0 U1 U0 of the second block, modulo 4

; Loads the words of the first block that a round changes. With \product 1 it also computes the second block's next
; address, which completes the preceding round.
; In: L:(R3) and L:(R4) the half.
; Out: X1 the upper, Y0 the lower word.
old_half        macro   product
        if      product
        mac     y1,x0,a         x:(r3),x1       y:(r4),y0
        move    a1,r1
        else
        move    x:(r3),x1       y:(r4),y0
        endif
        endm

; Looks up an entry for the first block: for the upper word first if \upper is 1, otherwise for the lower word first. It
; also stores the second block's new words.
; In: R0 the entry's address; \made and B the second block's new words; R5 their addresses.
; Out: A the first new word; B the entry for the other word.
first_look_up   macro   upper,made,away,next
        move    x:(r0)+n0,a     made,y:(r5)away
        if      upper
        eor     x1,a            x:(r0),b        b,y:(r5)next
        else
        eor     y0,a            x:(r0),b        b,y:(r5)next
        endif
        endm

; Applies Khafre's keys to the first block.
; Out: Y1 the key of the upper word, which is not applied yet; R7 unchanged.
first_keys      macro
        eor     x1,b            y:(r7)+,y0
        eor     y0,a            y:(r7)-,y1
        endm

; Completes a round whose first new word is the next address. \other is the last operand of the xor with B.
first_window    macro   upper,other
        eor     other,b         a1,r0
        if      upper
        move    a,x:(r3)+       b,y:(r4)+
        else
        move    b,x:(r3)+       a,y:(r4)+
        endif
        endm

; Completes a round if the upper byte of its first new word is looked up next; \next updates R6.
; In: X0 = 2^8; X:(R2) or Y:(R6) the table's address.
first_product   macro   upper,other,next
        if      upper
        eor     other,b         a,x1            y:(r6)next,a
        mac     x1,x0,a         x1,x:(r3)+      b,y:(r4)+
        else
        eor     other,b         x:(r2),a        a,y1
        mac     y1,x0,a         b,x:(r3)+       y1,y:(r4)+
        endif
        move    a1,r0
        endm

; Looks up an entry for the second block.
second_look_up  macro   away,next
        move    x:(r1)+n1,a     y:(r5)away,y1
        eor     y1,a            x:(r1),b        y:(r5)next,y0
        endm

; Applies Khafre's keys to the second block.
; Out: Y1 the key of the upper word, which is not applied yet.
second_keys     macro
        eor     y0,b            y:(r7)+,y0
        eor     y0,a            y:(r7)+,y1
        endm

second_window   macro   other
        eor     other,b         a1,r1
        endm

; Prepares the second block's next address, which old_half completes.
second_product  macro   other
        eor     other,b         x:(r2)+,a       a,y1
        endm

; Computes the eight rounds of an octet.
pair_octet      macro   keyed
        old_half 0
        first_look_up 0,a,-,-
        if      keyed
        first_keys
        first_window 0,y1
        else
        first_window 0,x1
        endif
        second_look_up -,+
        if      keyed
        second_keys
        second_window y1
        else
        second_window y0
        endif
        old_half 0
        first_look_up 1,a,-,+n5
        first_window 1,y0
        second_look_up +,-
        second_window y0
        old_half 0
        first_look_up 1,a,+,+
        first_window 1,y0
        second_look_up +,-
        second_window y0
        old_half 0
        first_look_up 1,a,+,+
        first_product 1,y0,+
        second_look_up +,-
        second_product y0
        old_half 1
        first_look_up 1,y1,+,+
        first_product 1,y0,+n6
        second_look_up +,-
        second_product y0
        old_half 1
        first_look_up 0,y1,+,+n5
        first_product 0,x1,
        second_look_up -,+
        second_product y0
        old_half 1
        first_look_up 0,y1,-,-
        first_product 0,x1,
        second_look_up -,+
        second_product y0
        old_half 1
        first_look_up 0,y1,-,-
        if      keyed
        first_keys
        first_window 0,y1
        else
        first_window 0,x1
        endif
        second_look_up -,+
        if      keyed
        second_keys
        second_window y1
        else
        second_window y0
        endif
        endm

; Computes the eight rounds of an octet in decryption.
pair_back       macro   keyed
        old_half 1
        first_look_up 0,y1,-,-
        if      keyed
        first_keys
        first_product 0,y1,
        else
        first_product 0,x1,
        endif
        second_look_up -,+
        if      keyed
        second_keys
        second_product y1
        else
        second_product y0
        endif
        old_half 1
        first_look_up 1,y1,-,+n5
        first_product 1,y0,+
        second_look_up +,-
        second_product y0
        old_half 1
        first_look_up 1,y1,+,+
        first_product 1,y0,+n6
        second_look_up +,-
        second_product y0
        old_half 1
        first_look_up 1,y1,+,+
        first_window 1,y0
        second_look_up +,-
        second_window y0
        old_half 0
        first_look_up 1,a,+,+
        first_window 1,y0
        second_look_up +,-
        second_window y0
        old_half 0
        first_look_up 0,a,+,+n5
        first_window 0,x1
        second_look_up -,+
        second_window y0
        old_half 0
        first_look_up 0,a,-,-
        first_window 0,x1
        second_look_up -,+
        second_window y0
        old_half 0
        first_look_up 0,a,-,-
        if      keyed
        first_keys
        first_product 0,y1,
        else
        first_product 0,x1,
        endif
        second_look_up -,+
        if      keyed
        second_keys
        second_product y1
        else
        second_product y0
        endif
        endm

; Computes all octets of two blocks.
pair_forwards   macro   keyed
        move    y:(r5)-,a
        move    y:(r5)+,b
        move    a1,r1
        do      n3,_end
        pair_octet keyed
_end
        move    a,y:(r5)-
        move    b,y:(r5)
        rts
        endm

; Computes all octets of two blocks in decryption.
pair_backwards  macro   keyed
        move    x:(r2),a        y:(r4)+,y1
        mac     y1,x0,a         y:(r5)-,y1
        move    x:(r2)+,x1      y:(r5)+,b
        move    a1,r0
        tfr     x1,a
        do      n3,_end
        pair_back keyed
_end
        move    y1,y:(r5)-
        move    b,y:(r5)+n5
        rts
        endm

; Computes the octets of Khufu's encryption for two blocks.
; In: L:MERKLE_ONE and Y:MERKLE_OTHER the halves; N3 the number of octets; R0 the first entry's address; R2 and R6
;   addresses in L:MERKLE_MIDDLES; R3 and R4 the addresses of V; R5 the address of U0; N0, N1, N5, N6, X0, M3-M5 from
;   merkle_pair_enter.
; Out: L:MERKLE_ONE and Y:MERKLE_OTHER the new halves; R5 the address of U1.
; Changes: A B X1 Y R0-R6
; Bounds: |A|, |B| <= 2 * 2^47
khufu_pair
        pair_forwards 0
khufu_pair_end

; Computes the octets of Khafre's encryption for two blocks.
; In: same as khufu_pair; Y:(R7) the keys of the octets.
; Out: same as khufu_pair; R5 the address of U1.
; Changes: A B X1 Y R0-R7
; Bounds: |A|, |B| <= 2 * 2^47
khafre_pair
        pair_forwards 1
khafre_pair_end

; Computes the octets of Khufu's decryption for two blocks.
; In: same as khufu_pair, except that R5 is the address of V0, R3 the address of U; M0 and M1 = 2 * MERKLE_PLANE - 1.
; Out: same as khufu_pair; R5 the address of U1.
; Changes: A B X1 Y R0-R6
; Bounds: |A|, |B| <= 2 * 2^47
khufu_pair_back
        pair_backwards 0

; Computes the octets of Khafre's decryption for two blocks.
; In: same as khufu_pair_back; Y:(R7) the keys of the octets.
; Out: same as khufu_pair; R5 the address of U1.
; Changes: A B X1 Y R0-R7
; Bounds: |A|, |B| <= 2 * 2^47
khafre_pair_back
        pair_backwards 1

; Packs two bytes into a word and xors it with its key.
; In: A0 the first byte in its position, B the second; Y0 the key.
; Out: B the word; X1 the next byte; Y0 the next key, from Y:(R7)\key.
pair_word       macro   key
        eor     y0,b            a0,x1
        eor     x1,b            x:(r2)+,x1      y:(r7)key,y0
        endm

; Xors a word with its key and unpacks it into two bytes.
; In: A the word; Y0 its key; B the last byte of the preceding word; X0 = 2^8.
; Out: A the first byte; B the word, whose last byte is the second; Y0 the next key, from Y:(R7)\key.
pair_bytes      macro   key
        eor     y0,a            b,x:(r2)+       y:(r7)key,y0
        tfr     a,b             a,x1
        mpy     x1,x0,a
        endm

; Packs two blocks and applies the keys before the first octet.
; In: X:(R2) the bytes; Y:MERKLE_KEYS the keys; M3-M5 and N7 from merkle_pair_enter.
; Out: L:MERKLE_ONE and Y:MERKLE_OTHER the halves; R0 the first block's U0; R3 and R4 the addresses of its V; R5 the
;   address of V0 of the second block; R7 the next key; B = V0 of the second block, which is not stored yet.
; Changes: A B X1 Y R0 R2-R5 R7
merkle_pair_take
        move    #<MERKLE_ONE,r3
        move    r3,r4
        move    #<MERKLE_OTHER+2,r5
        move    #<MERKLE_KEYS,r7
        move    y:MERKLE_SHIFT,y1
        move    x:(r2)+,x1      y:(r7)+,y0
        mpy     x1,y1,a         x:(r2)+,b
        pair_word +
        move    b,x:(r3)+
        mpy     x1,y1,a         x:(r2)+,b
        pair_word +
        move    b1,r0
        mpy     x1,y1,a         x:(r2)+,b       b,y:(r4)+
        pair_word +n7
        move    b,x:(r3)
        mpy     x1,y1,a         x:(r2)+,b
        pair_word +
        mpy     x1,y1,a         x:(r2)+,b       b,y:(r4)
        pair_word +
        dup     2
        mpy     x1,y1,a         x:(r2)+,b       b,y:(r5)+
        pair_word +
        endm
        mpy     x1,y1,a         x:(r2)+,b       b,y:(r5)+
        eor     y0,b            a0,x1
        eor     x1,b            #<MERKLE_MIDDLES,r2
        rts

; Applies the keys after the last octet and unpacks two blocks.
; In: L:MERKLE_ONE and Y:MERKLE_OTHER the halves; R3 and R4 the addresses of the first block's U; R5 the address of U1
;   of the second block; Y:(R7) the keys; X0 = 2^8.
; Out: X:(R2)+ the bytes.
; Changes: A B X1 Y R2-R5 R7
merkle_pair_give
        move    y:MERKLE_BYTE,y1
        move    x:(r3)+,a       y:(r7)+,y0
        eor     y0,a            y:(r7)+,y0
        tfr     a,b             a,x1
        mpy     x1,x0,a
        and     y1,b            a,x:(r2)+       y:(r4)+,a
        pair_bytes +
        and     y1,b            a,x:(r2)+
        move    x:(r3),a
        pair_bytes +n7
        and     y1,b            a,x:(r2)+       y:(r4),a
        pair_bytes +
        dup     3
        and     y1,b            a,x:(r2)+       y:(r5)+,a
        pair_bytes +
        endm
        and     y1,b            a,x:(r2)+       y:(r5),a
        eor     y0,a            b,x:(r2)+
        tfr     a,b             a,x1
        mpy     x1,x0,a
        and     y1,b            a,x:(r2)+
        move    b,x:(r2)+
        rts
