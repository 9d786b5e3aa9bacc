; a form that is not available is replaced, with a warning (ASM D.3)
        move    x:<$80,a        ;! A0618
        bset    #1,x:<<$80      ;! A0619
        move    #<$1234,x0      ;! A0620
        jmp     <$2000          ;! A0618
        move    #<5,x0 a,y0     ;! A0624
        do      #3,_e
        nop
_e
        jclr    #1,x:>$10,*     ;! A0623
        move    x:<<$20,a       ;! A0622
        move    x:(r0),x0 y:(r4),y0
        rep     #>3             ;! A0625
        nop
        movep   x:<$ffe0,x0     ;! A0621
        move    x:>5,r0
;= P:0000 56F000 000080 0A7021 000080 44F400 001234 0AF080 002000 10B400 000005 060380 00000C 000000 0A1081 00000D 56A000 C08000 0603A0 000000 084420 60F000 000005
