; a local label belongs to the stretch between two labels (ASM 2.4.1)
        org     p:0
one     nop
_loop   jmp     _loop
two     nop
_loop   jmp     _loop
;= P:0000 000000 0C0001 000000 0C0003
