; Addresses of the linker may be assigned by SET and compared as an offset: the manual's SET takes absolute values only (ASM
; 6.3.2), but the Music Kit's allocators, which are assembled in relative mode, count the words of a section so.
;> relative
        org     x:
first   ds      3
next    set     *               ;! A0331
        if      next>4          ;! A0332
        fail    'too much'
        endif
        dc      next
;= first 0
;= X:0003 000003
