* a star in column 1
; a semicolon
        nop     ; after a statement
        dc      ';' ; in a string it is text
        comment + one line +
        comment *
        nop
this is not assembled
        *
        nop
        comment ' delimited by a quote
        nop
        '
;= P:0000 000000 00003B 000000
