; SET with XREF changes the symbol that another section made public (ASM 4.3.1); without XREF it makes one of the section,
; whose first value may come from the one outside.
        section one
        xdef    count
count   set     1
        endsec
count   set     count+1
        section two
        xref    count
count   set     count+1
        move    #count,r0
        endsec
own     set     5
        section two
own     set     own+1
        move    #own,r1
        endsec
        section one
        move    #count,r2
        endsec
        move    #own,r3
;= P:0000 300300 310600 320300 330500
;= count 3
;= own 5
