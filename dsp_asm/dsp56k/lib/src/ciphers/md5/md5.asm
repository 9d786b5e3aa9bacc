; SPDX-License-Identifier: MIT
; MD5 (RFC 1321), in variants of one source (dsp56k/lib/ciphers/variants.py): each symbol is 0 or 1.
;   COMPUTATION  four steps of straight code in each turn, rotations by multiplications; else step by
;                step as in C, with tables of indices and shifts
;   LATENCY      parallel moves
;   PLACEMENT    words and tables in internal X and Y, the rounds in internal P; else all external
;   STREAMS      two messages at once (pair.asm)
;   HELPER       words made of bytes and padding by a PC, and come through the host port
;
; A word of 32 bits is the upper 32 of 48: its upper three bytes in a word of X, its lowest byte on
; top of one of Y. So ADD is modulo 2^32, and a logical operation takes two instructions. The message
; is in external X, a byte a word. The program that includes this may define where all of it is: MD5_MEMORY is a
; multiple of 16.

        include '../variant.asm'
        if      PLACEMENT
        if      !@exp(MD5_MEMORY)
MD5_MEMORY              equ     $0000           ; L: words and tables
        endif
        if      !@exp(MD5_CODE)
MD5_CODE                equ     $0060           ; P: the rounds
        endif
        else
        if      !@exp(MD5_MEMORY)
MD5_MEMORY              equ     $0200
        endif
        if      !@exp(MD5_CODE)
MD5_CODE                equ     $0400
        endif
        endif
        if      !@exp(MD5_REST_CODE)
MD5_REST_CODE           equ     $0200           ; P: all else
        endif
        org     p:MD5_CODE
        include 'layout.asm'
        if      !@exp(MD5_BYTES)
MD5_BYTES               equ     $01F0           ; X: of the message, Y: of a second one
        endif
        if      !@exp(MD5_DIGEST)
MD5_DIGEST              equ     $01F1           ; X: 16 bytes; Y: those of the second message
        endif
        if      !@exp(MD5_BLOCKS)
MD5_BLOCKS              equ     $01E8           ; X, Y: of two messages
        endif
        if      !@exp(MD5_MORE)
MD5_MORE                equ     $01E9           ; X: how many the second has more
        endif
        if      !@exp(MD5_DATA)
MD5_DATA                equ     $1000           ; X: the message, with space for 72 bytes after it; Y: a second one
        endif

        if      HELPER
        include '../port.asm'
        endif
        if      STREAMS
        include 'pair.asm'
        else
        include 'blocks.asm'
        endif

        org     p:MD5_REST_CODE

; Stores the initial state of a digest to L:\state.
begin   macro   state
        move    #>md5_initial,r0
        move    #>state,r1
        do      #4,_state_end
        movem   p:(r0)+,x1
        movem   p:(r0)+,x0
        move    x,l:(r1)+
_state_end
        endm

; Padding: a bit 1, zeros up to eight bytes before the end of a block, the length in bits.
; In: \space:MD5_DATA the message; \space:MD5_BYTES how many bytes it has.
; Out: X0 their number.
; Changes: A B X Y0 R2 N2
pad     macro   space,three_bytes
        move    #>MD5_DATA,r2
        move    space:MD5_BYTES,n2
        move    #>$80,x0
        move    (r2)+n2
        move    x0,space:(r2)+
        move    #>55,a
        move    space:MD5_BYTES,x0
        sub     x0,a            #>63,x1
        and     x1,a            #>0,x1
        jeq     _no_zeros
        rep     a1
        move    x1,space:(r2)+
_no_zeros
        clr     a
        move    x0,a1
        asl     a               #>255,y0
        asl     a
        asl     a
        jsr     three_bytes
        rep     #5
        move    x1,space:(r2)+
        endm

; In: X0 the bytes.
; Out: A1 the blocks with their padding, (bytes + 72) / 64.
; Changes: A X0
blocks_of       macro
        clr     a
        move    x0,a1
        move    #>72,x0
        add     x0,a
        rep     #6
        lsr     a
        endm

