; labels take the runtime counter, words the load counter (ASM 4.5.3)
        org     p:$10,y:$8000
first   jmp     second
second  nop
        org     y:$100,p:$40
        dc      $AA
        org     y:,p:
        dc      $BB
;= Y:8000 0AF080 000012 000000
;= P:0040 0000AA 0000BB
;= first $10
;= second $12
;= start $10
