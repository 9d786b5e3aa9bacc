; without .asm, in any case, with a backslash; the file's own folder comes first
        include 'include\PART'
        include "include/part.asm"
;= P:0000 000077 000077
