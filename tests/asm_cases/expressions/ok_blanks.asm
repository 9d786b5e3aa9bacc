; blanks between terms, as in the manual's own examples
        if      @ccc() > 200
        dc      1
        endif
        ds      10 * 2
after   dc      2
;= P:0014 000002
;= after 20
