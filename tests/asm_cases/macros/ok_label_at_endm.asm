; ENDM takes no label (ASM chapter 6, ENDM)
mac_    macro
        dc      1
lost    endm                    ;! A0203
        org     x:0
        mac_
;= X:0000 000001
