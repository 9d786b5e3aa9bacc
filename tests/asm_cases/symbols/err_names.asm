1abc    equ     1               ;! A0205
ab.c    equ     1               ;! A0206
R0      equ     1               ;! A0208
omr     equ     1               ;! A0208
        move    #ssh,r0         ;! A0208
        jmp     nowhere         ;! A0212
