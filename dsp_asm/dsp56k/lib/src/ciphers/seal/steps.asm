; SPDX-License-Identifier: MIT
; Computes the steps of SEAL (seal.asm), for the program of the variants and for the firmware.

        if      STREAMS
        define  SEAL_START 'n4'                 ; the register with the address of T
        else
        define  SEAL_START 'n2'
        endif

        if      COMPUTATION

; Updates an index with a word w, reads the entry of T and rotates w right by 9.
; In: X1 and X0 the halves of w; Y0 = 2^14; \r and \n the registers of p or q.
; Out: A1 and B1 the halves of the rotated w; X1 the upper half of T's entry; R\r the address of its lower half;
;   Y1 = $FFFF.
; Changes: A B X Y1
turn    macro   r,n
        beside  'mpy x0,y0,a','y:SEAL_INDEX,y1'
        beside  'and y1,a','y:SEAL_22,y1'
        beside  'mpy x0,y0,b','a1,n'            ; the bits of the lower half that remain
        beside  'mpy x1,y0,a','y:SEAL_LOW,x1'
        mac     x0,y1,a         (r)+n           ; the bits that enter at the top
        beside  'and x1,b','y:SEAL_HALF,y1'
        beside  'and y1,a','a0,x0'
        beside  'or x0,b','x:(r)+,x1'
        endm

; Rotates w, adds the entry to o, then xors o with w.
; Out: X1 and X0 the halves of o, which is w of the next step.
addxor  macro   r,n,w,o
        turn    r,n
        move    a1,x:w
        move    l:o,a10
        move    x:(r)-,x0
        beside  'add x,a','b1,y:w'
        beside  'and y1,a','l:w,x'
        beside  'eor x1,a','a0,b'
        beside  'eor x0,b','a1,x1'
        move    b1,x0
        endm

; Rotates w, xors o with the entry, then adds w to o.
xoradd  macro   r,n,w,o
        turn    r,n
        move    a1,x:w
        move    b1,y:w
        move    l:o,ab
        beside  'eor x1,a','x:(r)-,x0'
        beside  'eor x0,b','l:w,x'
        move    b1,a0
        add     x,a
        beside  'and y1,a','a0,x0'
        move    a1,x1
        endm

; Rotates w and xors o with the entry.
xor     macro   r,n,w,o
        turn    r,n
        move    a1,x:w
        move    b1,y:w
        move    l:o,ab
        beside  'eor x1,a','x:(r)-,x0'
        beside  'eor x0,b','a1,x1'
        move    b1,x0
        endm

; Rotates w and adds the entry to o, without removing the carry out of the upper half.
; Out: A10 the new o; Y1 = $FFFF.
sum     macro   r,n,w,o
        turn    r,n
        move    a1,x:w
        move    l:o,a10
        move    x:(r)-,x0
        beside  'add x,a','b1,y:w'
        endm

; Rotates w and adds the entry to o.
plus    macro   r,n,w,o
        sum     r,n,w,o
        beside  'and y1,a','a0,x0'
        move    a1,x1
        endm

; Sets p or q to 0, which is the address of T.
fresh   macro   r
        move    SEAL_START,r
        endm

        else

; Updates an index, reads the entry and rotates w as in C: p is a word in memory, and the rotation consists of shifts.
turn    macro   r,n,w
        move    y:w,a
        rep     #9
        lsr     a
        move    x:r,x0
        add     x0,a
        move    #>$3FE,x0
        and     x0,a
        move    a1,x:r
        move    #>SEAL_T,x0
        add     x0,a
        move    a1,r0
        clr     b
        move    l:w,b10
        clr     a
        move    l:w,a10
        rep     #9
        asr     a
        rep     #23
        asl     b
        move    b1,x1
        or      x1,a
        move    #>$FFFF,x1
        and     x1,a
        move    a1,x:w
        move    a0,a
        move    #>$FFFF00,x1
        and     x1,a
        move    a1,y:w
        move    x:(r0)+,x1
        move    x:(r0),x0
        endm

; Xors o with X.
to_xor  macro   o
        move    x:o,a
        eor     x1,a
        move    a1,x:o
        move    y:o,a
        eor     x0,a
        move    a1,y:o
        endm

; Adds X to o.
to_add  macro   o
        move    l:o,a10
        add     x,a
        move    #>$FFFF,x0
        and     x0,a
        move    a10,l:o
        endm

addxor  macro   r,n,w,o
        turn    r,n,w
        to_add  o
        move    l:w,x
        to_xor  o
        endm

