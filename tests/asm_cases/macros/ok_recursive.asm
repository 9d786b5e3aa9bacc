; recursion that ends
count   macro   n
        if      n>0
        dc      n
        count   n-1
        endif
        endm
        count   3
;= P:0000 000003 000002 000001
