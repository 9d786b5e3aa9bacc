; SPDX-License-Identifier: MIT
; Where MD5 has its words and tables, for the program of the variants and for the firmware: MD5_MEMORY and
; what follows.

MD5_WORDS               equ     MD5_MEMORY      ; L: the block, modulo 16
MD5_STATE               equ     MD5_MEMORY+$10  ; L: A, B, C, D, modulo 4
MD5_BEFORE              equ     MD5_MEMORY+$14  ; L: the same before the block
MD5_SHIFTS              equ     MD5_MEMORY+$20  ; L: 2^s and 2^(s-1) of each round, modulo 4
MD5_MASKS               equ     MD5_MEMORY+$30  ; X: 2^s - 1 of each round, modulo 4
MD5_TO_TOP              equ     MD5_MEMORY+$30  ; Y: 2^15
MD5_ONES                equ     MD5_MEMORY+$40  ; L: a word of ones
MD5_SINES               equ     MD5_MEMORY+$41  ; L: 64 constants
MD5_ORDER               equ     MD5_MEMORY+$81  ; X: which word a step takes, Y: its shift s; plain only
MD5_REST                equ     MD5_MEMORY+$C1  ; X: 32 - s; plain only
