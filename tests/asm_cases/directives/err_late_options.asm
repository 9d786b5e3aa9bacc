; options that must precede the statements to which they apply (ASM D.4)
here    nop
        opt     cre             ;! A0559
        opt     ic              ;! A0559
        opt     mu              ;! A0559
        section s_
        opt     gs              ;! A0559
        opt     nogs            ;! A0559
        endsec
