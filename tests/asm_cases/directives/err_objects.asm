        ident                   ;! A0553
        ident   1               ;! A0554
        ident   1,65536         ;! A0314
        cobj    text            ;! A0326
        symobj                  ;! A0513
        symobj  nothing         ;! A0555
