; AND ends at the first false expression, OR at the first true one (ASM 7.4.2)
        org     p:0
        .if     <eq> and r1 <ne> r2 and <ls>
        nop
        .endi
        .if     <eq> or r1 <ne> r2
        nop
        .endi
;= P:0000 0AF0A2 00000A 222E00 224400 200045 0AF0AA 00000A 0AF0A6
;= P:0008 00000A 000000 0AF0AA 000011 222E00 224400 200045 0AF0AA
;= P:0010 000012 000000
