; Names without a comma between them (ASM D.4, "Syntax error in ... name list")
a_      equ     1
        rdirect page title      ;! A0560
        symobj  a_ a_           ;! A0560
        pmacro  one two         ;! A0560
        section s_
        xdef    b_ c_           ;! A0560
        xref    d_ e_           ;! A0560
        endsec
