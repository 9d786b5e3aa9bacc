; a section sees the symbols of those around it; a split section is one (ASM 4.3.3)
        section outer
a_      equ     1
        section inner
        dc      a_
        endsec
        endsec
        section outer
        dc      a_
        endsec
;= P:0000 000001 000001
