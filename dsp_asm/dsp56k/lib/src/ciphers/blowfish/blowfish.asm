; Blowfish (B. Schneier, Fast Software Encryption, 1993): key schedule, and blocks in both directions.
;
; A word of 32 bits is two of 16: the upper half is the lower 16 bits of one word, the lower half the
; upper 16 of the next. So 48-bit sums carry from the one to the other. Bits 16-23 of an upper half are
; a tag, BLOWFISH_PAGE: the product that moves the half down by 8 bits leaves tag and first byte in A1,
; an address of S box 0, and the second byte alone in A0. The other bytes are got as signed numbers,
; added to the middle of their S boxes.
;
; A round's half is kept with its subkey in it: v(i+1) = v(i-1) xor F(v(i)) xor P(i+1).
;
; Variants of one source (dsp56k/lib/ciphers/variants.py): each symbol is 0 or 1.
;   COMPUTATION  bytes by products that leave the next on top, and no swap; else line by line as in C,
;                with shifts and masks
;   LATENCY      moves beside operations, two moves at once
;   PLACEMENT    the rounds in internal P, subkeys, block and constants in internal L: the bus is the S
;                boxes' own; else all in external memory

BLOWFISH_PAGE           equ     $08             ; page of S box 0; the next three follow
BLOWFISH_S              equ     $0800           ; X: upper halves of the S boxes; 1 to 3 with index xor $80
BLOWFISH_PLANE          equ     $0400           ; from there to the lower halves
BLOWFISH_KEY            equ     $0700           ; X: the key's bytes
BLOWFISH_LENGTH         equ     $0740           ; X: their number, 4 to 56
        if      PLACEMENT
BLOWFISH_CODE           equ     $0060           ; P: the rounds
BLOWFISH_DATA           equ     $0000
        else
BLOWFISH_CODE           equ     $0400
BLOWFISH_DATA           equ     $1000
        endif
BLOWFISH_ENCRYPT        equ     BLOWFISH_DATA+$00       ; L: subkeys in the order of encryption, modulo 18
BLOWFISH_DECRYPT        equ     BLOWFISH_DATA+$20       ; L: of decryption, modulo 18
BLOWFISH_HALVES         equ     BLOWFISH_DATA+$40       ; L: the block, modulo 2
BLOWFISH_BYTE           equ     BLOWFISH_DATA+$42       ; Y: $FF
BLOWFISH_CONSTANTS      equ     BLOWFISH_DATA+$48       ; Y: what a round loads, modulo 6

        include '../beside.asm'

; A tag to the upper half of a subkey.
; In: X0 the tag.
tag     macro   number
        move    x:BLOWFISH_ENCRYPT+number,a
        or      x0,a
        move    a1,x:BLOWFISH_ENCRYPT+number
        endm

; From v(i) to v(i+1).
; In: A1 and X0 the halves of v(i); Y0 = 2^15, Y1 = 2^7; L:(R6) the place of v(i), the other place
;   v(i-1); L:(R4) the subkey i+1; R5 the constants' first.
; Out: A1 and X0 the halves of v(i+1); the next round's R4-R6; Y as it was.
blowfish_round  macro
        moves   'a,x1','y:(r5)+,b'             ; the middle of S box 2
        beside  'mpy x1,y0,a','x,l:(r6)+'       ; A1 first byte with tag, A0 second on top
        beside  'mac x0,y1,b','a1,r0'           ; B1 third, B0 fourth on top
        move    a0,x1
        move    y:(r5)+,a                       ; the middle of S box 1
        beside  'mac x1,y1,a','b1,r2'
        move    b0,x0
        move    a1,r1
        moves   'x:(r0)+n0,a','y:(r5)+,b'      ; the middle of S box 3
        beside  'mac x0,y1,b','x:(r0),a0'
        moves   'x:(r1)+n1,x1','y:(r5)+,y0'    ; $FFFF
        move    x:(r1),x0
        beside  'add x,a','x:(r2)+n2,x1'
        beside  'eor x1,a','x:(r2),x0'
        move    b1,r3
        move    a0,b
        beside  'eor x0,b','x:(r3)+n3,x1'
        move    b1,a0
        move    x:(r3),x0
        beside  'add x,a','l:(r6),x'
        beside  'and y0,a','a0,b'               ; carries out of the upper half
        beside  'eor x0,b','l:(r4)+,y'
        beside  'eor y0,b','y:(r5)+,y0'         ; 2^15
        beside  'eor x1,a','b1,x0'
        beside  'eor y1,a','y:(r5)+,y1'         ; 2^7
        endm

