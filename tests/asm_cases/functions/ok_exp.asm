; @EXP is 0 for whatever would be an error, wrong syntax too, and nothing is reported (ASM 3.8)
        dc      @exp(1+2),@exp(1/0),@exp(unknown),@exp(1+),@exp((1),2),@exp('a)b'x),@exp(@foo(1))
;= P:0000 000001 000000*6
