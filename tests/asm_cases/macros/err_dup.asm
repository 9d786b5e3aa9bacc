        dup     1.5             ;! A0414
        nop
        endm
        dup     later           ;! A0316
        nop
        endm
        dup     1000000000      ;! A0415
        nop
        endm
        dupa    x1_             ;! A0416
        nop
        endm
        dupc    _a,'1'          ;! A0407
        nop
        endm
later   equ     1
