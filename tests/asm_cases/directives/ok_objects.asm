FFILTER ident   1,2             ; FIR FILTER MODULE
        cobj    'Start of filter coefficients'
        symobj  gain
gain    equ     3
        dc      gain
;= P:0000 000003
