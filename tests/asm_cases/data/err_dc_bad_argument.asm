        dc                      ;! A0301
        dcb                     ;! A0301
; the other arguments keep their addresses
        org     x:0
        dc      1,2+,3          ;! A0301
        dc      unknown         ;! A0212
after   dc      4
;= after 4
