; A label that an expansion defines may or may not bound the local labels around it (ASM 2.4.1): both readings are accepted
mark    macro   n
mark\n  nop
        endm
first   nop
_x      nop
        mark    1
        jmp     _x
second  nop
_y      nop
        mark    2
_y      nop
        jmp     _y
;= P:0000 000000 000000 000000 0C0001 000000 000000 000000 000000
;= P:0008 0C0007
