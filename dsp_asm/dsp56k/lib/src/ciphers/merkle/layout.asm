; SPDX-License-Identifier: MIT
; Where Khufu and Khafre have their tables and words (merkle.asm), for the program of the variants and for
; the firmware: MERKLE_DATA and what follows.

        if      !@exp(MERKLE_BOXES)
MERKLE_BOXES            equ     $2000           ; X: for each octet the upper and the lower halves of its S
                                                ; box, then those of the box rotated left by 8 bits; index xor $80
        endif
MERKLE_PLANE            equ     $0100           ; words of each of the four
MERKLE_V1               equ     MERKLE_DATA+0   ; Y: the halves, upper and lower word, modulo 4
MERKLE_V0               equ     MERKLE_DATA+1
MERKLE_U1               equ     MERKLE_DATA+2
MERKLE_U0               equ     MERKLE_DATA+3
MERKLE_BYTE             equ     MERKLE_DATA+4   ; Y: $FF
MERKLE_SHIFT            equ     MERKLE_DATA+5   ; Y: 2^15
MERKLE_MIDDLES          equ     MERKLE_DATA+$10 ; Y: for each octet the middles of rounds' tables, 4 to 7
MERKLE_KEYS             equ     MERKLE_DATA+$30 ; Y: for U1 U0 V1 V0, before all and at the end; between
                                                ; them, for Khafre, for V0 V1 and U0 U1 of each octet
        if      STREAMS
MERKLE_UPPER            equ     15              ; bits above which a word's upper byte begins
MERKLE_MIDDLE           equ     0               ; the mask of an entry's index, and of a lower byte
        else
MERKLE_UPPER            equ     16
MERKLE_MIDDLE           equ     $80
        endif
; The initial gaps, and MERKLE_MIDDLE.
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
; Backwards, at the end.
        gap     MERKLE_LAST_U1,0
        gap     MERKLE_LAST_U0,1
        gap     MERKLE_LAST_V1,3
        gap     MERKLE_LAST_V0,0
