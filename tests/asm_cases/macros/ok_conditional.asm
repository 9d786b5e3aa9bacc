; ASM 5.7
debug   equ     1
        if      debug
        dc      1
        if      debug==2
        dc      2
        else
        dc      3
        endif
        else
        this is not assembled
        if      1
        endif
        dc      4
        endif
        if      @def(debug)&&!@def(other)
        dc      5
        endif
;= P:0000 000001 000003 000005
