value   macro   name
        dc      \?name
        endm
flt     equ     1.5
big     equ     40000
        value   flt             ;! A0410
        value   big             ;! A0410
        value   none            ;! A0410
