        org     x:0
        buffer  r,4             ;! A0112
        dc      1
