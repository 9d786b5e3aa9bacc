; A macro library is read again for another section, whose macros are its own, and after PMACRO (ASM 4.3.2, 5.2)
        maclib  'maclib'
        org     x:0
        section one
        fromlib 1
        endsec
        section two
        fromlib 2
        endsec
        section one
        fromlib 3
        pmacro  fromlib
        fromlib 4
        endsec
        fromlib 5
        pmacro  fromlib
        fromlib 6
;= X:0000 000001 000002 000003 000004 000005 000006
