; a directive can be renamed, and a memory space (seen in real programs)
        define  nolist  'list'
        define  p_i     'p'
        nolist
        org     p_i:$10
        nop
;= P:0010 000000
