        org     x:0
        ds      0               ;! A0704
        ds                      ;! A0301
        dsm     40000           ;! A0705
        org     x:$FFF0
        dsm     32              ;! A0706
