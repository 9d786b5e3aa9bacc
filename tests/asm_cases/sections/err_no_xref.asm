        section a_
        xdef    shared
shared  equ     1
own     equ     2
        endsec
        section b_
        dc      shared          ;! A0212
        dc      own             ;! A0212
        endsec
