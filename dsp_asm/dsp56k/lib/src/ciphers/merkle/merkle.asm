; Khufu and Khafre (R. Merkle, CRYPTO '90): blocks in both directions.
;
; An octet of rounds: right ^= S[left & 255], left rotated right by 16, 16, 8, 8, 16, 16, 24, 24 bits,
; and the halves swapped. U is the half that begins as the left one, V the other.
;
; No half is rotated: a look-up takes the byte that would have come to the lowest place, 0, 2, 3, 1 in
; turn, and what it gives is rotated instead. 16 bits exchange the halves of an entry; for 8 there is a
; second table.
;
; A word of 32 bits is two of 24: byte 3, a gap, byte 2; and byte 1, a gap, byte 0. The gap holds the
; page of the table in which its lower neighbour is looked up next, so that the word is the address.
; One plane of each S box moves the gaps on to the next octet. The bytes 3 and 1 are signed products
; added to the middle of a table. For both ways an entry's index, and so the lower byte of each word,
; is exclusive-ored with $80.
;
; Backwards the same entries change the same words, in reverse order. What is looked up next is then in
; an upper word as often as in a lower one, so that either plane of a table may come first: a modulus
; leads from each to the other. Each word is moved on before it is an address, by the same plane.
;
; Variants of one source (dsp56k/lib/ciphers/variants.py): each symbol is 0 or 1.
;   COMPUTATION  no rotations, addresses by gaps and products; else line by line as in C
;   LATENCY      moves beside operations, two moves at once
;   PLACEMENT    the octets in internal P, halves and constants in internal Y: the bus is the S boxes'
;                own; else all in external memory

MERKLE_BOXES            equ     $2000           ; X: for each octet the upper and the lower halves of its S
                                                ; box, then those of the box rotated left by 8 bits; index xor $80
MERKLE_PLANE            equ     $0100           ; words of each of the four
        if      PLACEMENT
MERKLE_CODE             equ     $0060           ; P: the octets
MERKLE_DATA             equ     $0000
        else
MERKLE_CODE             equ     $0400
MERKLE_DATA             equ     $1000
        endif
MERKLE_V1               equ     MERKLE_DATA+0   ; Y: the halves, upper and lower word, modulo 4
MERKLE_V0               equ     MERKLE_DATA+1
MERKLE_U1               equ     MERKLE_DATA+2
MERKLE_U0               equ     MERKLE_DATA+3
MERKLE_BYTE             equ     MERKLE_DATA+4   ; Y: $FF
MERKLE_SHIFT            equ     MERKLE_DATA+5   ; Y: 2^15
MERKLE_MIDDLES          equ     MERKLE_DATA+$10 ; Y: for each octet the middles of rounds' tables, 4 to 7
MERKLE_KEYS             equ     MERKLE_DATA+$30 ; Y: for U1 U0 V1 V0, before all and at the end; between
                                                ; them, for Khafre, for V0 V1 and U0 U1 of each octet
; What is in the gaps at first, and the $80.
gap     macro   name,plane
        if      COMPUTATION
name    equ     MERKLE_BOXES+plane*MERKLE_PLANE+$80
        else
name    equ     0
        endif
        endm
        gap     MERKLE_FIRST_U1,1
        gap     MERKLE_FIRST_U0,1
        gap     MERKLE_FIRST_V1,3
        gap     MERKLE_FIRST_V0,1
; Backwards, at the end.
        gap     MERKLE_LAST_U1,0
        gap     MERKLE_LAST_U0,1
        gap     MERKLE_LAST_V1,3
        gap     MERKLE_LAST_V0,0

        include '../beside.asm'

        if      COMPUTATION
        include 'rounds.asm'
        else
        include 'plain_rounds.asm'
        endif

; All octets of a cipher.
forwards        macro   keyed
        do      n3,_end
        octet   keyed
_end
        rts
        endm

; All octets of a cipher, backwards.
backwards       macro   keyed
        do      n3,_end
        back    keyed
_end
        rts
        endm

        org     p:MERKLE_CODE

; The octets of Khufu.
; In: Y:MERKLE_V1 the halves; N3 the octets; R0 the first address; R1, R4, R6, N0, N1, N4, X0, M4 of
;   merkle_enter.
; Out: Y:MERKLE_V1 the new halves.
; Changes: A B X1 Y R0 R1 R4 R6
; Bounds: |A|, |B| <= 2 * 2^47
khufu
        forwards 0
khufu_end

; The octets of Khafre.
; In: as of khufu; Y:(R5) the keys between.
; Out: Y:MERKLE_V1 the new halves.
; Changes: A B X1 Y R0 R1 R4-R6
; Bounds: |A|, |B| <= 2 * 2^47
khafre
        forwards 1
khafre_end

; The octets of Khufu backwards.
; In: Y:MERKLE_V1 the halves; N3 the octets; R0 the first address; R1, R4, R6, N0, N1, N4, X0, M0, M4 of
;   merkle_enter_last.
; Out: Y:MERKLE_V1 the new halves.
; Changes: A B X1 Y R0 R1 R4 R6
khufu_back
        backwards 0

; The octets of Khafre backwards.
; In: as of khufu_back; Y:(R5) the keys between.
; Out: Y:MERKLE_V1 the new halves.
; Changes: A B X1 Y R0 R1 R4-R6
khafre_back
        backwards 1

        if      PLACEMENT
        org     p:$0400
        endif

; Registers and constants of the octets.
; Out: X0, R4, N0, N1, N4, M4 as khufu wants them; Y:MERKLE_MIDDLES, Y:MERKLE_BYTE, Y:MERKLE_SHIFT.
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

; What both directions have.
; Out: X0, R4, N0, N1, N4, M4 as khufu wants them; N7 = -8; Y:MERKLE_BYTE, Y:MERKLE_SHIFT.
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

; Registers and constants of the octets backwards.
; In: N3 the octets.
; Out: X0, R4, N0, N1, N4, M0, M4 as khufu_back wants them; N7 = -8; Y:MERKLE_MIDDLES, Y:MERKLE_BYTE,
;   Y:MERKLE_SHIFT.
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

; A word of two bytes, with its key.
; In: X1 the first byte; X:(R7) the second; Y1 = 2^15; Y:(R5) the key.
; Out: Y:\place the word, also in B1; with \more 1 X1 the next byte.
take    macro   place,more
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

; The bytes of a word.
; In: Y:\place; Y:(R5) the key; X0 = 2^7, Y1 = $FF.
; Out: X:(R7)+ the bytes.
give    macro   place
        move    y:place,a
        move    y:(r5)+,y0
        eor     y0,a
        move    a1,x1
        mpy     x1,x0,b
        and     y1,b
        beside  'and y1,a','b1,x:(r7)+'
        move    a1,x:(r7)+
        endm

; Blocks of 8 bytes, in place, each by itself; with \last 1 backwards.
; In: X:(R7) the blocks; X0 their number, not 0; N3 the octets; X:MERKLE_BOXES their S boxes;
;   Y:MERKLE_KEYS.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0 R1 R4-R7 N0-N2 N4 N7 M0 M4
blocks  macro   octets,last
        move    x0,n2
        if      last
        jsr     merkle_enter_last
        else
        jsr     merkle_enter
        endif
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
        take    MERKLE_U1,1
        take    MERKLE_U0,1
        if      !last
        move    b1,r0
        endif
        take    MERKLE_V1,1
        take    MERKLE_V0,0
        if      last
        move    b1,x1
        move    y:(r6)+,a
        mac     x1,x0,a
        move    a1,r0
        endif
        jsr     octets
        move    (r7)+n7
        move    y:MERKLE_BYTE,y1
        give    MERKLE_U1
        give    MERKLE_U0
        give    MERKLE_V1
        give    MERKLE_V0
_blocks_end
        move    #>$FFFF,m4
        if      last
        move    m4,m0
        endif
        rts
        endm

; Khufu.
; In: X:(R7) the blocks; X0 their number, not 0; N3 the octets, 1 to 8; X:MERKLE_BOXES; Y:MERKLE_KEYS.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0 R1 R4-R7 N0-N2 N4 N7 M4
; Clocks: 238 + 168 a block + 96 for each of its octets (placement)
khufu_encrypt
        blocks  khufu,0

; Khafre.
; In: as of khufu_encrypt.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0 R1 R4-R7 N0-N2 N4 N7 M4
; Clocks: 238 + 168 a block + 104 for each of its octets (placement)
khafre_encrypt
        blocks  khafre,0

; Khufu backwards.
; In: as of khufu_encrypt.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0 R1 R4-R7 N0-N2 N4 N7 M0 M4
; Clocks: 104 + 174 a block, 20 + 96 a block for each octet (placement)
khufu_decrypt
        blocks  khufu_back,1

; Khafre backwards.
; In: as of khufu_encrypt.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0 R1 R4-R7 N0-N2 N4 N7 M0 M4
; Clocks: 104 + 174 a block, 20 + 104 a block for each octet (placement)
khafre_decrypt
        blocks  khafre_back,1
