; SPDX-License-Identifier: MIT
; Memory of MD4 (md4.asm).

        if      !@def(MONITOR)
MONITOR                 equ     0               ; 1: includes the commands of the card's firmware
        endif
        if      !@exp(md4_saved)
md4_saved               equ     $0B80           ; X: the state a b c d between calls, 32 bits in two words each
        endif

; Memory: L:$08-$3F while MD4 runs
md4_c_xor_d             equ     $08
md4_words               equ     $10             ; the block's 16 words
md4_state               equ     $20             ; a b c d; modulo 4
md4_before              equ     $24             ; a b c d before the block
md4_shifts              equ     $28             ; X: 2^s, Y: 2^(s-1), four for each round; modulo 4
md4_masks               equ     $34             ; X only: 2^s - 1
md4_order_g             equ     $34             ; Y only: distances to the next word in round 2; modulo 4
md4_order_h             equ     $38             ; distances to the next word in round 3; modulo 8
md4_root_2              equ     $09             ; 2^30 times the square roots of 2 and 3
md4_root_3              equ     $0A
md4_byte_to_top         equ     $0B             ; Y only: x * 2^15 moves x left by 16 bits
MD4_TABLE               equ     24              ; number of words, starting at md4_shifts
