        comment                 ;! A0108
        nop
