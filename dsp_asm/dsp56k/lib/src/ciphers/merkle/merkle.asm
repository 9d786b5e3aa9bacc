; SPDX-License-Identifier: MIT
; Khufu and Khafre (R. Merkle, CRYPTO '90): blocks in both directions.
;
; An octet of rounds: right ^= S[left & 255], left rotated right by 16, 16, 8, 8, 16, 16, 24, 24 bits,
; and the halves swapped. U is the half that begins as the left one, V the other.
;
; No half is rotated: a look-up takes the byte that would be the lowest, 0, 2, 3, 1 in
; turn, and its result is rotated instead. 16 bits exchange the halves of an entry; for 8 there is a
; second table.
;
; A word of 32 bits is two of 24: byte 3, a gap, byte 2; and byte 1, a gap, byte 0. The gap holds the
; page of the table in which its lower neighbour is looked up next, so that the word is the address.
; One plane of each S box moves the gaps on to the next octet. The bytes 3 and 1 are signed products
; added to the middle of a table. For both methods an entry's index, and so the lower byte of each word,
; is exclusive-ored with $80.
;
; Backwards the same entries change the same words, in reverse order. The next index is then in
; an upper word as often as in a lower one, so that either plane of a table may come first: a modulus
; leads from each to the other. Each word is moved on before it is an address, by the same plane.
;
; Variants of one source (dsp56k/lib/ciphers/variants.py): each symbol is 0 or 1.
;   COMPUTATION  no rotations, addresses by gaps and products; else line by line as in C
;   LATENCY      parallel moves, two moves at once
;   PLACEMENT    the octets in internal P, halves and constants in internal Y: the bus is the S boxes'
;                own; else all in external memory
;   STREAMS      two blocks at once (pair.asm)
;   HELPER       words with keys and gaps made of bytes by a PC, and back, through the host port

; The program that includes this may define where all of it is: MERKLE_BOXES a multiple of 256, MERKLE_DATA one of 16.

        include '../variant.asm'

        if      PLACEMENT
        if      !@exp(MERKLE_CODE)
MERKLE_CODE             equ     $0060           ; P: the octets
        endif
        if      !@exp(MERKLE_DATA)
MERKLE_DATA             equ     $0000           ; Y: halves and constants, a multiple of 16
        endif
        else
        if      !@exp(MERKLE_CODE)
MERKLE_CODE             equ     $0400
        endif
        if      !@exp(MERKLE_DATA)
MERKLE_DATA             equ     $1000
        endif
        endif
        if      !@exp(MERKLE_REST_CODE)
MERKLE_REST_CODE        equ     $0400           ; P: all else, with PLACEMENT
        endif
        include 'layout.asm'
        include '../parallel_move.asm'
        if      HELPER
        include '../port.asm'
        endif

        org     p:MERKLE_CODE
        if      STREAMS
        include 'pair.asm'
        else
        include 'octets.asm'
        endif

        if      PLACEMENT
        org     p:MERKLE_REST_CODE
        endif
        if      STREAMS
        include 'pairs.asm'
        else
        include 'blocks.asm'
        endif
