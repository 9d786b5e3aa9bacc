; SPDX-License-Identifier: MIT
; Memory of the big-number routines, which all include this file.
;
; Digits are signed 24-bit words, least significant first, -2^23 .. 2^23-1; a number is the sum of digit(i) * 2^(24 i).
; Plain words are unsigned. Each buffer holds 44 words; the largest number has 43 digits (1024 bits).
;
; Memory: X:$00-$1F parameters, of which X:mp_len is n; X:$20-$FB five buffers; Y:$00-$AF four buffers
;
; The M registers are linear ($FFFF); BCR is 0 for the stated clocks. Every routine ends with RTS and may change A, B,
; X, Y and all R and N registers.

        if      !@def(mp_len)
        if      !@exp(RSA_KEYS)
RSA_KEYS                equ     $2000           ; X: loaded keys, RSA_STATE words and one more
        endif
        if      !@exp(RSA_BLOCK)
RSA_BLOCK               equ     305             ; words of a key block: 4 + 7 n for n digits with a kernel, else 4 + 5 n
        endif
        if      !@exp(RSA_SLIDING)
RSA_SLIDING             equ     1               ; 1: windows of several bits for public exponents, modexp; 0: neither
        endif
        if      !@exp(RSA_LISTS)
RSA_LISTS               equ     $3000           ; X: windows of exponents of loaded keys; 0: computed at each operation
        endif
        if      !@exp(RSA_DATA)
RSA_DATA                equ     $1000           ; X: operands, results and scratch, RSA_SCRATCH words
        endif

mp_max                  equ     43              ; maximum number of digits

mp_len                  equ     $00             ; n, number of digits in use, 2..43
mp_ninv                 equ     $01             ; -1/N mod 2^24          (mont_setup, key_load)
mp_odd                  equ     $02             ; pairs of low columns   (mont_lengths)
mp_even                 equ     $03             ; pairs of high columns  (mont_lengths)
mp_key                  equ     $04             ; address of the key block (X)
mp_base                 equ     $05             ; address of the base or ciphertext (X)
mp_exp                  equ     $06             ; address of the exponent's lowest word (X)
mp_left                 equ     $07             ; number of words of the exponent
mp_part                 equ     $08             ; windows in the highest word of the exponent, fixed windows
mp_fixed                equ     $09             ; not 0: fixed windows, else sliding ones
mp_list                 equ     $0A             ; address of the next pair (squarings, entry) (X)
mp_sq                   equ     $0B             ; address of the square routine in use (P)
mp_pr                   equ     $0C             ; address of the product routine in use (P)
mp_mark                 equ     $0D             ; initial value of an opened window: its 1 and a marker bit
mp_fast                 equ     $0E             ; 1: the routines in use are unrolled kernels, else 0
mp_ents                 equ     $0F             ; number of entries of the window table: 1, 4 or 16
mp_word                 equ     $10             ; remaining exponent bits, terminated by a 1
mp_cnt                  equ     $11             ; number of squarings
mp_inner                equ     $12             ; 1: the window table is in internal Y, else in external X
mp_ent                  equ     $13             ; address of the table entry in use
mp_tab                  equ     $14             ; address of the window table
mp_con                  equ     $15             ; address of N in the key block
mp_num                  equ     $16             ; scratch of key_setup
mp_size                 equ     $17             ; number of words of an operand, at most n
mp_pinv                 equ     $18             ; 1/N mod 2^24           (mont_setup, key_load)
mp_half                 equ     $19             ; 2^11                   (key_load)
mp_pow                  equ     $1A             ; address of the routine with squares and products in one loop (P)
mp_win                  equ     $1B             ; without mp_pow: address of the product routine for a table entry (P)
mp_bits                 equ     $1C             ; number of bits of the highest word of N
mp_place                equ     $1D             ; index of the highest word of N
mp_held                 equ     $1E             ; key block whose numbers are still in internal memory, 0: none

mp_xv                   equ     $20             ; X: running value
mp_xm                   equ     $4C             ; X: quotient digits of the reduction; w of the unrolled kernels
mp_xh                   equ     $78             ; X: h of the unrolled kernels
mp_xt                   equ     $A4             ; X: spare
mp_xs                   equ     $D0             ; X: spare
mp_yq                   equ     $00             ; Y: quotient digits of the unrolled kernels
mp_yt                   equ     $2C             ; Y: second operand
mp_yn                   equ     $58             ; Y: the modulus N
mp_yv                   equ     $84             ; Y: copy of the running value

; A window table of 16 entries fits in internal Y next to the quotient digits and the second operand if a number has at
; most mp_ytab_digits digits. The table overwrites the modulus, which is needed before and after its use.
mp_ytab                 equ     $40
mp_ytab_digits          equ     12

; External X. The keys are persistent (two slots); the data buffer is scratch.
rsa_key                 equ     RSA_KEYS        ; key block of a single modulus
rsa_back                equ     rsa_key+RSA_BLOCK               ; exponent of the inverse operation, n words, 0: none
rsa_exp                 equ     rsa_back+43     ; exponent of the single modulus, n words
rsa_p                   equ     rsa_exp+43      ; key blocks of p and q, 4 + 7 n words, n <= 22
rsa_q                   equ     rsa_p+158
rsa_dp                  equ     rsa_q+158       ; exponents of p and q
rsa_dq                  equ     rsa_dp+22
rsa_inv                 equ     rsa_dq+22       ; R / q mod p
rsa_e                   equ     rsa_inv+22      ; public exponent of p q, n words
rsa_one                 equ     rsa_e+22        ; number of words of the single key's numbers, 0: no key
rsa_two                 equ     rsa_one+1       ; number of words of the numbers of p and q, 0: no key
rsa_public_words        equ     rsa_two+1       ; an exponent of up to this number of words is not secret
RSA_STATE               equ     rsa_public_words+1-rsa_key      ; number of words of all these
rsa_check               equ     rsa_public_words+1              ; not 0: results are checked before delivery
rsa_data                equ     RSA_DATA        ; operands and results: plain words, lowest first
rsa_list                equ     RSA_DATA+$100   ; windows of an exponent
rsa_tab                 equ     RSA_DATA+$800   ; window table, 16 n words
rsa_in                  equ     RSA_DATA+$B00   ; digits of the base, 2 n
rsa_out                 equ     RSA_DATA+$B60   ; digits of the recombined result, 2 n
rsa_result              equ     RSA_DATA+$BC0   ; plain words of a result before its delivery
rsa_second              equ     RSA_DATA+$BEC   ; second copy of the result
RSA_SCRATCH             equ     $0C18           ; number of words of the data buffer that these use
        endif
