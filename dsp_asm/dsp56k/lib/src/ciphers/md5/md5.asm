; MD5 (RFC 1321), in variants of one source (dsp56k/lib/ciphers/variants.py): each symbol is 0 or 1.
;   COMPUTATION  four steps of straight code in each turn, rotations by multiplications; else step by
;                step as in C, with tables of indices and shifts
;   LATENCY      moves beside operations
;   PLACEMENT    words and tables in internal X and Y, the rounds in internal P; else all external
;
; A word of 32 bits is the upper 32 of 48: its upper three bytes in a word of X, its lowest byte on
; top of one of Y. So ADD is modulo 2^32, and a logical operation takes two instructions. The message
; lies in external X, a byte a word.

        if      PLACEMENT
MD5_MEMORY              equ     $0000
        org     p:$0060
        else
MD5_MEMORY              equ     $0200
        org     p:$0400
        endif
MD5_WORDS               equ     MD5_MEMORY      ; L: the block, modulo 16
MD5_STATE               equ     MD5_MEMORY+$10  ; L: A, B, C, D, modulo 4
MD5_BEFORE              equ     MD5_MEMORY+$14  ; L: the same before the block
MD5_SHIFTS              equ     MD5_MEMORY+$20  ; L: 2^s and 2^(s-1) of each round, modulo 4
MD5_MASKS               equ     MD5_MEMORY+$30  ; X: 2^s - 1 of each round, modulo 4
MD5_TO_TOP              equ     MD5_MEMORY+$30  ; Y: 2^15
MD5_ONES                equ     MD5_MEMORY+$40  ; L: a word of ones
MD5_SINES               equ     MD5_MEMORY+$41  ; L: 64 constants
MD5_ORDER               equ     MD5_MEMORY+$81  ; X: which word a step takes, Y: its shift s; plain only
MD5_REST                equ     MD5_MEMORY+$C1  ; X: 32 - s; plain only
MD5_BYTES               equ     $01F0           ; X: of the message
MD5_DIGEST              equ     $01F1           ; X: 16 bytes
MD5_DATA                equ     $1000           ; X: the message, with room for 72 bytes after it

; An operation with a move beside it; without LATENCY the move comes after it.
beside  macro   operation,transfer
        if      LATENCY
        operation       transfer
        else
        operation
        move    transfer
        endif
        endm

        if      COMPUTATION
        include 'steps.asm'
        else
        include 'plain_steps.asm'
        endif

; Whole blocks into the state.
; In: X:(R3)+ the blocks, 64 bytes each; N7 their number, not 0; L:MD5_STATE the state.
; Out: L:MD5_STATE the new state.
; Changes: A B X Y R0-R7 N1 N4 N5 M0-M2 M4
md5
        do      n7,_end
        move    #MD5_WORDS,r4
        move    #>$008000,y0
        move    #>$000080,y1
        do      #16,_words_end
        move    x:(r3)+,x0
        beside  'mpy x0,y0,a','x:(r3)+,x1'
        beside  'add x1,a','x:(r3)+,x0'
        beside  'mpy x0,y1,b','x:(r3)+,x0'
        mac     x0,y0,b
        move    b0,x1
        add     x1,a
        move    a10,l:(r4)+
_words_end
        move    #MD5_STATE,r1
        move    #MD5_BEFORE,r7
        dup     4
        move    l:(r1)+,x
        move    x,l:(r7)+
        endm
        md5_rounds
        move    #MD5_STATE,r1
        move    #MD5_BEFORE,r7
        dup     4
        move    l:(r1),a10
        move    l:(r7)+,x
        add     x,a
        move    a10,l:(r1)+
        endm
        nop
_end
        rts
md5_end

        org     p:$0200

; Tables to where the rounds read them.
; Changes: X R0-R2
md5_tables
        move    #>md5_constants,r0
        move    #>MD5_ONES,r1
        do      #65,_sines_end
        movem   p:(r0)+,x1
        movem   p:(r0)+,x0
        move    x,l:(r1)+
