; Relocatable values in L memory: the high word for X memory, the low word for Y (ASM F.2.4).
;> relative
        org     p:
        nop                                 ;= P:0000 000000 000000
table   nop
        org     l:
        dc      table,table-2,$123456789ABC ;= X:0000 000000 FFFFFF 123456
        bsc     2,table+1                   ;= Y:0000 000001 FFFFFF 789ABC
        ds      1                           ;= X:0003 000000 000000
        dc      outer                       ;= Y:0003 000002 000002
outer                                       ;= X:0006 000000
                                            ;= Y:0006 000007
