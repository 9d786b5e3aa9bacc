; MODULAR-INVERSE of Dusse and Kaliski for b = 2^bits: B1 = 1/x mod 2^bits.
;
; y grows by one bit a turn: bit i of x*y decides bit i of y.  Adding that bit
; to y adds x * 2^i to the product p = x*y, so no multiplication is needed:
; Y1 holds x * 2^i, X1 holds 2^i.

; A = x, an odd word -> B1 = 1/x mod 2^24.
; Changes: A B X Y R7 N7
; Clocks: 704
word_inverse
        move    #24,r7

; A = x, R7 = bits, 1..24 -> B1 = 1/x mod 2^bits.
; Changes: A B X Y N7
word_inverse_bits
        move    a1,y1                           ; x * 2^0
        move    a1,y0                           ; p = x * 1
        move    #>1,x1                          ; 2^0
        move    x1,b                            ; y = 1
        move    r7,a
        sub     x1,a
        jeq     _done                           ; one bit: every odd x is its own inverse
        move    a1,n7
        do      n7,_done
        move    x1,a
        lsl     a               y0,x0           ; 2^i
        move    a1,x1
        move    y1,a
        lsl     a
        move    a1,y1                           ; x * 2^i
        move    x0,a
        and     x1,a                            ; bit i of p
        jeq     _keep
        move    x0,a
        add     y1,a
        move    a1,y0
        add     x1,b
_keep
        nop
_done
        rts
