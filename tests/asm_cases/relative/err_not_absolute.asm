; What the linker places cannot steer the assembly (ASM D.4, "Expression result must be absolute").
;> relative
        org     x:
here    ds      1
        ds      here            ;! A0330
        dup     outside         ;! A0330
        endm
        if      here>4          ;! A0330
        endif
count   set     here            ;! A0330
twice   equ     outside*2       ;! A0330
