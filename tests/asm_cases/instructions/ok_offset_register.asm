; the offset register's number may be left out (ASM D.4)
        move    x:(r3)+n,a
        move    x:(r3+n3),a
        move    x:(r3)-n,a
;= P:0000 56CB00 56EB00 56C300
