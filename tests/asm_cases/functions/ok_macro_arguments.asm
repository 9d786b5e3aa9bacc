; functions of the later manuals about the macro call: @ARG by name or number, @CNT, @MXP
asks    macro   one_,two_
        dc      @arg('one_'),@arg(2),@cnt(),@mxp()
        endm
        asks    5,6
        asks    ,6
        asks    5               ;! A0419
        dc      @mxp()
        dc      @arg(1),@cnt()  ;! A0420 A0420
;= P:0000 000001 000001 000002 000001
;= P:0004 000000 000001 000002 000001
;= P:0008 000001 000000 000001 000001
;= P:000C 000000 000000 000000
