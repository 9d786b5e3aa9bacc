; only a force sign that no form has is dropped; of two I/O short addresses the second becomes long (ASM D.3)
        org     p:$100
        movep   x:<<$ffe0,x:<<$ffe1     ;! A0651
        movep   x:<$10,y:<<$ffe1        ;! A0621
        movep   #<5,x:<<$ffe0           ;! A0624
        movep   #>5,x:<<$ffe0
        move    x:<<$ffe0,a             ;! A0622
        move    a,x0    y:<5,y0         ;! A0621
        do      #>3,<end                ;! A0625 A0621
        nop
end     jclr    #0,x:<5,<end            ;! A0621
        jclr    #<0,x:<5,>end
        bset    #<5,x:<$50              ;! A0618
;= P:0100 0870A0 00FFE1 09F0A1 000010 08F4A0 000005 08F4A0 000005 56F000 00FFE0 10F000 000005
;= P:010C 060380 00010E 000000 0A0580 00010F 0A0580 00010F 0A7025 000050
