; missing arguments are empty text (ASM 5.4), with a warning where they are left out (ASM D.3)
args    macro   a1_,b1_,c1_
        dc      1\a1_\0,2\b1_,3\c1_
        endm
        args    5,,
        args    ,'7'            ;! A0419
        args                    ;! A0419
        args    1,2,3,4         ;! A0409
;= P:0000 000096 000002 000003 00000A 00001B 000003 00000A 000002 000003 00006E 000016 000021
