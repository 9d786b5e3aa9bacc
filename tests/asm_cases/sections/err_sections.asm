        endsec                  ;! A0544
        xdef    q               ;! A0545
        xref    q               ;! A0546
; a section with an error in its first line is entered nevertheless
        section                 ;! A0540
        xdef    known
known   equ     1
        endsec
        section _local          ;! A0541
        endsec
        section a_ strange      ;! A0542
        endsec
        section r0              ;! A0208
        endsec
        section b_
        section b_              ;! A0543
        endsec
        xdef    _l              ;! A0547
        xref    _l              ;! A0548
        xdef                    ;! A0513
own     equ     1
        xdef    own             ;! A0549
        xref    own             ;! A0551
        xdef    never           ;! A0552
        local   nothing         ;! A0552
        xref    other
        xdef    other           ;! A0558
        xdef    given
        xref    given           ;! A0557
given   equ     2
        rdirect page            ;! A0529
        endsec
shared  equ     1
        section c_
        xdef    shared          ;! A0550
        endsec
