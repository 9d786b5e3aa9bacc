; Memory of the big-number routines: include once, before any routine.
;
; Digits are signed 24-bit words, least significant first, -2^23 .. 2^23-1; a
; number is the sum of digit(i) * 2^(24 i).  Each buffer holds 48 words; the
; largest number has 43 digits (1024 bits).
;
; X:$00-$1F  parameters, reached by absolute short addressing
; X:$20-$DF  four number buffers           Y:$20-$AF  three number buffers
;
; M registers are linear ($FFFF) and BCR is 0 for the stated speeds.  Every
; routine ends with RTS and may change A, B, X, Y and all R and N registers.

mp_len  EQU     $00             ; n, digits in use, 2..43
mp_ninv EQU     $01             ; -1/N mod 2^24          (mont_setup)
mp_odd  EQU     $02             ; pairs of low columns   (mont_setup)
mp_even EQU     $03             ; pairs of high columns  (mont_setup)
mp_key  EQU     $04             ; address of the key block (X)
mp_base EQU     $05             ; address of the base or ciphertext (X)
mp_exp  EQU     $06             ; address of the exponent, highest word first (X)
mp_left EQU     $07             ; words of the exponent not yet begun
mp_tab  EQU     $08             ; address of the window table (X)
mp_out  EQU     $09             ; address of the result (X)
mp_crt  EQU     $0A             ; address of the CRT block (X)
mp_sq   EQU     $0B             ; address of the square routine in use (P)
mp_pr   EQU     $0C             ; address of the product routine in use (P)
mp_mark EQU     $0D             ; an opened window: its 1 and a marker bit
mp_wide EQU     $0E             ; bits of a window: 1, 3 or 5
mp_ents EQU     $0F             ; entries of the window table: 1, 4 or 16
mp_word EQU     $10             ; exponent bits at hand, closed by a 1
mp_cnt  EQU     $11             ; squarings due before the product
mp_tail EQU     $12             ; squarings due after it
mp_ent  EQU     $13             ; address of the table entry in use
mp_go   EQU     $14             ; 0 until the leading window is in place
mp_con  EQU     $15             ; address of the constants in the key block

mp_xv   EQU     $20             ; X: running value
mp_xm   EQU     $50             ; X: quotient digits of the reduction
mp_xt   EQU     $80             ; X: spare
mp_xs   EQU     $B0             ; X: spare
mp_yv   EQU     $20             ; Y: copy of the running value
mp_yn   EQU     $50             ; Y: the modulus N
mp_yt   EQU     $80             ; Y: second operand
