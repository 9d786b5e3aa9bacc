; An error that only follows from another is not reported.
n       equ     1+              ;! A0301
m       equ     n*2
        dc      m,n
        org     x:0
        ds      m
buf     dsm     0               ;! A0704
        org     p:$40
        move    #buf,r0
        jmp     ahead
lab     mvoe    x0,x1           ;! A0201
        jmp     lab
_local  mvoe    x0,x1           ;! A0201
        jmp     _local
ahead   clear   a               ;! A0201
        dc      m,other         ;! A0212
