; SPDX-License-Identifier: MIT
; Defines macros for operations with parallel moves. If LATENCY is 0, the moves follow the operation in separate
; instructions, so that one source is the program with and without parallel moves. No move here reads a register that
; its operation changes.

; Assembles an operation with a parallel move.
beside  macro   operation,one
        if      LATENCY
        operation one
        else
        operation
        move    one
        endif
        endm

; Assembles two moves: an X and a Y memory move, or a register and a Y memory move.
moves   macro   one,two
        if      LATENCY
        move    one two
        else
        move    one
        move    two
        endif
        endm

; Assembles an operation with two parallel moves.
besides macro   operation,one,two
        if      LATENCY
        operation one two
        else
        operation
        move    one
        move    two
        endif
        endm
