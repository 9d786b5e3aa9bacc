; Addresses of the linker cannot control the assembly (ASM D.4, "Expression result must be absolute"), nor can what this
; source does not define ("Expression contains forward references").
;> relative
        org     x:
here    ds      1
        ds      here            ;! A0330
        dup     outside         ;! A0316
        endm
twice   equ     outside*2
        ds      twice           ;! A0316
        if      outside         ;! A0316
        endif
        if      here            ;! A0330
        endif
