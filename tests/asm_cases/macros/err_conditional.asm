        else                    ;! A0417
        endif                   ;! A0418
        if      later           ;! A0316
        nop
        endif
        if                      ;! A0301
        endif
        if      1.5             ;! A0315
        endif
        if      1
        else
        else                    ;! A0417
        endif
later   equ     1
