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
        include 'layout.asm'
MD5_BYTES               equ     $01F0           ; X: of the message
MD5_DIGEST              equ     $01F1           ; X: 16 bytes
MD5_DATA                equ     $1000           ; X: the message, with room for 72 bytes after it

        include 'blocks.asm'

        org     p:$0200

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
; Bounds: |A|, |B| <= 2 * 2^47
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

        include 'tables.asm'
        end
