; XDEF and XREF name a symbol once (ASM D.4, "Symbol already defined as XDEF");
; each part of a fragmented section may XREF it (ASM 4.3.3)
        section s_
        xdef    a_
        xdef    a_              ;! A0557
a_      equ     1
        xref    b_
        xref    b_              ;! A0558
        endsec
        section s_
        xref    b_
        endsec
b_      equ     2