; The address of an entry.
; In: \space:(R6) the half; \shift bits below the byte, \box its S box, \flip what the index is changed by.
; Out: R3 the address.
entry   macro   space,shift,box,flip
        move    space:(r6),a
        if      shift
        rep     #shift
        lsr     a
        endif
        move    #>$FF,x0
        and     x0,a
        move    #>flip,x0
        eor     x0,a
        move    #>BLOWFISH_S+box,x0
        add     x0,a
        move    a1,r3
        nop
        endm

; The halves of the block in each other's place.
; In: L:BLOWFISH_HALVES; R6 the second's place.
; Out: R6 the first's.
blowfish_swap   macro
        move    l:(r6)+,x
        move    l:(r6),a10
        move    x,l:(r6)+
        move    a10,l:(r6)+
        endm

; A half of the block with a subkey.
subkey  macro
        move    x:(r6),a
        move    x:(r4),x0
        eor     x0,a
        move    a1,x:(r6)
        move    y:(r6),a
        move    y:(r4)+,x0
        eor     x0,a
        move    a1,y:(r6)
        endm

        org     p:BLOWFISH_CODE

; The block in L:BLOWFISH_HALVES, with the subkeys from R4 on.
; In: R4 the subkeys; R6 = BLOWFISH_HALVES; Y, R5, N0-N3, M4-M6 of blowfish_enter.
; Out: L:BLOWFISH_HALVES the new block; R4, R6, Y, R5 as they were.
; Changes: A B X Y R0-R6
; Bounds: |A|, |B| <= 2 * 2^47
blowfish
        if      COMPUTATION
        move    l:(r6),ab
        move    l:(r4)+,x
        eor     x0,b
        beside  'eor x1,a','b1,x0'
        do      #16,_end
        blowfish_round
_end
        move    a1,x1
        move    (r6)+
        move    l:(r6),ab
        move    x,l:(r6)+
        move    l:(r4)+,x
        eor     x0,b
        beside  'eor x1,a','b1,x0'
        move    a1,x1
        move    x,l:(r6)
        else
        do      #16,_end
        subkey                                  ; L ^= P[j]
        entry   x,8,$000,0                      ; S[0][L >> 24] + S[1][L >> 16 & 255]
        move    x:(r3)+n3,b
        move    x:(r3),b0
        entry   x,0,$100,$80
        move    x:(r3)+n3,x1
        move    x:(r3),x0
        add     x,b
        entry   y,16,$200,$80                   ; ^ S[2][L >> 8 & 255]
        move    x:(r3)+n3,x0
        eor     x0,b
        move    b0,a
        move    x:(r3),x0
        eor     x0,a
        move    a1,b0
        entry   y,8,$300,$80                    ; + S[3][L & 255]
        move    x:(r3)+n3,x1
        move    x:(r3),x0
        add     x,b
        move    #>$FFFF,x0
        and     x0,b
        move    (r6)+                           ; R ^= F
        move    x:(r6),x0
        eor     x0,b
        move    b1,x:(r6)
        move    b0,b
        move    y:(r6),x0
        eor     x0,b
        move    b1,y:(r6)
        blowfish_swap                           ; swap L, R
_end
        blowfish_swap
        subkey                                  ; R ^= P[16], L ^= P[17]
        move    (r6)+
        subkey
        endif
        rts
blowfish_end

        if      PLACEMENT
        org     p:$0400
        endif

; Registers and constants of the rounds.
; Out: Y, R5, R6, N0-N3, M4-M6 as blowfish wants them.
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

; In the order in which a round loads them.
blowfish_constants
        dc      BLOWFISH_S+$280,BLOWFISH_S+$180,BLOWFISH_S+$380,$FFFF,$8000,$80

; Linear addresses again.
; Changes: M4-M7
blowfish_leave
        move    #>$FFFF,m4
        move    m4,m5
        move    m4,m6
        move    m4,m7
        rts

; A word of four bytes, the first uppermost.
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

