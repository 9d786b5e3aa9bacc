; SPDX-License-Identifier: MIT
; Blowfish (B. Schneier, Fast Software Encryption, 1993): key schedule, and blocks in both directions.
;
; A word of 32 bits is two of 16: the upper half is the lower 16 bits of one word, the lower half the
; upper 16 of the next. So 48-bit sums carry from the one to the other. Bits 16-23 of an upper half are
; a tag, BLOWFISH_PAGE: the product that moves the half down by 8 bits leaves tag and first byte in A1,
; an address of S box 0, and only the second byte in A0. The other bytes are extracted as signed numbers,
; added to the middle of their S boxes.
;
; A round's half is kept with its subkey in it: v(i+1) = v(i-1) xor F(v(i)) xor P(i+1).
;
; Variants of one source (dsp56k/lib/ciphers/variants.py): each symbol is 0 or 1.
;   COMPUTATION  bytes by products that leave the next on top, and no swap; else line by line as in C,
;                with shifts and masks
;   LATENCY      parallel moves, two moves at once
;   PLACEMENT    the rounds in internal P, subkeys, block and constants in internal L: the bus is the S
;                boxes' own; else all in external memory
;   STREAMS      two blocks at once (pair.asm)
;   HELPER       bytes packed and unpacked by a PC, its words through the host port

; The program that includes this may define where all of it is: BLOWFISH_PAGE a multiple of 8, BLOWFISH_DATA one of 32.

        include '../variant.asm'

        if      !@exp(BLOWFISH_PAGE)
BLOWFISH_PAGE           equ     $08             ; page of S box 0; the next three follow
        endif
BLOWFISH_S              equ     BLOWFISH_PAGE<<8 ; X: upper halves of the S boxes; 1 to 3 with index xor $80
BLOWFISH_PLANE          equ     $0400           ; from there to the lower halves
        if      !@exp(BLOWFISH_KEY)
BLOWFISH_KEY            equ     $0700           ; X: the key's bytes
        endif
        if      !@exp(BLOWFISH_LENGTH)
BLOWFISH_LENGTH         equ     $0740           ; X: their number, 4 to 56
        endif
        if      PLACEMENT
        if      !@exp(BLOWFISH_CODE)
BLOWFISH_CODE           equ     $0060           ; P: the rounds
        endif
        if      !@exp(BLOWFISH_DATA)
BLOWFISH_DATA           equ     $0000           ; L: subkeys, block and constants, a multiple of 32
        endif
        else
        if      !@exp(BLOWFISH_CODE)
BLOWFISH_CODE           equ     $0400
        endif
        if      !@exp(BLOWFISH_DATA)
BLOWFISH_DATA           equ     $1000
        endif
        endif
        if      !@exp(BLOWFISH_REST_CODE)
BLOWFISH_REST_CODE      equ     $0400           ; P: all else, with PLACEMENT
        endif
BLOWFISH_ENCRYPT        equ     BLOWFISH_DATA+$00       ; L: subkeys in the order of encryption, modulo 18
BLOWFISH_DECRYPT        equ     BLOWFISH_DATA+$20       ; L: of decryption, modulo 18
BLOWFISH_HALVES         equ     BLOWFISH_DATA+$40       ; L: the block, modulo 2; of two blocks modulo 4
BLOWFISH_BYTE           equ     BLOWFISH_DATA+$44       ; Y: $FF
BLOWFISH_CONSTANTS      equ     BLOWFISH_DATA+$48       ; Y: the constants of a round, modulo 6

        include '../parallel_move.asm'
        if      HELPER
        include '../port.asm'
        endif

        org     p:BLOWFISH_CODE
        include 'rounds.asm'

        if      PLACEMENT
        org     p:BLOWFISH_REST_CODE
        endif
        include 'blocks.asm'
        include 'schedule.asm'
        if      STREAMS
        include 'pair.asm'
        endif
