        mvoe    x0,a            ;! A0201
        inc     a               ;! A0202
        debugcc                 ;! A0202
;!! A0117
