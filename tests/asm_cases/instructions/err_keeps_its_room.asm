; A statement with an error in its numbers has its normal size: no label moves, and no false warning follows
; (the second pass finds all labels where the first put them, ASM 1.5).
        org     p:$40
        move    #absent,r1          ;! A0212
        jclr    #absent,x:0,last    ;! A0212
        jclr    #24,x:0,last        ;! A0612
        bsc     4,absent            ;! A0212
        dcb     1,absent,3,4        ;! A0212
here    do      #4,last             ;= here $4C
        nop
        nop
        nop
last    do      #4,end              ;= last $51
        move    #>absent,r2         ;! A0212
        move    x:(r2)+,x0
        nop
end     do      #4,absent           ;! A0212
        enddo
        jsr     end                 ;= end $57