_sines_end
        move    #>MD5_SHIFTS,r1
        move    #>MD5_MASKS,r2
        do      #16,_shifts_end
        movem   p:(r0)+,x1
        movem   p:(r0)+,x0
        move    x,l:(r1)+
        movem   p:(r0)+,x0
        move    x0,x:(r2)+
_shifts_end
        move    #>$008000,x0
        move    x0,y:MD5_TO_TOP
        if      !COMPUTATION
        move    #>MD5_ORDER,r1
        move    #>MD5_REST,r2
        do      #64,_order_end
        movem   p:(r0)+,x1
        movem   p:(r0)+,x0
        move    x,l:(r1)+
        movem   p:(r0)+,x0
        move    x0,x:(r2)+
_order_end
        endif
        rts

; The digest of a message.
; In: X:MD5_DATA the message; X:MD5_BYTES how many bytes it has, at most $DF00.
; Out: X:MD5_DIGEST the digest, 16 bytes.
; Changes: A B X Y R0-R7 N1 N2 N4 N5 N7 M0-M2 M4
md5_digest
        move    #>md5_initial,r0
        move    #>MD5_STATE,r1
        do      #4,_state_end
        movem   p:(r0)+,x1
        movem   p:(r0)+,x0
        move    x,l:(r1)+
_state_end
; Padding: a bit 1, zeros up to eight bytes before the end of a block, the length in bits
        move    #>MD5_DATA,r2
        move    x:MD5_BYTES,n2
        move    #>$80,x0
        move    (r2)+n2
        move    x0,x:(r2)+
        move    #>55,a
        move    x:MD5_BYTES,x0
        sub     x0,a            #>63,x1
        and     x1,a            #>0,x1
        jeq     _no_zeros
        rep     a1
        move    x1,x:(r2)+
_no_zeros
        clr     a
        move    x0,a1
        asl     a               #>255,y0
        asl     a
        asl     a
        jsr     md5_three_bytes
        rep     #5
        move    x1,x:(r2)+
; Blocks: (bytes + 72) / 64
        clr     a
        move    x0,a1
        move    #>72,x0
        add     x0,a
        rep     #6
        lsr     a
        move    a1,n7
        move    #>MD5_DATA,r3
        jsr     md5
        move    #>MD5_STATE,r1
        move    #>MD5_DIGEST,r2
        move    #>255,y0
        do      #4,_digest_end
        move    l:(r1)+,x
        move    x0,a
        rep     #16
        lsr     a
        move    a1,x:(r2)+
        move    x1,a
        jsr     md5_three_bytes
        nop
_digest_end
        rts

; The bytes of a word, the lowest first.
; In: A1 the word; Y0 = 255.
; Out: X:(R2)+ three bytes.
; Changes: A B R2
md5_three_bytes
        do      #3,_end
        move    a1,b
        and     y0,b
        move    b1,x:(r2)+
        rep     #8
        lsr     a
        nop
_end
        rts

md5_initial
        dc      $674523,$010000,$EFCDAB,$890000,$98BADC,$FE0000,$103254,$760000

md5_constants
        dc      $FFFFFF,$FF0000
number  set     1
        dup     64                              ; 2^32 abs(sin(number))
        dc      @cvi(@flr(@abs(@sin(number))*16777216.0))
        dc      @cvi(@flr(@abs(@sin(number))*4294967296.0)-@flr(@abs(@sin(number))*16777216.0)*256.0)<<16
number  set     number+1
        endm

shifts  macro   list
        dupa    bits,list
        dc      1<<bits,1<<(bits-1),(1<<bits)-1
        endm
        endm
        shifts  '7,12,17,22'
        shifts  '5,9,14,20'
        shifts  '4,11,16,23'
        shifts  '6,10,15,21'

        if      !COMPUTATION
; Which word a step takes, its shift, and 32 less the shift
order   macro   first,way,one,two,three,four
word    set     first
        dup     4
        dc      word&15,one,32-one
        dc      (word+way)&15,two,32-two
        dc      (word+2*way)&15,three,32-three
        dc      (word+3*way)&15,four,32-four
word    set     word+4*way
        endm
        endm
        order   0,1,7,12,17,22
        order   1,5,5,9,14,20
        order   5,3,4,11,16,23
        order   0,7,6,10,15,21
        endif
        end
