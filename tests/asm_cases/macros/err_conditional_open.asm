        if      1               ;! A0109
        nop
