; " becomes ', and arguments inside are replaced (ASM 5.5.4); also inside '...'. After a backslash it remains.
cstr    macro   string
        dc      "string"
        dc      'xstring string'
        endm
        cstr    ABC
quoted  macro   string
        dc      'a\"string'
        endm
        quoted  b
;= P:0000 414243 787374 72696E 672041 424300 612262
