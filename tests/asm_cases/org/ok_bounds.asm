        himem   p:$41
        lomem   x:$10
        org     p:$40
        nop
        nop
        nop                     ;! A0712
        org     x:8
        dc      1               ;! A0712
        org     x:$20
        dc      1
