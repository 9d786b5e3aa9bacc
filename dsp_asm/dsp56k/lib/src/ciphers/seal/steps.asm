; SEAL's steps (seal.asm), for the program of the variants and for the firmware.

        if      COMPUTATION

; Index and rotation of a word w.
; In: X1 and X0 the halves of w; Y0 = 2^14; \r and \n the registers of p or q.
; Out: A1 and B1 the halves of w rotated; X1 the upper half of T's entry, R\r the place of the lower;
;   Y1 = $FFFF.
; Changes: A B X Y1
turn    macro   r,n
        beside  'mpy x0,y0,a','y:SEAL_INDEX,y1'
        beside  'and y1,a','y:SEAL_22,y1'
        beside  'mpy x0,y0,b','a1,n'            ; what stays of the lower half
        beside  'mpy x1,y0,a','y:SEAL_LOW,x1'
        mac     x0,y1,a         (r)+n           ; what comes round
        beside  'and x1,b','y:SEAL_HALF,y1'
        beside  'and y1,a','a0,x0'
        beside  'or x0,b','x:(r)+,x1'
        endm

; w turned, o plus the entry, exclusive-or w.
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

; w turned, o exclusive-or the entry, plus w.
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

; w turned, o exclusive-or the entry.
xor     macro   r,n,w,o
        turn    r,n
        move    a1,x:w
        move    b1,y:w
        move    l:o,ab
        beside  'eor x1,a','x:(r)-,x0'
        beside  'eor x0,b','a1,x1'
        move    b1,x0
        endm

; w turned, o plus the entry; what is carried out of the upper half is still there.
; Out: A10 o; Y1 = $FFFF.
sum     macro   r,n,w,o
        turn    r,n
        move    a1,x:w
        move    l:o,a10
        move    x:(r)-,x0
        beside  'add x,a','b1,y:w'
        endm

; w turned, o plus the entry.
plus    macro   r,n,w,o
        sum     r,n,w,o
        beside  'and y1,a','a0,x0'
        move    a1,x1
        endm

; p or q from nothing.
fresh   macro   r
        move    n2,r
        endm

        else

; The same as in C: p is a word of memory, the rotation goes by shifts.
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

; o exclusive-or X.
to_xor  macro   o
        move    x:o,a
        eor     x1,a
        move    a1,x:o
        move    y:o,a
        eor     x0,a
        move    a1,y:o
        endm

; o plus X.
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

; Four steps with fresh indices, as they begin a position.
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

; A move beside the operation that changes what it reads: without LATENCY it comes before.
ahead   macro   operation,one
        if      LATENCY
        operation one
        else
        move    one
        operation
        endif
        endm

; The last mask of a word's bytes, alone, or with a move beside it.
mask    macro
        and     y1,a
        endm
mask_p  macro
        beside  'and y1,a','n2,r0'
        endm
mask_q  macro
        beside  'and y1,a','n2,r1'
        endm
mask_14 macro
        beside  'and y1,a','y:SEAL_14,y0'
        endm

; The bytes of a word to those of data; \mask is one of these.
; In: A1 the second byte; B1 the first, X1 that of the data; X0 the lower half; Y0 = 2^15, Y1 = $FF.
; Out: X:(R7)+ three bytes of X:(R6)+ changed; B1 the fourth.
; Changes: A B X
bytes   macro   mask
        beside  'eor x1,b','x:(r6)+,x1'
        beside  'eor x1,a','b1,x:(r7)+'
        beside  'mpy x0,y0,b','a1,x:(r7)+'
        ahead   'and y1,b','b1,x0'
        beside  'mpy x0,y0,a','x:(r6)+,x1'
        mask
        beside  'eor x1,a','x:(r6)+,x1'
        beside  'eor x1,b','a1,x:(r7)+'
        endm

; A word plus the next of S, to four bytes of data; \one moves beside.
; In: A10 the word.
; Out: X:(R7)+ three bytes; B1 the fourth.
; Changes: A B X
plus_s  macro   one,mask
        if      SEAL_PAIRS
        move    x:(r2)+,x1
        move    x:(r2)+,x0
        else
        move    l:(r2)+,x
        endif
        beside  'add x,a','one'
        ahead   'and y1,a','a1,x1'
        beside  'mpy x1,y0,b','x:(r6)+,x1'
        beside  'and y1,b','a0,x0'
        bytes   mask
        endm

; \word exclusive-or the next of S; the byte before, in B1, is stored.
xor_s   macro   word,mask
        move    l:word,x
        if      SEAL_PAIRS
        move    x:(r2)+,a
        beside  'eor x1,a','b1,x:(r7)+'
        move    x:(r2)+,b
        else
        move    x:(r2),a
        beside  'eor x1,a','b1,x:(r7)+'
        move    y:(r2)+,b
        endif
        beside  'eor x0,b','a1,x1'
        beside  'and y1,a','b1,x0'
        beside  'mpy x1,y0,b','x:(r6)+,x1'
        bytes   mask
        endm

; Two words that the next round begins with: A10 plus n, \other exclusive-or n.
; In: A10; X the word n; Y1 = $FFFF; \one moves beside before A10 changes.
; Out: L:\sum and L:\changed.
; Changes: A B
ending  macro   other,sum,changed,one
        ahead   'add x,a','one'
        beside  'and y1,a','y:other,b'
        beside  'eor x0,b','a10,l:sum'
        move    x:other,a
        beside  'eor x1,a','b1,y:changed'
        move    a1,x:changed
        endm

; 64 times 16 bytes of the stream, exclusive-ored to data.
; In: L:SEAL_A a to d, L:SEAL_N n1 to n4; X:(R7) 1024 bytes; Y0 = 2^14; M0, M1, M3, N2, R3 and Y of
;   seal_enter.
; Out: X:(R7) the bytes changed; R7 behind them.
; Changes: A B X Y R0-R3 R6 R7 N0 N1
; Bounds: |A|, |B| <= 2 * 2^47 but for plain
seal
        move    #>SEAL_S,r2
        move    r7,r6
        move    n2,r0
        move    n2,r1
        do      #64,_end
        if      COMPUTATION
        move    l:SEAL_A,x
        addxor  r0,n0,SEAL_A,SEAL_B
        xoradd  r1,n1,SEAL_B,SEAL_C
        addxor  r0,n0,SEAL_C,SEAL_D
        xoradd  r1,n1,SEAL_D,SEAL_A
        xor     r0,n0,SEAL_A,SEAL_B
        plus    r1,n1,SEAL_LAST_B,SEAL_C
        xor     r0,n0,SEAL_LAST_C,SEAL_D
        sum     r1,n1,SEAL_LAST_D,SEAL_A
        beside  'and y1,a','l:(r3)+,x'
        ending  SEAL_LAST_C,SEAL_A,SEAL_C,'a10,l:SEAL_LAST_A'
        move    l:(r3)+,x
        move    l:SEAL_LAST_B,a10
        ending  SEAL_LAST_D,SEAL_B,SEAL_D,'y:SEAL_15,y0'
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
        endif
        move    l:SEAL_LAST_B,a10
        plus_s  'y:SEAL_BYTE,y1',mask_p
        xor_s   SEAL_LAST_C,mask_q
        move    l:SEAL_LAST_D,a10
        plus_s  'b1,x:(r7)+',mask
        xor_s   SEAL_LAST_A,mask_14
        if      COMPUTATION
        move    b1,x:(r7)+
        else
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
