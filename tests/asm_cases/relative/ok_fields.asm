; Every sort of field takes a relocatable address: 6, 12 and 24 bits, data, a loop's end (ASM F.4).
;> relative
        section tables
        xdef    table,flag,last
        org     x:
        ds      3
flag    ds      1
table   dc      table+1,last-table,last
last    dc      5
        endsec

        org     p:
start   move    #table,r0
        jclr    #1,x:flag,start
        do      #5,ending
        move    x:<flag,x0
        move    x:flag,x0
ending
        jmp     <start
        rep     #last-table
        nop
        end     start
;= X:0004 000005 000003 000007 000005
;= P:0000 60F400 000004 0A0381 000000 060580 000008 448300 44F000 000003 0C0000 0603A0 000000
;= start 0
;= table 4
