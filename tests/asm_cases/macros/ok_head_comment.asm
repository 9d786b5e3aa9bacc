; The list of dummies ends at a blank that no comma goes before (ASM 5.3 has a comment there)
pair    macro   p_, q_          comment, of several words
        dc      p_,q_
        endm
        org     x:0
        pair    1,2             comment, too
;= X:0000 000001 000002
