; The unrolled kernels of RSA: fast_squares_n, fast_product_n for n = 11 and 22 (mont_kernels.asm).

        include 'mont_kernels.asm'

; value = value^2 / R mod N, X:mp_cnt times; 11 digits.
; Changes: A B X Y R0-R7 N0-N7
; Clocks: 580
fast_squares_11
        squares 11

; value = 2 value * operand / R mod N; 11 digits.
; Changes: A B X Y R0-R7
; Clocks: 662
fast_product_11
        product 11

; The same with 22 digits.
; Changes: A B X Y R0-R7 N0-N7
; Clocks: 1834
fast_squares_22
        squares 22

; The same with 22 digits.
; Changes: A B X Y R0-R7
; Clocks: 2268
fast_product_22
        product 22
