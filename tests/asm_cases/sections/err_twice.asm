; XDEF and XREF name a symbol once (ASM D.4, "Symbol already defined as XDEF")
        section s_
        xdef    a_
        xdef    a_              ;! A0557
a_      equ     1
        xref    b_
        xref    b_              ;! A0558
        endsec
b_      equ     2
