;> POWER=R6
        if      @scp("POWER",'R6')
        dc      1
        endif
;= P:0000 000001
