; Text after a directive without operands (ASM D.4, "Extra fields ignored")
        if      1
        else    if not          ;! A0534
        endif   1               ;! A0534
        if      0
        else    otherwise       ;! A0534
        list    again           ;! A0534
        endif
        if      0
        endif   0               ;! A0534
mac_    macro
        exitm   now             ;! A0534
        endm    mac_            ;! A0534
        mac_
        section s_
        endsec  s_              ;! A0534
        org     x:0
        buffer  m,2
        endbuf  2               ;! A0534
        ident   1,2,3           ;! A0501
