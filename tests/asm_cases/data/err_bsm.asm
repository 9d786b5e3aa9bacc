        org     x:0
        bsm     1               ;! A0705
        bsm     32769           ;! A0705
        bsm     -4              ;! A0704
