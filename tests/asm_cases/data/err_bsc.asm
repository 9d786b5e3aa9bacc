        org     x:0
        bsc     0               ;! A0704
        bsc     later           ;! A0316
        bsc     1,2,3           ;! A0501
        bsc     1.5             ;! A0315
later   equ     3
