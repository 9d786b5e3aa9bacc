; in L memory each argument is a 48-bit word: X first, then Y
        org     l:$20
pair    dc      $123456789ABC,1,-1
        dc      0.5
;= X:0020 123456 000000 FFFFFF 400000
;= Y:0020 789ABC 000001 FFFFFF 000000
