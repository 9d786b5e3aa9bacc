; SPDX-License-Identifier: MIT
; Implements SEAL 3.0 (P. Rogaway, D. Coppersmith, Journal of Cryptology 11, 1998): the keystream of one position.
;
; A 32-bit word is stored as two halves of 16 bits: the upper half is in the low 16 bits of one word, the lower half in
; the high 16 bits of the next word, so that a 48-bit addition carries from the lower half into the upper half. A mask
; removes the carry out of the upper half. A rotation by 9 consists of three products: the first shifts the upper half,
; the second shifts the bits of the lower half that enter at the top, and the third shifts the other bits of the lower
; half. The third product also contains the index into T.
;
; p and q are address registers with modulo addressing, so that their sums need neither a mask nor a base address.
;
; The symbols of dsp56k/lib/ciphers/variants.py select a variant of this source; each is 0 or 1.
;   COMPUTATION  1: products and modulo addressing; 0: a line-by-line translation of C, with shifts and masks
;   LATENCY      1: parallel moves
;   PLACEMENT    1: the steps are in internal P, the words, the constants and S in internal L, except for the last 20
;                entries of S, so that only T uses the external bus; 0: everything is in external memory
;   STREAMS      1: two positions, interleaved (pair.asm)
;   HELPER       1: the words of the keystream are sent to a PC through the host port
;
; The program that includes this file may define the addresses. SEAL_T must be a multiple of 1024, SEAL_DATA of 8.

        include '../variant.asm'

        if      !@exp(SEAL_T)
SEAL_T                  equ     $2000           ; X: table T, 512 entries with upper and lower half, modulo 1024
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
SEAL_REST_CODE          equ     $0400           ; P: the other routines, with PLACEMENT
        endif
        include 'layout.asm'
SEAL_S                  equ     SEAL_BEHIND     ; L: table S, 256 entries
SEAL_PAIRS              equ     0               ; 1: S is in X, with upper and lower half of each entry
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
