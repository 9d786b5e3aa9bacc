;> relative
; OPT UR (later versions): a warning for each reference that is left to the linker
        opt     ur
        move    #elsewhere,r0   ;! A0214
        if      elsewhere       ;! A0214 A0316
        endif
