calc    macro   xval
        if      xval<0
        dc      $bad
        exitm
        endif
        dc      xval
        endm
        calc    -1
        calc    5
;= P:0000 000BAD 000005
