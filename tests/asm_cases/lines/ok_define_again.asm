        define  ONE     '1'
        define  ONE     '2'     ;! A0517
        dc      ONE
;= P:0000 000002
