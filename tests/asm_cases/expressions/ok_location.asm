        org     p:$100
        dc      *,*-1
        jmp     *
here    equ     *+$20
;= P:0100 000100 000100 0C0102
;= here $123