xoradd  macro   r,n,w,o
        turn    r,n,w
        to_xor  o
        move    l:w,x
        to_add  o
        endm

xor     macro   r,n,w,o
        turn    r,n,w
        to_xor  o
        endm

plus    macro   r,n,w,o
        turn    r,n,w
        to_add  o
        endm

fresh   macro   r
        move    #0,x0
        move    x0,x:r
        endm
        endif

; Computes four steps, each with an index that starts at 0, for the initial words.
mix     macro   r,n
        fresh   r
        plus    r,n,SEAL_A,SEAL_B
        fresh   r
        plus    r,n,SEAL_B,SEAL_C
        fresh   r
        plus    r,n,SEAL_C,SEAL_D
        fresh   r
        plus    r,n,SEAL_D,SEAL_A
        endm

; Assembles an operation with a parallel move that reads a register which the operation changes; without LATENCY the
; move precedes the operation.
ahead   macro   operation,one
        if      LATENCY
        operation one
        else
        move    one
        operation
        endif
        endm

; Mask the last byte of a word, with or without a parallel move
mask    macro
        and     y1,a
        endm
mask_p  macro
        beside  'and y1,a','SEAL_START,r0'
        endm
mask_q  macro
        beside  'and y1,a','SEAL_START,r1'
        endm
mask_14 macro
        beside  'and y1,a','y:SEAL_14,y0'
        endm

; Xors four bytes of data with the bytes of a word; \mask is one of the macros above.
; In: A1 the second byte; B1 the first; X1 the first byte of data; X0 the lower half; Y0 = 2^15, Y1 = $FF.
; Out: \to three bytes, from \from, the last one from \end; B1 the fourth byte.
; Changes: A B X
bytes   macro   mask,from,to,end
        beside  'eor x1,b','from,x1'
        beside  'eor x1,a','b1,to'
        beside  'mpy x0,y0,b','a1,to'
        ahead   'and y1,b','b1,x0'
        beside  'mpy x0,y0,a','from,x1'
        mask
        beside  'eor x1,a','end,x1'
        beside  'eor x1,b','a1,to'
        endm

; Adds the next word of S to a word and xors four bytes of data with the sum; \one is a parallel move.
; In: A10 the word.
; Out: \to three bytes; B1 the fourth byte.
; Changes: A B X
plus_s  macro   one,mask,from,to
        if      SEAL_PAIRS
        move    x:(r2)+,x1
        move    x:(r2)+,x0
        else
        move    l:(r2)+,x
        endif
        beside  'add x,a','one'
        ahead   'and y1,a','a1,x1'
        beside  'mpy x1,y0,b','from,x1'
        beside  'and y1,b','a0,x0'
        bytes   mask,from,to,from
        endm

; Xors \word with the next word of S and four bytes of data with the result. It also stores the preceding byte from B1.
; \next updates the address in S.
xor_s   macro   word,mask,from,to,end,next
        move    l:word,x
        if      SEAL_PAIRS
        move    x:(r2)+,a
        beside  'eor x1,a','b1,to'
        move    x:(r2)+,b
        else
        move    x:(r2),a
        beside  'eor x1,a','b1,to'
        move    y:(r2)next,b
        endif
        beside  'eor x0,b','a1,x1'
        beside  'and y1,a','b1,x0'
        beside  'mpy x1,y0,b','from,x1'
        bytes   mask,from,to,end
        endm

; Computes two initial words of the next iteration: A10 plus n, and \other xor n.
; In: A10 a word; X the word n; Y1 = $FFFF; \one a parallel move that precedes the change of A10.
; Out: L:\sum and L:\changed the new words.
; Changes: A B
ending  macro   other,sum,changed,one
        ahead   'add x,a','one'
        beside  'and y1,a','y:other,b'
        beside  'eor x0,b','a10,l:sum'
        move    x:other,a
        beside  'eor x1,a','b1,y:changed'
        move    a1,x:changed
        endm

; Sends a word of the keystream to the PC as two halves; the upper half includes the carry. \one is a parallel move.
; In: X the entry of S.
words_plus      macro   word,one
        move    l:word,a10
        beside  'add x,a','one'
        to_pc   a1
        to_pc   a0
        endm
words_xor       macro   word,one
        move    l:word,ab
        eor     x1,a
        beside  'eor x0,b','one'
        to_pc   a1
        to_pc   b1
        endm

