; .LOOP's count may be a forward reference, which DO takes in its 12 bits (ASM 7.3.5)
        org     p:0
        .loop   later*2
        asl     a
        .endl
later   equ     3
;= P:0000 060680 000002 200032
