; Restricted sequences (UM A-232 to A-238, A-65): warnings, for the words are as written
        org     p:$100
        do      #3,end1
        movec   x0,lc           ;! A0637
        nop
        nop
end1
        do      #3,end2
        bchg    #1,sr           ;! A0637
        movec   ssh,x0          ;! A0637
        ori     #1,mr           ;! A0637
end2
        do      #3,end3
        nop
        movec   lc,x0           ;! A0638
        nop
end3
        do      #3,end3a
        nop
        jlc     end3a           ; the condition limit clear is not a register
        nop
end3a
        do      #3,end4
        jmp     >$200           ;! A0638
end4
        do      #3,end5
        jsr     last5           ;! A0639
        nop
last5   nop
end5
        do      #3,end5a
        nop
        move    x:$1234,a       ; a loop may end with the second word of an instruction
end5a
        do      #3,end5b+1      ; but not between two words
        nop
end5b   move    x:$1234,a       ;! A0632
        do      #3,end6
        do      #3,end6-1
        nop
        nop
end6    nop
        movec   x0,la
        do      #3,end7         ;! A0636
        nop
end7    nop
        movec   ssh,x0
        enddo                   ;! A0636 A0643
        andi    #$fe,ccr
        rti                     ;! A0636
        movec   x0,sp
        rts                     ;! A0636
        movec   x0,sp
        jclr    #1,ssh,*        ;! A0636
        movec   x0,omr
        jmp     >$200
        movec   x0,sr
        rts
