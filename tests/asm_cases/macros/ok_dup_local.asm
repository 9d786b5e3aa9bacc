; each iteration has separate local labels, and can use those around it
main
_out    nop
        dup     2
_in     jmp     _in
        jmp     _out
        endm
;= P:0000 000000 0C0001 0C0000 0C0003 0C0000
