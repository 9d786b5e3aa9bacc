; Relocatable values in L memory: the high word for X memory, the low word for Y (ASM F.2.4).
;> relative
        org     p:
start   nop
        org     l:
        dc      table,-size,$123456789ABC   ;= X:0000 000000 FFFFFF 123456
        bsc     2,table+1                   ;= Y:0000 000000 FFFFFE 789ABC
        org     x:$40                       ;= X:0003 000000 000000
table   dc      1                           ;= Y:0003 000001 000001
size    equ     2
