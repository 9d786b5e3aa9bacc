; FORCE (1996 manual): operands without a forcing operator; an operand's own operator takes precedence
        org     p:$40
        force   short
        jmp     ahead
        move    x:ahead2,x0
        bset    #1,y:ahead2
        do      #3,end
        nop
end
        move    #ahead2,x0
        move    #>ahead2,x0
        force   long
        jmp     $10
        move    x:$10,x0
        move    #0,x0
        move    #<0,x0
        force   none
        jmp     $10
ahead
ahead2  equ     $20
;= P:0040 0C0051 44A000 0A2061 060380 000045 000000 242000 44F400
;= P:0048 000020 0AF080 000010 44F000 000010 44F400 000000 240000
;= P:0050 0C0010
