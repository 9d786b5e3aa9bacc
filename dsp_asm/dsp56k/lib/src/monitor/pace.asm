; Clocks that pass with nothing done, so that a routine runs at the rate of another: 0, or even and
; 6 to 8194.
idle    macro   clocks
        if      clocks
        rep     #(clocks-4)/2
        nop
        endif
        endm
