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

mp_max  EQU     43              ; digits of the largest number

mp_len  EQU     $00             ; n, digits in use, 2..43
mp_ninv EQU     $01             ; -1/N mod 2^24          (mont_setup)
mp_odd  EQU     $02             ; pairs of low columns   (mont_setup)
mp_even EQU     $03             ; pairs of high columns  (mont_setup)
mp_key  EQU     $04             ; address of the key block (X)
mp_base EQU     $05             ; address of the base or ciphertext (X)
mp_exp  EQU     $06             ; address of the exponent's highest word (X)
mp_left EQU     $07             ; words of the exponent not yet begun
mp_sq   EQU     $0B             ; address of the square routine in use (P)
mp_pr   EQU     $0C             ; address of the product routine in use (P)
mp_mark EQU     $0D             ; an opened window: its 1 and a marker bit
mp_ents EQU     $0F             ; entries of the window table: 1, 4 or 16
mp_word EQU     $10             ; exponent bits at hand, closed by a 1
mp_cnt  EQU     $11             ; squarings due before the product
mp_tail EQU     $12             ; squarings due after it
mp_ent  EQU     $13             ; address of the table entry in use
mp_go   EQU     $14             ; 0 until the leading window is in place
mp_con  EQU     $15             ; address of N in the key block
mp_num  EQU     $16             ; scratch of key_setup
mp_size EQU     $17             ; digits of p and q
mp_pinv EQU     $18             ; 1/N mod 2^24           (mont_setup)
mp_half EQU     $19             ; 2^11                   (key_load)

mp_xv   EQU     $20             ; X: running value
mp_xm   EQU     $50             ; X: quotient digits of the reduction; w of the unrolled kernels
mp_xt   EQU     $80             ; X: spare
mp_xs   EQU     $B0             ; X: spare
mp_xh   EQU     $E0             ; X: h of the unrolled kernels, 22 words
mp_yv   EQU     $20             ; Y: copy of the running value
mp_yn   EQU     $50             ; Y: the modulus N
mp_yt   EQU     $80             ; Y: second operand
mp_yq   EQU     $B0             ; Y: quotient digits of the unrolled kernels

; External X. Persistent: two key slots. Scratch: the data buffer.
rsa_key EQU     $0CC0           ; key block of a single modulus, 1 + 5 n words
rsa_back EQU    $0DC0           ; exponent that undoes it, n words, 0: none
rsa_exp EQU     $0DF0           ; its exponent, n words
rsa_p   EQU     $0E20           ; key blocks of p and q, n <= 22
rsa_q   EQU     $0EC0
rsa_dp  EQU     $0F60           ; their exponents
rsa_dq  EQU     $0F76
rsa_inv EQU     $0F8C           ; R / q mod p
rsa_one EQU     $0FB0           ; n of the single key, 0: none
rsa_two EQU     $0FB1           ; n of p and q, 0: none
rsa_check EQU   $0FB2           ; results are checked before they are delivered
rsa_e   EQU     $0FB4           ; public exponent of p q, n words
rsa_data EQU    $1000           ; operands in, results out: plain words, lowest first
rsa_tab EQU     $1800           ; window table, 16 n words
rsa_in  EQU     $1B00           ; digits of the base, 2 n
rsa_out EQU     $1B60           ; digits of the recombined result, 2 n
rsa_result EQU  $1BC0           ; plain words of a result not yet delivered
RSA_SCRATCH EQU $0C00           ; words of the data buffer that all this takes
