; Code in data memory is one error until the next ORG.
        org     x:
        nop                     ;! A0601
        clr     a
        org     y:
        nop                     ;! A0601
        org     p:
        nop
        org     x:
        nop                     ;! A0601
