; DEFINE replaces text before anything else, not inside '...', but inside "..." (ASM chapter 6, DEFINE)
        define  SIZE    '2 * COUNT'
        define  COUNT   '3'
        define  OP      'dc'
        define  skip    ';'
        dc      SIZE
        OP      1,'COUNT'
        dc      "COUNT"
        dc      SIZES
SIZES   equ     7
        skip    this is now a comment
        undef   COUNT
COUNT   equ     5
        dc      SIZE
;= P:0000 000006 000001 434F55 4E5400 000033 000007 00000A
