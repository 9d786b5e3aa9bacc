; ^ reaches the label around the expansion (1996 manual)
back    macro   where
_here   jmp     ^where
        endm
main
_here   nop
        back    _here
;= P:0000 000000 0C0000
