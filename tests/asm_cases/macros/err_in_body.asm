; A line of a body that cannot be parsed is one error: the lines after it still belong to the body
half    equ     0.5
outer   macro   n
        dup     2
        dc      ?n              ;! A0410
        dc      6
        endm
        endm
        org     x:0
        outer   half
        comment *
        a comment in a macro asks for nothing: ?n
        *
note    macro   n
        comment +
        ?n is not asked for here
+       endm
        dc      7
        endm
        note    half
