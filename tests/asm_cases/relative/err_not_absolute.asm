; What the linker places cannot steer the assembly (ASM D.4, "Expression result must be absolute").
;> relative
        org     x:
here    ds      1
        ds      here            ;! A0330
        dup     outside         ;! A0330
        endm
twice   equ     outside*2
        ds      twice           ;! A0330
