; SPDX-License-Identifier: MIT
; Operations with parallel moves or, if LATENCY is 0, with moves after them: the same program with and
; without parallel moves. No move here reads what its operation changes.

; An operation with a parallel move.
beside  macro   operation,one
        if      LATENCY
        operation one
        else
        operation
        move    one
        endif
        endm

; Two moves: of X and of Y, or of a register and of Y.
moves   macro   one,two
        if      LATENCY
        move    one two
        else
        move    one
        move    two
        endif
        endm

; An operation with two parallel moves.
besides macro   operation,one,two
        if      LATENCY
        operation one two
        else
        operation
        move    one
        move    two
        endif
        endm
