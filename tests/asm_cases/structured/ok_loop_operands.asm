; .LOOP takes every operand of DO, as version 4.1 does: dspmix_0.p56 has 065100 and 06CE00 for the first two
        org     p:0
        .loop   x:(r1)-
        nop
        .endl
        .loop   a
        nop
        .endl
        .loop   Y:(R2+N2)
        nop
        .endl
        .loop   x:<$12
        nop
        .endl
        .loop   y:place
        nop
        .endl
        .loop   N3
        nop
        .endl
        .loop   #<7
        nop
        .endl
        .loop   (place+1)
        nop
        .endl
place   equ     $21
;= P:0000 065100 000002 000000 06CE00 000005 000000 066A40 000008
;= P:0008 000000 061200 00000B 000000 062140 00000E 000000 06DB00
;= P:0010 000011 000000 060780 000014 000000 062280 000017 000000
