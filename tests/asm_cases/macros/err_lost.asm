; Calls of a macro whose head is wrong are not reported, nor an IF left open once for each of its expansions.
wrong   macro   1x              ;! A0205
        nop
        endm
        wrong   5
open    macro
        if      1               ;! A0109
        nop
        endm
        open
        open