; The 16 bytes of L:\state to \space:MD5_DIGEST.
; Changes: A B X Y0 R1 R2
give    macro   state,space,three_bytes
        move    #>state,r1
        move    #>MD5_DIGEST,r2
        move    #>255,y0
        do      #4,_digest_end
        move    l:(r1)+,x
        move    x0,a
        rep     #16
        lsr     a
        move    a1,space:(r2)+
        move    x1,a
        jsr     three_bytes
        nop
_digest_end
        endm

; The bytes of a word, the lowest first.
; In: A1 the word; Y0 = 255.
; Out: \space:(R2)+ three bytes.
; Changes: A B R2
split   macro   space
        do      #3,_end
        move    a1,b
        and     y0,b
        move    b1,space:(r2)+
        rep     #8
        lsr     a
        nop
_end
        rts
        endm

        if      HELPER

; The digest of a message whose words a PC makes, with its padding.
; In: the PC has two words for each of the block's, the upper three bytes, the lowest one on top; N7 the
;   blocks, not 0.
; Out: the PC gets so of the digest.
; Changes: A B X Y R0-R2 R4-R7 N1 N4 M0-M2 M4
md5_helped
        port_begin
        begin   MD5_STATE
        jsr     md5
        move    #>MD5_STATE,r1
        dup     4
        to_pc   x:(r1)
        to_pc   y:(r1)+
        endm
        rts
        else
        if      STREAMS

; The digests of two messages.
; In: X:MD5_DATA and Y:MD5_DATA the messages; X:MD5_BYTES and Y:MD5_BYTES how many bytes they have, at most
;   $DF00.
; Out: X:MD5_DIGEST and Y:MD5_DIGEST the digests, 16 bytes each.
; Changes: A B X Y R0-R7 N1-N4 N6 N7 M0-M4
md5_digests
        begin   MD5_STATE
        begin   MD5_SECOND
        pad     x,md5_three_bytes
        blocks_of
        move    a1,x:MD5_BLOCKS
        pad     y,md5_three_bytes_y
        blocks_of
        move    a1,y:MD5_BLOCKS
        move    x:MD5_BLOCKS,x0
        cmp     x0,a            a,b
        tgt     x0,a
        move    a1,n7
        sub     x0,b                            ; blocks that one message has more
        move    b1,x:MD5_MORE
        move    #>MD5_DATA,r3
        move    r3,r7
        jsr     md5_pair
        give    MD5_STATE,x,md5_three_bytes
        give    MD5_SECOND,y,md5_three_bytes_y
        move    x:MD5_MORE,a
        abs     a               a,b
        jeq     _end
        move    a1,n7
        tst     b
        jgt     _second
        jsr     md5_pair
        give    MD5_STATE,x,md5_three_bytes
        jmp     _end
_second
        jsr     md5_pair
        give    MD5_SECOND,y,md5_three_bytes_y
_end
        rts

; The bytes of a word, the lowest first.
; In: A1 the word; Y0 = 255.
; Out: Y:(R2)+ three bytes.
; Changes: A B R2
; Bounds: |A|, |B| <= 2 * 2^47
md5_three_bytes_y
        split   y
        else

; The digest of a message.
; In: X:MD5_DATA the message; X:MD5_BYTES how many bytes it has, at most $DF00.
; Out: X:MD5_DIGEST the digest, 16 bytes.
; Changes: A B X Y R0-R7 N1 N2 N4 N5 N7 M0-M2 M4
md5_digest
        begin   MD5_STATE
        pad     x,md5_three_bytes
        blocks_of
        move    a1,n7
        move    #>MD5_DATA,r3
        jsr     md5
        give    MD5_STATE,x,md5_three_bytes
        rts
        endif

; The bytes of a word, the lowest first.
; In: A1 the word; Y0 = 255.
; Out: X:(R2)+ three bytes.
; Changes: A B R2
; Bounds: |A|, |B| <= 2 * 2^47
md5_three_bytes
        split   x
        endif

md5_initial
        dc      $674523,$010000,$EFCDAB,$890000,$98BADC,$FE0000,$103254,$760000

        include 'tables.asm'
