; .LOOP: a DO loop; if a label would be at its end, there is a NOP (ASM 7.3.5)
lpcnt   equ     3
        org     p:0
        .loop   lpcnt
        asl     a
        .endl
        .loop   #4096                   ; beyond DO's own 12 bits
        .loop   2
        .if     <cs>
        .break
        .endi
        .endl
        .endl
        .loop   2
        .if     <cs>
        .continue
        .endi
        asl     a
        .endl
        .loop   2
        .endl
;= P:0000 060380 000002 200032 44F400 001000 06C400 00000F 060280
;= P:0008 00000E 0AF0A0 00000E 00008C 0AF080 00000F 000000 000000
;= P:0010 060280 000017 0AF0A0 000016 0AF080 000017 200032 000000
;= P:0018 060280 00001A 000000
