; a macro defined in a macro exists once the outer one is expanded; two backslashes wait for the inner one
outer   macro   name
name    macro   arg
        dc      1\\arg
        endm
        endm
        outer   inner
        inner   2
;= P:0000 00000C
