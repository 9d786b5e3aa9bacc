; a binary constant in a macro: in parentheses, or after %\ (ASM 5.5.3)
bits    macro   arg
        dc      (%1010)+arg
        dc      %\11
        dc      7%arg
        endm
        bits    4
digits  macro   arg
        dc      %\arg,$\arg
        endm
        digits  10
plain   macro
        dc      %\101
        endm
        plain
;= P:0000 00000E 000003 000003 000002 000010 000005
