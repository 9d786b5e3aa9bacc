        opt     nons
        section outer
a_      equ     1
        section inner
        dc      a_              ;! A0212
        endsec
        endsec
