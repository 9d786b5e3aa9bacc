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
; loops that end together, and crossed ones (UM A-64)
        do      #3,_e2
        nop
        do      #3,_e2          ;! A0642
        nop
        nop
        nop
_e2     nop
        do      #3,_e3
        nop
        do      #3,_e4          ;! A0642
        nop
        nop
        nop
_e3     nop
_e4     nop
        do      #3,_e5
        do      #3,_e5          ;! A0637 A0642
        nop
_e5     nop
        do      #3,_e6
        nop
        do      ssh,_e6         ;! A0634
        nop
        nop
        nop
_e6     nop
