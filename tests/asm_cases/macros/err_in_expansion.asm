; an error inside an expansion is reported at the line of the body
bad     macro   arg
        dc      arg             ;! A0212
        endm
        bad     missing
