; SPDX-License-Identifier: MIT
; Memory of DES (des_block.asm, des.asm).
;
; Memory: X:$0100-$08FF and X:$0A30-$0A7B tables; L:$00-$0F, Y:$10-$7F while DES runs, and L:$30-$35, Y:$80-$DF for
;   triple DES

        if      !@def(des_keys)
        if      !@def(MONITOR)
MONITOR                 equ     0               ; 1: includes the commands of the card's firmware
        endif
        if      !@exp(DES_PACE)
DES_PACE                equ     0               ; number of idle clocks in each block
        endif
        if      !@exp(GENERAL_LOOPS)
GENERAL_LOOPS           equ     0               ; 1: simple loops without parallel moves, for comparison
        endif
        if      !@exp(DES_STATE)
DES_STATE               equ     $0AC0           ; X: 72 words of keys and chaining value
        endif
        if      !@exp(des_constants)
des_constants           equ     $0A00           ; X: 31 words, copied to Y:$10-$2E by des_setup
        endif

; X
des_keys                equ     DES_STATE       ; round keys K0 to K17, high and low word each; K0 = K17 = 0
des_d_high              equ     DES_STATE+$24   ; D(i) = K(i) xor K(i+2), i = 0 to 15, high words
des_d_low               equ     DES_STATE+$34
des_chain               equ     DES_STATE+$44   ; chaining value: E(L) high, low, E(R) high, low

; Internal memory while DES runs: L:$00-$0B 48-bit values, high word in X
in_l                    equ     $00             ; xored into E(L), E(R) of the input; in_r includes the first round key
in_r                    equ     $01
out_l                   equ     $02             ; xored into the pre-output; out_r includes the last round key
out_r                   equ     $03
f_l                     equ     $04             ; pre-output
f_r                     equ     $05
sum_l                   equ     $06             ; permuted input E(L), E(R)
sum_r                   equ     $07
fp_a                    equ     $08             ; partial sums of output bytes 5-8 and 1-4
fp_b                    equ     $09
key_first               equ     $0A             ; round keys of the first and the last round in this direction
key_last                equ     $0B
odd_low                 equ     $0C             ; X only: v of odd and even rounds; the low words are adjacent
even_low                equ     $0D
odd_high                equ     $0E
even_high               equ     $0F
; Y only
s_bases                 equ     $10             ; centres of the eight S tables; modulo 8
ip_constants            equ     $18             ; in the order of use by the initial permutation: to rotate byte 1,
                                                ; plane, mask, half, mask, plane, addresses of L and of R; then
fp_bases                equ     $26             ; centres of the four output tables, mask,
shift_12                equ     $2B             ; multipliers: x * shift_n moves x left by n bits across A1:A0
shift_6                 equ     $2C
shift_8                 equ     $2D
pair_step               equ     $2E             ; distance from the high to the low words of a pair table
; L, for triple DES
des3_key_12             equ     $30             ; last round key of the first DES xor first round key of the second
des3_key_23             equ     $31
des3_key_first          equ     $32
ip_turned               equ     $34             ; byte 1, rotated right by two bits
ip_right                equ     $35             ; addresses of the four pairs of bytes for R
CONSTANTS               equ     pair_step+1-s_bases
round_keys              equ     $40             ; D(0) high, low, D(1) ...: modulo 32
round_keys_3            equ     $80             ; round keys of three DES: modulo 96
key_bits                equ     $40             ; C then D as 56 words of 0 or 1, during the key schedule
        endif
