        local   count           ;! A0545
        section one global
        local                   ;! A0513
        local   _count          ;! A0547
count   equ     5
        local   count           ;! A0549
        endsec
        dc      count