; Xors 16 bytes of data with the keystream; only with COMPUTATION.
; In: L:w_a to L:w_d a to d; L:(R3) two of n1 to n4; \from and \to the data, \end and \last for its last bytes;
;   Y0 = 2^14; R0 and R1 the address of T; R2 the next entry of S, with \next after the last one.
; Out: L:w_a to L:w_d the new a to d; \to the new data.
; Changes: A B X Y1 R0-R3 R6 R7 N0 N1
sixteen macro   w_a,w_b,w_c,w_d,from,to,end,last,next
        move    l:w_a,x
        addxor  r0,n0,w_a,w_b
        xoradd  r1,n1,w_b,w_c
        addxor  r0,n0,w_c,w_d
        xoradd  r1,n1,w_d,w_a
        xor     r0,n0,w_a,w_b
        plus    r1,n1,SEAL_LAST_B,w_c
        xor     r0,n0,SEAL_LAST_C,w_d
        sum     r1,n1,SEAL_LAST_D,w_a
        beside  'and y1,a','l:(r3)+,x'
        ending  SEAL_LAST_C,w_a,w_c,'a10,l:SEAL_LAST_A'
        move    l:(r3)+,x
        move    l:SEAL_LAST_B,a10
        if      HELPER
        ending  SEAL_LAST_D,w_b,w_d,'SEAL_START,r0'
        move    l:(r2)+,x
        words_plus SEAL_LAST_B,'l:(r2)+,x'
        words_xor SEAL_LAST_C,'l:(r2)+,x'
        words_plus SEAL_LAST_D,'l:(r2)next,x'
        words_xor SEAL_LAST_A,'SEAL_START,r1'
        else
        ending  SEAL_LAST_D,w_b,w_d,'y:SEAL_15,y0'
        move    l:SEAL_LAST_B,a10
        plus_s  'y:SEAL_BYTE,y1',mask_p,from,to
        xor_s   SEAL_LAST_C,mask_q,from,to,from,+
        move    l:SEAL_LAST_D,a10
        plus_s  'b1,to',mask,from,to
        xor_s   SEAL_LAST_A,mask_14,from,to,end,next
        move    b1,last
        endif
        endm

        if      STREAMS
        include 'pair.asm'
        else

; Xors 1024 bytes of data with the keystream, in 64 iterations of 16 bytes; with HELPER it sends the keystream to the
; PC.
; In: L:SEAL_A a to d; L:SEAL_N n1 to n4; X:(R7) 1024 bytes of data; Y0 = 2^14; M0, M1, M3, N2 and R3 from seal_part;
;   Y:SEAL_14 the constants from seal_enter.
; Out: X:(R7) the new data; R7 the end of the data.
; Changes: A B X Y R0-R3 R6 R7 N0 N1
; Bounds: |A|, |B| <= 2 * 2^47 but for plain
seal
        move    #>SEAL_S,r2
        move    r7,r6
        move    n2,r0
        move    n2,r1
        do      #64,_end
        if      COMPUTATION
        sixteen SEAL_A,SEAL_B,SEAL_C,SEAL_D,x:(r6)+,x:(r7)+,x:(r6)+,x:(r7)+,+
        else
        fresh   SEAL_P
        fresh   SEAL_Q
        addxor  SEAL_P,n0,SEAL_A,SEAL_B
        xoradd  SEAL_Q,n1,SEAL_B,SEAL_C
        addxor  SEAL_P,n0,SEAL_C,SEAL_D
        xoradd  SEAL_Q,n1,SEAL_D,SEAL_A
        xor     SEAL_P,n0,SEAL_A,SEAL_B
        plus    SEAL_Q,n1,SEAL_B,SEAL_C
        xor     SEAL_P,n0,SEAL_C,SEAL_D
        plus    SEAL_Q,n1,SEAL_D,SEAL_A
        move    y:SEAL_15,y0
        move    l:SEAL_LAST_B,a10
        plus_s  'y:SEAL_BYTE,y1',mask_p,x:(r6)+,x:(r7)+
        xor_s   SEAL_LAST_C,mask_q,x:(r6)+,x:(r7)+,x:(r6)+,+
        move    l:SEAL_LAST_D,a10
        plus_s  'b1,x:(r7)+',mask,x:(r6)+,x:(r7)+
        xor_s   SEAL_LAST_A,mask_14,x:(r6)+,x:(r7)+,x:(r6)+,+
        move    y:SEAL_HALF,y1
        move    l:(r3)+,x
        move    l:SEAL_A,a10
        ending  SEAL_C,SEAL_A,SEAL_C,'b1,x:(r7)+'
        move    l:(r3)+,x
        move    l:SEAL_B,a10
        ending  SEAL_D,SEAL_B,SEAL_D,'y:SEAL_15,y0'
        endif
_end
        rts
seal_end
        endif
