; OPT INTR: what cannot be part of a fast interrupt (ASM chapter 6, OPT; UM A-237)
        org     p:$3c
        rts
        opt     intr
        rti                     ;! A0640
        movec   x0,sp           ;! A0640
        wait                    ;! A0640
        wait
        org     p:$c
        nop
        stop
        org     p:$10
        opt     nointr
        swi
