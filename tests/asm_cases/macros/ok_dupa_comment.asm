; The arguments of DUPA and DUPC end as those of a macro call (ASM 5.6)
        org     x:0
        dupa    v_,1, 2         comment, of two parts
        dc      v_
        endm
        dupc    v_,'3 4'        comment
        dc      'v_'
        endm
;= X:0000 000001 000002 000033 000020 000034
