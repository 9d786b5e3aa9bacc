        opt     dex
        define  ONE     '2'
        dc      'ONE'
;= P:0000 000032
