        opt     ic
Abc     equ     1
        dc      ABC
Start   nop
_Loop   jmp     _LOOP
;= P:0000 000001 000000 0C0002
;= start 1
