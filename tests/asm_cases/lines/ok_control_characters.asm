; form feeds divide a source into pages,  in comments are graphics of DOS; neither is text (ASM H.3.3)
page_   nop

        jmp     page_   ; 
        clra
;= P:0000 000000 0C0000 200013
