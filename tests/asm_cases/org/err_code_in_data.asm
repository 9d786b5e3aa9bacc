        org     x:0
        nop                     ;! A0601
        org     l:0
        dc      1
