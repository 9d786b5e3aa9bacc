; SPDX-License-Identifier: MIT
; Implements Blowfish (B. Schneier, Fast Software Encryption, 1993): key schedule, encryption and decryption of blocks.
;
; A 32-bit word is stored as two halves of 16 bits: the upper half is in the low 16 bits of one word, the lower half in
; the high 16 bits of the next word, so that a 48-bit addition carries from the lower half into the upper half. Bits
; 16-23 of an upper half are a tag with the page number BLOWFISH_PAGE. The product that shifts the half right by 8 bits
; leaves the tag and the first byte in A1, which is an address in S-box 0, and only the second byte in A0. The other
; bytes are extracted as signed numbers and added to the middle of their S-boxes.
;
; Each half v(i) includes its subkey: v(i+1) = v(i-1) xor F(v(i)) xor P(i+1).
;
; The symbols of dsp56k/lib/ciphers/variants.py select a variant of this source; each is 0 or 1.
;   COMPUTATION  1: products extract each byte and leave the next one at the top, and halves are not swapped;
;                0: a line-by-line translation of C, with shifts and masks
;   LATENCY      1: parallel moves, and two moves in an instruction
;   PLACEMENT    1: the rounds are in internal P, the subkeys, the block and the constants in internal L, so that
;                only the S-boxes use the external bus; 0: everything is in external memory
;   STREAMS      1: two blocks, interleaved (pair.asm)
;   HELPER       1: a PC packs and unpacks the bytes; the words pass through the host port
;
; The program that includes this file may define the addresses. BLOWFISH_PAGE must be a multiple of 8, BLOWFISH_DATA
; of 32.

        include '../variant.asm'

        if      !@exp(BLOWFISH_PAGE)
BLOWFISH_PAGE           equ     $08             ; page number of S-box 0; S-boxes 1 to 3 follow
        endif
BLOWFISH_S              equ     BLOWFISH_PAGE<<8 ; X: upper halves of the S-boxes; 1 to 3 with index xor $80
BLOWFISH_PLANE          equ     $0400           ; distance from the upper halves to the lower halves
        if      !@exp(BLOWFISH_KEY)
BLOWFISH_KEY            equ     $0700           ; X: the bytes of the key
        endif
        if      !@exp(BLOWFISH_LENGTH)
BLOWFISH_LENGTH         equ     $0740           ; X: number of bytes of the key, 4 to 56
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
BLOWFISH_REST_CODE      equ     $0400           ; P: the other routines, with PLACEMENT
        endif
BLOWFISH_ENCRYPT        equ     BLOWFISH_DATA+$00       ; L: subkeys for encryption, modulo 18
BLOWFISH_DECRYPT        equ     BLOWFISH_DATA+$20       ; L: subkeys for decryption, modulo 18
BLOWFISH_HALVES         equ     BLOWFISH_DATA+$40       ; L: the block, modulo 2; two blocks, modulo 4
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
