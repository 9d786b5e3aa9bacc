one     equ     1
one     equ     1               ;! A0209
two     set     1
two     equ     2               ;! A0210
one     set     3               ;! A0211
lab
lab     nop                     ;! A0209
