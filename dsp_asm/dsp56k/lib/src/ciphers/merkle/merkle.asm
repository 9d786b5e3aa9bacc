; SPDX-License-Identifier: MIT
; Implements Khufu and Khafre (R. Merkle, CRYPTO '90): encryption and decryption of blocks.
;
; An octet is eight rounds. A round computes right ^= S[left & 255], rotates the left half right by 16, 16, 8, 8, 16,
; 16, 24, 24 bits in turn, and swaps the halves. U is the half that is the left one at first, V the other.
;
; The code does not rotate the halves. A table look-up uses the byte that would be the lowest one, 0, 2, 3, 1 in turn,
; and the entry is rotated instead. A rotation by 16 bits exchanges the two words of an entry; for a rotation by 8 bits
; there is a second table.
;
; A 32-bit half is stored as two words of 24 bits: byte 3, a page byte, byte 2; and byte 1, a page byte, byte 0. The
; page byte is the page number of the table in which the byte below it is looked up next, so that the low 16 bits of the
; word are the address of the entry. One plane of each S-box changes the page bytes to those of the next octet. Bytes 3
; and 1 are extracted by signed products and added to the middle of a table. For both methods the index of an entry, and
; therefore the lower byte of each word, is xored with $80.
;
; Decryption changes the same words by the same entries, in reverse order. Its next index is as often in an upper word
; as in a lower one, so that a look-up may begin with either plane of a table: modulo addressing leads from each plane
; to the other. The same plane changes the page byte of each word before the word is used as an address.
;
; The symbols of dsp56k/lib/ciphers/variants.py select a variant of this source; each is 0 or 1.
;   COMPUTATION  1: no rotations, and addresses by page bytes and products; 0: a line-by-line translation of C
;   LATENCY      1: parallel moves, and two moves in an instruction
;   PLACEMENT    1: the octets are in internal P, the halves and the constants in internal Y, so that only the S-boxes
;                use the external bus; 0: everything is in external memory
;   STREAMS      1: two blocks, interleaved (pair.asm)
;   HELPER       1: a PC converts between bytes and words with keys and page bytes, and the words pass through the host
;                port
;
; The program that includes this file may define the addresses. MERKLE_BOXES must be a multiple of 256, MERKLE_DATA of
; 16.

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
MERKLE_REST_CODE        equ     $0400           ; P: the other routines, with PLACEMENT
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
