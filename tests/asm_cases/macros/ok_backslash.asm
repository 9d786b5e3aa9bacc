; backslashes with digits in strings and comments, and behind a dummy argument, are none of another dialect's arguments
text    macro
        dcb     '\1'    ; \1
        endm
join    macro   a
        dc      a\1
        endm
        org     p:0
        text
        join    2
;= P:0000 5C3100 000015
