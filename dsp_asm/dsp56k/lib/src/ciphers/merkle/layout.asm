; SPDX-License-Identifier: MIT
; Defines the addresses of the tables and words of Khufu and Khafre (merkle.asm), relative to MERKLE_DATA, for the
; program of the variants and for the firmware.

        if      !@exp(MERKLE_BOXES)
MERKLE_BOXES            equ     $2000           ; X: the S-boxes, four planes of 256 words for each octet:
                                                ; upper and lower words, and those rotated left by 8 bits; index xor $80
        endif
MERKLE_PLANE            equ     $0100           ; number of words in a plane
MERKLE_V1               equ     MERKLE_DATA+0   ; Y: the upper and lower words of the halves V and U, modulo 4
MERKLE_V0               equ     MERKLE_DATA+1
MERKLE_U1               equ     MERKLE_DATA+2
MERKLE_U0               equ     MERKLE_DATA+3
MERKLE_BYTE             equ     MERKLE_DATA+4   ; Y: $FF
MERKLE_SHIFT            equ     MERKLE_DATA+5   ; Y: 2^15
MERKLE_MIDDLES          equ     MERKLE_DATA+$10 ; Y: for each octet the middles of the tables of rounds 4 to 7
MERKLE_KEYS             equ     MERKLE_DATA+$30 ; Y: keys of U1 U0 V1 V0, before the first octet and after the
                                                ; last one; between them keys of V0 V1 U0 U1, for each octet of Khafre
        if      STREAMS
MERKLE_UPPER            equ     15              ; number of bits below the upper byte of a word
MERKLE_MIDDLE           equ     0               ; mask of an entry's index, and of the lower byte of a word
        else
MERKLE_UPPER            equ     16
MERKLE_MIDDLE           equ     $80
        endif
; Defines the initial page bytes (gaps) of the words, xor MERKLE_MIDDLE.
gap     macro   name,plane
        if      COMPUTATION
name    equ     MERKLE_BOXES+plane*MERKLE_PLANE+MERKLE_MIDDLE
        else
name    equ     0
        endif
        endm
        gap     MERKLE_FIRST_U1,1
        gap     MERKLE_FIRST_U0,1
        gap     MERKLE_FIRST_V1,3
        gap     MERKLE_FIRST_V0,1
; The page bytes at the end of decryption
        gap     MERKLE_LAST_U1,0
        gap     MERKLE_LAST_U0,1
        gap     MERKLE_LAST_V1,3
        gap     MERKLE_LAST_V0,0
