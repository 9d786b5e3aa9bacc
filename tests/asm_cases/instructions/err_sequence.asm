        clr     a x:(r0)+,a     ;! A0627
        move    x:(r0),a y:(r4),a       ;! A0627
        cmp     x0,a x:(r0)+,a
        rep     #3
        jmp     0               ;! A0628
        rep     #3
        move    #>1,a           ;! A0629
        do      ssh,*+3         ;! A0634
        nop
        movec   ssh,ssh         ;! A0635
        do      #3,_e           ;! A0633 A0636
_e
