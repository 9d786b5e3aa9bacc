        dc      @fld(0,1,25)    ;! A0324
        dc      @fld(0,1,4,22)  ;! A0324
        dc      @fld(-1,1,4)    ;! A0324
        dc      @fld(0,1)       ;! A0502
        dc      @rvb(1,0)       ;! A0324
        dc      @rvb(1.5)       ;! A0315
        dc      @pos('ab','b',3) ;! A0324
        dc      @len(5)         ;! A0326
