; OPT RP puts a NOP between a move to an address register and its use (ASM chapter 6, OPT)
        opt     rp
        org     p:$40
        move    #$10,r0
here    move    x:(r0)+,x0
        move    r1,n2
        move    x:(r1)+,x0
        jmp     here
        opt     norp
        move    #$10,r0
        move    x:(r0)+,x0      ;! A0630
;= P:0040 301000 000000 44D800 223A00 44D900 0C0041 301000 44D800
