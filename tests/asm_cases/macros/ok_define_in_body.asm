; DEFINE and UNDEF in a macro name the symbol itself, even if it has a replacement at the definition of the macro
        define  WIDTH   '1'
again_  macro   n
        undef   WIDTH
        define  WIDTH   'n'
        dc      WIDTH
        endm
        org     x:0
        again_  5
        again_  7
        dup     1
        undef   WIDTH
        endm
WIDTH   equ     9
        dc      WIDTH
;= X:0000 000001 000001 000009
