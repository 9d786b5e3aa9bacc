value   macro   name
        dc      \?name         ;! A0410 A0410 A0410
        endm
flt     equ     1.5
big     equ     40000
        value   flt
        value   big
        value   none
