;> relative
; a DO loop ends in its own section (ASM D.4)
        section one
        xdef    there
        org     p:
        do      #3,_end
        nop
_end
there   nop
        endsec
        section two
        xref    there,elsewhere
        org     p:
        do      #3,there        ;! A0652
        nop
        do      #3,elsewhere    ;! A0652
        nop
        endsec
