; SPDX-License-Identifier: MIT
; Defines a table of powers of two in Y: 2^-1 to 2^-23, then zeros for smaller powers.

        if      !@def(fx_powers)
        org     y:
fx_powers
power   set     $400000
        dup     23
        dc      power
power   set     power>>1
        endm
        dup     9
        dc      0
        endm
        org     p:
        endif
