; SPDX-License-Identifier: MIT
; Defines the addresses of SEAL's words and constants (seal.asm), relative to SEAL_DATA, for the program of the variants
; and for the firmware.

SEAL_A                  equ     SEAL_DATA+0     ; L: a, b, c, d
SEAL_B                  equ     SEAL_DATA+1
SEAL_C                  equ     SEAL_DATA+2
SEAL_D                  equ     SEAL_DATA+3
        if      STREAMS
SEAL_SECOND             equ     SEAL_DATA+4     ; L: a to d of the second position
SEAL_N                  equ     SEAL_DATA+24    ; L: n1 and n2 of both positions, then n3 and n4 of both, modulo 8
SEAL_BEHIND             equ     SEAL_DATA+32
        else
SEAL_N                  equ     SEAL_DATA+4     ; L: n1 to n4, modulo 4
SEAL_BEHIND             equ     SEAL_DATA+20
        endif
SEAL_P                  equ     SEAL_DATA+8     ; X: p and q, only without COMPUTATION
SEAL_Q                  equ     SEAL_DATA+9
SEAL_14                 equ     SEAL_DATA+8     ; Y: 2^14, 2^15, 2^22
SEAL_15                 equ     SEAL_DATA+9
SEAL_22                 equ     SEAL_DATA+10
SEAL_INDEX              equ     SEAL_DATA+11    ; Y: the masks $3FE, $7F00, $FFFF, $FF
SEAL_LOW                equ     SEAL_DATA+12
SEAL_HALF               equ     SEAL_DATA+13
SEAL_BYTE               equ     SEAL_DATA+14
        if      COMPUTATION
SEAL_LAST               equ     SEAL_DATA+16    ; L: a, b, c, d at the end of an iteration
        else
SEAL_LAST               equ     SEAL_A
        endif
SEAL_LAST_A             equ     SEAL_LAST+0
SEAL_LAST_B             equ     SEAL_LAST+1
SEAL_LAST_C             equ     SEAL_LAST+2
SEAL_LAST_D             equ     SEAL_LAST+3
