; an expansion has separate local labels, not bounded by others (ASM 2.4.1)
wait1   macro
_again  nop
inner\  jmp     _again
        endm
wait2   macro
_again  jmp     _again
        endm
        org     p:0
main    nop
_again  nop
        wait2
        jmp     _again
        wait2
;= P:0000 000000 000000 0C0002 0C0001 0C0004
