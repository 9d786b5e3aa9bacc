        org     x:$104
m_buf   buffer  m,24
        dc      0.5,0.5
        endbuf
after   dc      7
;= X:0120 400000 400000
;= X:0138 000007
;= m_buf $120
;= after $138
