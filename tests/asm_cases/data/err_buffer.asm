        org     x:0
        buffer  q,4             ;! A0708
        buffer  m,2
        dc      1,2,3
        dsm     4               ;! A0556
        org     x:9             ;! A0556
        endbuf                  ;! A0710
        endbuf                  ;! A0709
        buffer  m               ;! A0502
