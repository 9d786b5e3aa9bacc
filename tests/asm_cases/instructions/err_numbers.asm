        bset    #24,x:5         ;! A0612
        bset    #-1,x:5         ;! A0611
        bset    #1.5,x:5        ;! A0610
        do      #4096,*+3       ;! A0612
        jmp     $10000          ;! A0609
        jmp     -1              ;! A0609
        jmp     1.5             ;! A0315
        move    #$1000000,x0    ;! A0314
        do      x:$80,*+3       ;! A0616
        jclr    #1,x:$80,*      ;! A0616
        jclr    #1,x:fwd,*      ;! A0617
        movep   x:$80,a         ;! A0615
        movep   x:<<$80,a       ;! A0615
        move    x:<fwd,a        ;! A0614
        move    #<fwd,a         ;! A0613
        andi    #256,mr         ;! A0612
fwd     equ     $100
