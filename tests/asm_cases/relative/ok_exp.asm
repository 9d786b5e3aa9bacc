; @EXP takes relative expressions (ASM 3.8).
;> relative
        org     x:
here    ds      4
        dc      @exp(here),@exp(here+1),@exp(here/0),@exp(later)
later   dc      4
;= X:0004 000001 000001 000000 000000 000004
