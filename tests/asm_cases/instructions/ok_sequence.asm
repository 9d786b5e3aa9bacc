; UM A-234: a register is not ready for the next instruction; also from a loop's end to its beginning
        move    #5,r0
        move    x:(r0),a        ;! A0630
        move    #5,n1
        move    x:(r1)+,a
        move    a,m1
        move    x:(r1)+,a       ;! A0630
        do      #3,_end
        move    x:(r2)+,a
        move    a,r2            ;! A0631
_end
        do      #3,_end2
        nop
        jmp     *               ;! A0632
_end2
;= P:0000 300500 56E000 390500 56D900 04CEA1 56D900 060380 000009 56DA00 21D200 060380 00000D 000000 0C000D
