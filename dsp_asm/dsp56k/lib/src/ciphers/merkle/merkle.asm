; Khufu and Khafre (R. Merkle, CRYPTO '90): encryption of blocks.
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
        if      COMPUTATION
MERKLE_FIRST            equ     MERKLE_BOXES/256+1
MERKLE_GAPS_U           equ     (MERKLE_FIRST<<8)|$80   ; what is in the gaps at first, and the $80: of U1 and U0
MERKLE_GAPS_V0          equ     MERKLE_GAPS_U
MERKLE_GAPS_V1          equ     MERKLE_GAPS_U+$200
        else
MERKLE_GAPS_U           equ     0
MERKLE_GAPS_V0          equ     0
MERKLE_GAPS_V1          equ     0
        endif

        include '../beside.asm'

; A look-up and what it changes: the word \first, then the word \second of a half.
; In: R0 the entry in the second plane of a table; R4 the first word's place.
; Out: A1 and B1 the new words; R4 moved on.
; Changes: A B Y R0
look_up macro   first,advance,second,next
        moves   'x:(r0)+n0,a','y:(r4)advance,first'
        besides 'eor first,a','x:(r0),b','y:(r4)next,second'
        endm

; The rest of a round whose new word in A1 is the next address.
; In: A1 and B1; \second the old word for B1; \place_a and \place_b their places.
; Out: R0 the address.
; Changes: B
window  macro   second,place_a,place_b
        beside  'eor second,b','a1,r0'
        move    a1,y:place_a
        move    b1,y:place_b
        endm

; The rest of a round where the upper byte of A1 is looked up next.
; In: as of window; X0 = 2^7; R6 the middle of the table.
; Out: R0 the address.
; Changes: A B X1 R6
product macro   second,place_a,place_b
        beside  'eor second,b','a1,x1'
        move    y:(r6)+,a
        beside  'mac x1,x0,a','b1,y:place_b'
        move    a1,r0
        move    x1,y:place_a
        endm

; Eight rounds; with \keyed 1 Khafre's keys for V in the first, for U in the last.
octet   macro   keyed
        look_up y0,'-',y1,'+n4'
        if      keyed
        beside  'eor y1,b','y:(r5)+,y0'
        beside  'eor y0,a','y:(r5)+,y1'
        endif
        window  y1,MERKLE_V0,MERKLE_V1
        look_up y1,'+',y0,'+'
        window  y0,MERKLE_U1,MERKLE_U0
        look_up y1,'+',y0,'+'
        window  y0,MERKLE_V1,MERKLE_V0
        look_up y1,'+',y0,'+'
        product y0,MERKLE_U1,MERKLE_U0
        look_up y1,'+',y0,'+n4'
        product y0,MERKLE_V1,MERKLE_V0
        look_up y0,'-',y1,'-'
        product y1,MERKLE_U0,MERKLE_U1
        look_up y0,'-',y1,'-'
        product y1,MERKLE_V0,MERKLE_V1
        look_up y0,'-',y1,'-'
        if      keyed
        beside  'eor y1,b','y:(r5)+,y0'
        beside  'eor y0,a','y:(r5)+,y1'
        endif
        window  y1,MERKLE_U0,MERKLE_U1
        endm

; Khafre's keys for a half.
; In: Y:(R5) the two words, lower and upper.
; Out: \upper and \lower changed; R5 behind them.
; Changes: A Y0 R5
key     macro   lower,upper
        move    y:lower,a
        move    y:(r5)+,y0
        eor     y0,a
        move    a1,y:lower
        move    y:upper,a
        move    y:(r5)+,y0
        eor     y0,a
        move    a1,y:upper
        endm

; Two words in each other's place.
; Changes: A B
swap    macro   one,other
        move    y:one,a
        move    y:other,b
        move    a1,y:other
        move    b1,y:one
        endm

; The byte above \low_of below, the byte below \high_of above.
; Out: A1 the word.
; Changes: A X1
join    macro   high_of,low_of
        move    y:high_of,a
        rep     #16
        lsl     a
        move    a1,x1
        move    y:low_of,a
        rep     #16
        lsr     a
        or      x1,a
        endm

; A round as in C, with U for the left half; \bits of rotation 8, 16 or 24.
; In: R1 the S box.
; Changes: A B X1 Y0 R0
round   macro   bits
        move    y:MERKLE_U0,a                   ; tmp = R ^ S[L & 255]
        move    #>$FF,y0
        and     y0,a
        move    #>$80,y0
        eor     y0,a
        move    r1,y0
        add     y0,a
        move    a1,r0
        nop
        move    x:(r0)-n0,x1
        move    x:(r0),y0
        move    y:MERKLE_V1,a
        eor     x1,a
        move    a1,y:MERKLE_V1
        move    y:MERKLE_V0,a
        eor     y0,a
        move    a1,y:MERKLE_V0
        if      bits!=16                        ; L rotated
        join    MERKLE_U0,MERKLE_U1
        move    a1,b
        join    MERKLE_U1,MERKLE_U0
        move    a1,y:MERKLE_U0
        move    b1,y:MERKLE_U1
        endif
        if      bits!=8
        swap    MERKLE_U1,MERKLE_U0
        endif
        swap    MERKLE_U1,MERKLE_V1             ; R = L, L = tmp
        swap    MERKLE_U0,MERKLE_V0
        endm

; Eight rounds as in C.
plain   macro   keyed
        if      keyed
        key     MERKLE_V0,MERKLE_V1
        endif
        round   16
        round   16
        round   8
        round   8
        round   16
        round   16
        round   24
        round   24
        if      keyed
        key     MERKLE_U0,MERKLE_U1
        endif
        move    (r1)+n1
        endm

        org     p:MERKLE_CODE

; The octets of Khufu.
; In: Y:MERKLE_V1 the halves; N3 the octets; R0 the first address; R1, R4, R6, N0, N1, N4, X0, M4 of
;   merkle_enter.
; Out: Y:MERKLE_V1 the new halves.
; Changes: A B X1 Y R0 R1 R4 R6
khufu
        do      n3,_end
        if      COMPUTATION
        octet   0
        else
        plain   0
        endif
_end
        rts
khufu_end

; The octets of Khafre.
; In: as of khufu; Y:(R5) the keys between.
; Out: Y:MERKLE_V1 the new halves.
; Changes: A B X1 Y R0 R1 R4-R6
khafre
        do      n3,_end
        if      COMPUTATION
        octet   1
        else
        plain   1
        endif
_end
        rts
khafre_end

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

; Blocks of 8 bytes, in place, each by itself.
; In: X:(R7) the blocks; X0 their number, not 0; N3 the octets; X:MERKLE_BOXES their S boxes;
;   Y:MERKLE_KEYS.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0 R1 R4-R7 N0-N2 N4 N7 M4
blocks  macro   octets
        move    x0,n2
        jsr     merkle_enter
        do      n2,_blocks_end
        move    #>MERKLE_KEYS,r5
        move    #>MERKLE_MIDDLES,r6
        if      COMPUTATION
        else
        move    #>MERKLE_BOXES,r1
        endif
        move    y:MERKLE_SHIFT,y1
        move    x:(r7)+,x1
        take    MERKLE_U1,1
        take    MERKLE_U0,1
        move    b1,r0
        take    MERKLE_V1,1
        take    MERKLE_V0,0
        jsr     octets
        move    (r7)+n7
        move    y:MERKLE_BYTE,y1
        give    MERKLE_U1
        give    MERKLE_U0
        give    MERKLE_V1
        give    MERKLE_V0
_blocks_end
        move    #>$FFFF,m4
        rts
        endm

; Khufu.
; In: X:(R7) the blocks; X0 their number, not 0; N3 the octets, 1 to 8; X:MERKLE_BOXES; Y:MERKLE_KEYS.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0 R1 R4-R7 N0-N2 N4 N7 M4
; Clocks: 238 + 168 a block + 96 for each of its octets (placement)
khufu_encrypt
        blocks  khufu

; Khafre.
; In: as of khufu_encrypt.
; Out: X:(R7) the new blocks.
; Changes: A B X Y R0 R1 R4-R7 N0-N2 N4 N7 M4
; Clocks: 238 + 168 a block + 104 for each of its octets (placement)
khafre_encrypt
        blocks  khafre
