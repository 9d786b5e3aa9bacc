open    macro                   ;! A0110
        nop
