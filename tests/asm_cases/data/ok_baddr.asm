; the label names the buffer, as in the manual's example (ASM chapter 6, BADDR)
        org     x:$104
m_buf   baddr   m,24
        dc      1
;= X:0120 000001
;= m_buf $120
