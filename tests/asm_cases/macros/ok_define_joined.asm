; A DEFINE symbol within the name that DEFINE joins in a macro is replaced where the macro is defined
        define  PREFIX  'p_\n\_'
set_    macro   n
        define  PREFIX\reg 'x0'
        move    PREFIX\reg,a
        undef   PREFIX\reg
        endm
        set_    1
        set_    2
;= P:0000 208E00 208E00