; The bytes of a word.
; In: L:(R6)+ the word; Y0 = 2^15, Y1 = 2^7.
; Out: X:(R7)+ the bytes.
blowfish_unpack macro
        move    l:(r6)+,x
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

; Blocks of 8 bytes, in place, each by itself (ECB).
; In: X:(R7) the blocks; X0 their number, not 0; subkeys and S boxes of blowfish_key.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0-R7 N0-N4 N7 M4-M7
blowfish_encrypt
        move    #>BLOWFISH_ENCRYPT,r4
        jmp     blowfish_blocks

; The same backwards.
; Changes: A B X Y R0-R7 N0-N4 N7 M4-M7
blowfish_decrypt
        move    #>BLOWFISH_DECRYPT,r4

; Blocks with the subkeys from R4 on.
; In: R4 the subkeys; else as of blowfish_encrypt.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0-R7 N0-N4 N7 M4-M7
; Clocks: 138 + 950 a block (placement)
; Bounds: |A|, |B| <= 2 * 2^47
blowfish_blocks
        move    x0,n4
        jsr     blowfish_enter
        move    #>-8,n7
        do      n4,_end
        blowfish_pack
        move    a10,l:(r6)+
        blowfish_pack
        move    a10,l:(r6)+
        move    (r7)+n7
        jsr     blowfish
        blowfish_unpack
        blowfish_unpack
_end
        jmp     blowfish_leave

; The key schedule.
; In: X:BLOWFISH_KEY the bytes, X:BLOWFISH_LENGTH their number; L:BLOWFISH_ENCRYPT and the S boxes the
;   digits of pi.
; Out: L:BLOWFISH_ENCRYPT, L:BLOWFISH_DECRYPT the subkeys, with tags; the S boxes.
; Changes: A B X Y R0-R7 N0-N3 N7 M4-M7
; Clocks: 457444 (placement)
; Bounds: |A|, |B| <= 2 * 2^47
blowfish_key
        jsr     blowfish_enter
        move    x:BLOWFISH_LENGTH,r7
        move    #>BLOWFISH_ENCRYPT,r0
        move    (r7)-
        move    r7,m7
        move    #>BLOWFISH_KEY,r7
        do      #18,_key_end
        blowfish_pack
        move    l:(r0),x
        beside  'eor x1,a','a0,b'
        beside  'eor x0,b','a1,x1'
        move    b1,x0
        move    x,l:(r0)+
_key_end
        move    #>$FFFF,m7
        clr     a               #>BLOWFISH_ENCRYPT,r7
        move    a10,l:(r6)+
        move    a10,l:(r6)+
        do      #9,_subkeys_end
        jsr     blowfish_tag
        move    #>BLOWFISH_ENCRYPT,r4
        jsr     blowfish
        move    l:(r6)+,x
        move    x,l:(r7)+
        move    l:(r6)+,x
        move    x,l:(r7)+
_subkeys_end
        jsr     blowfish_tag
        move    #>$FF,m7
        move    #>BLOWFISH_PLANE,n7
        move    #>BLOWFISH_S,r7
        jsr     blowfish_box
        move    #>BLOWFISH_S+$180,r7
        jsr     blowfish_box
        move    #>BLOWFISH_S+$280,r7
        jsr     blowfish_box
        move    #>BLOWFISH_S+$380,r7
        jsr     blowfish_box
        move    #>BLOWFISH_ENCRYPT+17,r0
        move    #>BLOWFISH_DECRYPT,r1
        do      #18,_reversed_end
        move    l:(r0)-,x
        move    x,l:(r1)+
_reversed_end
        jmp     blowfish_leave

; An S box from 128 blocks one after another.
; In: R7 its first place, N7 = BLOWFISH_PLANE, M7 = 255; else as of blowfish.
; Out: X:(R7) the S box.
; Changes: A B X Y R0-R7
blowfish_box
        do      #128,_end
        move    #>BLOWFISH_ENCRYPT,r4
        jsr     blowfish
        do      #2,_store_end
        move    l:(r6)+,x
        move    x1,x:(r7)+n7
        move    x0,x:(r7)-n7
        move    (r7)+
_store_end
        nop
_end
        rts

; Tags to the two subkeys that put them into a block's halves, and to the two that take them out.
; Changes: A X0
blowfish_tag
        move    #>BLOWFISH_PAGE<<16,x0
        tag     0
        tag     1
        tag     16
        tag     17
        rts
