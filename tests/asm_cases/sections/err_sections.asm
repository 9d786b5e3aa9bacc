        endsec                  ;! A0544
        section                 ;! A0540
        section _local          ;! A0541
        section a_ strange      ;! A0542
        xdef    q               ;! A0545
        xref    q               ;! A0546
        section b_
        section b_              ;! A0543
        xdef    _l              ;! A0547
        xref    _l              ;! A0548
        xdef                    ;! A0513
own     equ     1
        xdef    own             ;! A0549
        xref    own             ;! A0551
        xdef    never           ;! A0552
        rdirect page            ;! A0529
        endsec
shared  equ     1
        section c_
        xdef    shared          ;! A0550
        endsec
