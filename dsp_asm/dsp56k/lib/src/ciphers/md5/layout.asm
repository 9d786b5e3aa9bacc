; SPDX-License-Identifier: MIT
; Defines the addresses of MD5's words and tables, relative to MD5_MEMORY, for the program of the variants and for the
; firmware.

MD5_WORDS               equ     MD5_MEMORY      ; L: the block, modulo 16
MD5_STATE               equ     MD5_MEMORY+$10  ; L: the state A, B, C, D, modulo 4
MD5_BEFORE              equ     MD5_MEMORY+$14  ; L: the state before the block
MD5_SHIFTS              equ     MD5_MEMORY+$20  ; L: 2^s and 2^(s-1) for the shifts s of each round, modulo 4
MD5_MASKS               equ     MD5_MEMORY+$30  ; X: 2^s - 1 for the shifts s of each round, modulo 4
MD5_TO_TOP              equ     MD5_MEMORY+$30  ; Y: 2^15
MD5_ONES                equ     MD5_MEMORY+$40  ; L: a word with all bits set
MD5_SINES               equ     MD5_MEMORY+$41  ; L: the 64 constants of the steps
MD5_ORDER               equ     MD5_MEMORY+$81  ; X: index of a step's word, Y: its shift s; only without COMPUTATION
MD5_REST                equ     MD5_MEMORY+$C1  ; X: 32 - s; only without COMPUTATION
