; Memory of the big-number routines: include once, before any routine.
;
; Digits are signed 24-bit words, least significant first, -2^23 .. 2^23-1; a
; number is the sum of digit(i) * 2^(24 i).  Each buffer holds 48 words; the
; largest number has 43 digits (1024 bits).
;
; X:$00-$1F  parameters, reached by absolute short addressing
; X:$20-$DF  four number buffers           Y:$20-$DF  four number buffers
;
; M registers are linear ($FFFF) and BCR is 0 for the stated speeds.  Every
; routine ends with RTS and may change A, B, X, Y and all R and N registers.

mp_max                  equ     43              ; digits of the largest number

mp_len                  equ     $00             ; n, digits in use, 2..43
mp_ninv                 equ     $01             ; -1/N mod 2^24          (mont_setup)
mp_odd                  equ     $02             ; pairs of low columns   (mont_setup)
mp_even                 equ     $03             ; pairs of high columns  (mont_setup)
mp_key                  equ     $04             ; address of the key block (X)
mp_base                 equ     $05             ; address of the base or ciphertext (X)
mp_exp                  equ     $06             ; address of the exponent's highest word (X)
mp_left                 equ     $07             ; words of the exponent not yet begun
mp_sq                   equ     $0B             ; address of the square routine in use (P)
mp_pr                   equ     $0C             ; address of the product routine in use (P)
mp_mark                 equ     $0D             ; an opened window: its 1 and a marker bit
mp_ents                 equ     $0F             ; entries of the window table: 1, 4 or 16
mp_word                 equ     $10             ; exponent bits at hand, closed by a 1
mp_cnt                  equ     $11             ; squarings due before the product
mp_tail                 equ     $12             ; squarings due after it
mp_ent                  equ     $13             ; address of the table entry in use
mp_go                   equ     $14             ; 0 until the leading window is in place
mp_con                  equ     $15             ; address of N in the key block
mp_num                  equ     $16             ; scratch of key_setup
mp_size                 equ     $17             ; digits of p and q
mp_pinv                 equ     $18             ; 1/N mod 2^24           (mont_setup)
mp_half                 equ     $19             ; 2^11                   (key_load)

mp_xv                   equ     $20             ; X: running value
mp_xm                   equ     $50             ; X: quotient digits of the reduction; w of the unrolled kernels
mp_xt                   equ     $80             ; X: spare
mp_xs                   equ     $B0             ; X: spare
mp_xh                   equ     $E0             ; X: h of the unrolled kernels, 22 words
mp_yv                   equ     $20             ; Y: copy of the running value
mp_yn                   equ     $50             ; Y: the modulus N
mp_yt                   equ     $80             ; Y: second operand
mp_yq                   equ     $B0             ; Y: quotient digits of the unrolled kernels

; External X. Persistent: two key slots. Scratch: the data buffer.
rsa_key                 equ     $0CC0           ; key block of a single modulus, 1 + 5 n words
rsa_back                equ     $0DC0           ; exponent that undoes it, n words, 0: none
rsa_exp                 equ     $0DF0           ; its exponent, n words
rsa_p                   equ     $0E20           ; key blocks of p and q, n <= 22
rsa_q                   equ     $0EC0
rsa_dp                  equ     $0F60           ; their exponents
rsa_dq                  equ     $0F76
rsa_inv                 equ     $0F8C           ; R / q mod p
rsa_one                 equ     $0FB0           ; n of the single key, 0: none
rsa_two                 equ     $0FB1           ; n of p and q, 0: none
rsa_check               equ     $0FB2           ; results are checked before they are delivered
rsa_e                   equ     $0FB4           ; public exponent of p q, n words
rsa_data                equ     $1000           ; operands in, results out: plain words, lowest first
rsa_tab                 equ     $1800           ; window table, 16 n words
rsa_in                  equ     $1B00           ; digits of the base, 2 n
rsa_out                 equ     $1B60           ; digits of the recombined result, 2 n
rsa_result              equ     $1BC0           ; plain words of a result not yet delivered
RSA_SCRATCH             equ     $0C00           ; words of the data buffer that all this takes
