; SPDX-License-Identifier: MIT
; MD2 (RFC 1319) of two messages at once. The chain S[t] -> byte xor S[t] -> next t has a latency; while one message
; waits, the other one works. Two steps take five instruction cycles, one step of a single message takes four.
;
; S is at X:0 for both messages. The state of the first message is in Y. That of the second is alternately in Y and in
; external X: a round reads it from one memory and writes it to the other, so that each dual move has two useful
; accesses. No dual move loads the word that it stores.

PAIR_FIRST_SUM          equ     $00             ; Y: checksums, modulo 16
PAIR_SECOND_SUM         equ     $10
PAIR_FIRST              equ     $80             ; Y: states, 48 bytes, modulo 48, each beginning with the digest
PAIR_SECOND             equ     $C0
PAIR_SECOND_X           equ     $0100           ; X: other area of the second message, modulo 48
PAIR_BYTES              equ     $0140           ; X: number of bytes of the first, of the second message
PAIR_INTERNAL           equ     $0060           ; P: the inner loop
PAIR_EXTERNAL           equ     $0200           ; P: the other code

        org     p:PAIR_INTERNAL
        include 'digests/md2_pair_block.asm'

        org     p:PAIR_EXTERNAL

; Copies the 256 words of S to X:0.
; Changes: X0 R0 R1
md2_pair_table
        move    #>md2_table,r0
        move    #<0,r1
        do      #256,_end
        move    x:(r0)+,x0
        move    x0,x:(r1)+
_end
        rts

; Pads a message: appends n bytes of value n, 1 to 16, which fill its last block.
; In: R2 address of the message; A number of bytes.
; Out: A1 number of blocks.
; Changes: A B X0 R2 N2
md2_pair_pad
        move    #>15,x0
        move    a1,n2
        tfr     a,b
        and     x0,b            (r2)+n2
        move    #>16,x0
        sub     x0,b
        neg     b
        add     b,a
        do      b1,_end
        move    b1,x:(r2)+
_end
        rep     #4
        lsr     a
        rts

; Computes the digests of two messages that have the same number of blocks after their padding.
; In: X:(R3) and X:(R6) the messages, with space for 32 bytes behind each; X:PAIR_BYTES and the next word: their numbers
;   of bytes.
; Out: Y:PAIR_FIRST and Y:PAIR_SECOND the digests.
; Changes: A B X Y0 R0-R7 N0-N2 N7 M0-M2 M4 M5
md2_pair
        clr     a               #>PAIR_FIRST,r0
        rep     #PAIR_SECOND+48-PAIR_FIRST
        move    a1,y:(r0)+
        move    #<0,r0
        rep     #32
        move    a1,y:(r0)+
        move    r3,r2
        move    x:PAIR_BYTES,a
        jsr     md2_pair_pad
        move    r6,r2
        move    x:PAIR_BYTES+1,a
        jsr     md2_pair_pad
        move    a1,n7
        move    #>255,m0
        move    m0,m1
        move    #<47,m2
        move    m2,m4
        move    m2,m5
        jsr     <md2_pair_blocks
; The checksums of MD2 are the last blocks.
        move    #<0,r0
        move    r3,r2
        move    #>$FFFF,m2
        move    m2,m0
        do      #16,_first_end
        move    y:(r0)+,x0
        move    x0,x:(r2)+
_first_end
        move    r6,r2
        nop
        do      #16,_second_end
        move    y:(r0)+,x0
        move    x0,x:(r2)+
_second_end
        move    m1,m0
        move    m4,m2
        move    #<1,n7
        jsr     <md2_pair_blocks
        move    #>$FFFF,m0
        move    m0,m1
        move    m0,m2
        move    m0,m4
        move    m0,m5
        rts

        include 'digests/md2_table.asm'
