; SPDX-License-Identifier: MIT
; SEAL 3.0 (P. Rogaway, D. Coppersmith, Journal of Cryptology 11, 1998): its stream of one position.
;
; A word of 32 bits is two of 16: the upper half is the lower 16 bits of one word, the lower half the
; upper 16 of the next. So 48-bit sums carry from the one to the other; the carry out of the upper half
; is masked away. A rotation by 9 is three products: of the upper half, of the lower one for the bits
; that come round, and of the lower one for those that stay, which holds the index in T, too.
;
; p and q are address registers of a modulus, so that their sums need no mask and no base.
;
; Variants of one source (dsp56k/lib/ciphers/variants.py): each symbol is 0 or 1.
;   COMPUTATION  products, moduli; else line by line as in C, with shifts and masks
;   LATENCY      parallel moves
;   PLACEMENT    the steps in internal P, words, constants and S in internal L, but for its last 20
;                entries: the bus is T's own; else all in external memory
;   STREAMS      two positions at once (pair.asm)
;   HELPER       the stream's words go to a PC through the host port

; The program that includes this may define where all of it is: SEAL_T a multiple of 1024, SEAL_DATA one of 8.

        include '../variant.asm'

        if      !@exp(SEAL_T)
SEAL_T                  equ     $2000           ; X: 512 entries, upper and lower half, modulo 1024
        endif
        if      PLACEMENT
        if      !@exp(SEAL_CODE)
SEAL_CODE               equ     $0060           ; P: the steps
        endif
        if      !@exp(SEAL_DATA)
SEAL_DATA               equ     $0000           ; L: words, constants and S, a multiple of 8
        endif
        else
        if      !@exp(SEAL_CODE)
SEAL_CODE               equ     $0400
        endif
        if      !@exp(SEAL_DATA)
SEAL_DATA               equ     $1000
        endif
        endif
        if      !@exp(SEAL_REST_CODE)
SEAL_REST_CODE          equ     $0400           ; P: all else, with PLACEMENT
        endif
        include 'layout.asm'
SEAL_S                  equ     SEAL_BEHIND     ; L: 256 entries
SEAL_PAIRS              equ     0               ; 1: in X, upper and lower half
        include '../parallel_move.asm'
        if      HELPER
        include '../port.asm'
        endif

        org     p:SEAL_CODE
        include 'steps.asm'

        if      PLACEMENT
        org     p:SEAL_REST_CODE
        endif
        include 'parts.asm'
