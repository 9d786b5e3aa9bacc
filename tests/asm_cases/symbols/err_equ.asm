        equ     5               ;! A0204
        set     5               ;! A0204
f       equ     later           ;! A0316
g       equ                     ;! A0301
h       equ     x:y1_           ;! A0511
y1_     equ     y:5
z       equ     x:y1_           ;! A0511
later   equ     1
big     equ     x:$10000        ;! A0609
far     equ     y1_+$10000      ;! A0609
