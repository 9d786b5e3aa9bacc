; XDEF and XREF name a symbol once (ASM D.4, "Symbol already defined as XDEF"), and XDEF no symbol of SET
        section s_
        xdef    a_
        xdef    a_              ;! A0557
a_      equ     1
        xref    b_
        xref    b_              ;! A0558
        xdef    c_              ;! A0552
c_      set     1               ;! A0561
        endsec
b_      equ     2
