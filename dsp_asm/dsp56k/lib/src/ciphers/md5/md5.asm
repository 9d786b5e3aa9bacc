; SPDX-License-Identifier: MIT
; Implements MD5 (RFC 1321). The symbols of dsp56k/lib/ciphers/variants.py select a variant of this source; each is 0
; or 1.
;   COMPUTATION  1: four steps in each loop iteration, and rotations by multiplication; 0: a translation of C step by
;                step, with tables of indices and shifts
;   LATENCY      1: parallel moves
;   PLACEMENT    1: words and tables are in internal X and Y, the rounds in internal P; 0: everything is in external
;                memory
;   STREAMS      1: two messages, interleaved (pair.asm)
;   HELPER       1: a PC pads the message and packs its bytes into words, which arrive through the host port
;
; A 32-bit word is stored in the upper 32 of 48 bits: its upper three bytes are a word of X, its lowest byte is in bits
; 16-23 of a word of Y. So ADD is modulo 2^32, and a logical operation takes two instructions. The message is in
; external X, one byte in each word. The program that includes this file may define the addresses. MD5_MEMORY must be a
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
MD5_REST_CODE           equ     $0200           ; P: the other routines
        endif
        org     p:MD5_CODE
        include 'layout.asm'
        if      !@exp(MD5_BYTES)
MD5_BYTES               equ     $01F0           ; X: number of bytes of the message, Y: of the second message
        endif
        if      !@exp(MD5_DIGEST)
MD5_DIGEST              equ     $01F1           ; X: the digest, 16 bytes; Y: digest of the second message
        endif
        if      !@exp(MD5_BLOCKS)
MD5_BLOCKS              equ     $01E8           ; X, Y: number of blocks of the two messages
        endif
        if      !@exp(MD5_MORE)
MD5_MORE                equ     $01E9           ; X: number of blocks of the second message less those of the first
        endif
        if      !@exp(MD5_DATA)
MD5_DATA                equ     $1000           ; X: the message, then 72 words for the padding; Y: the second message
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

; Stores the initial state of a digest in L:\state.
begin   macro   state
        move    #>md5_initial,r0
        move    #>state,r1
        do      #4,_state_end
        movem   p:(r0)+,x1
        movem   p:(r0)+,x0
        move    x,l:(r1)+
_state_end
        endm

; Appends the padding: a bit 1, zeros until 8 bytes remain in the block, and the length in bits.
; In: \space:MD5_DATA the message; \space:MD5_BYTES its number of bytes.
; Out: X0 the number of bytes.
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

; Computes the number of blocks of a padded message, (bytes + 72) / 64.
; In: X0 the number of bytes.
; Out: A1 the number of blocks.
; Changes: A X0
blocks_of       macro
        clr     a
        move    x0,a1
        move    #>72,x0
        add     x0,a
        rep     #6
        lsr     a
        endm

; Copies the 16 bytes of L:\state to \space:MD5_DIGEST.
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

; Unpacks a word into bytes, the lowest first.
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

; Computes the digest of a message whose words and padding a PC prepares.
; In: the PC sends two words for each word of the block: the upper three bytes, then the lowest byte in bits 16-23; N7
;   the number of blocks, not 0.
; Out: the PC receives the words of the digest in the same form.
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

; Computes the digests of two messages.
; In: X:MD5_DATA and Y:MD5_DATA the messages; X:MD5_BYTES and Y:MD5_BYTES their numbers of bytes, at most $DF00.
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
        sub     x0,b                            ; difference of the numbers of blocks
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

; Unpacks a word into bytes, the lowest first.
; In: A1 the word; Y0 = 255.
; Out: Y:(R2)+ three bytes.
; Changes: A B R2
; Bounds: |A|, |B| <= 2 * 2^47
md5_three_bytes_y
        split   y
        else

; Computes the digest of a message.
; In: X:MD5_DATA the message; X:MD5_BYTES its number of bytes, at most $DF00.
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

; Unpacks a word into bytes, the lowest first.
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
