; a macro may take the name of an instruction or directive, with a warning; RDIRECT avoids it (ASM 5.1)
nop     macro                   ;! A0404
        dc      $11
        endm
page    macro                   ;! A0405
        dc      $22
        endm
        rdirect wait,title
wait    macro
        dc      $33
        endm
        nop
        page
        wait
;= P:0000 000011 000022 000033
