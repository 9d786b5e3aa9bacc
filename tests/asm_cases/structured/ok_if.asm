; .IF: a jump on the inverse condition beyond .ENDI (ASM 7.4.1.1); .ELSE; comparisons by CMP X0,A (ASM 7.4.1.2)
        org     p:$40
        .if     <EQ>                    ; zero bit set?
        clr     b
        .endi
        .if     x:(r1)+ <gt> #0 then
        asl     a
        .else
        asr     a
        .endi
        .if     #5 <HS> y:<$20          ; the immediate is an integer, not the fraction of a short one
        nop
        .endi
here    .if     b <ne> a                ; A goes to X0 before it is overwritten
        .endi
        .if     x0 <eq> a               ; both would be overwritten: by way of Y0
        .endi
        .if     a <eq> x0               ; both are in place
        .endi
        .if     p:(r2) <lo> sr
        .endi
;= here $53
;= P:0040 0AF0A2 000043 20001B 56D900 240000 200045 0AF0AF 00004B
;= P:0048 200032 0AF080 00004C 200022 56F400 000005 4CA000 200045
;= P:0050 0AF0A8 000053 000000 21C400 21EE00 200045 0AF0AA 000058
;= P:0058 208600 21C451 200045 0AF0A2 00005D 200045 0AF0A2 000060
;= P:0060 07E28E 0444B9 200045 0AF0A0 000065
