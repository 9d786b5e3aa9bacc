; functions of the later manuals: a position counts from 0; where nothing is found it is the length
        dc      @len('string'),@len(''),@pos('DSP96000','96'),@pos('abcabc','b',2),@pos('abc','x')
        dc      @fld(0,1,1,7),@fld($ff,0,4),@rvb(1),@rvb(%1101,4)
;= P:0000 000006 000000 000003 000004 000003
;= P:0005 000080 0000F0 800000 00000B
