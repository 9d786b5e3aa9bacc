; known values take the short form, forward references the long one (ASM 6.2, <)
back    equ     $23
        move    y:back,a
        move    y:fwd,a
        move    y:<fwd,a
        move    y:>back,a
        jmp     start
        jmp     <start2
        jmp     start2
start   jmp     start
start2  jmp     >start
fwd     equ     $23
;= P:0000 5EA300 5EF000 000023 5EA300 5EF000 000023 0AF080 00000B 0C000C 0AF080 00000C 0C000B 0AF080 00000B
