        define                  ;! A0513
        define  ABC             ;! A0514
        define  _l 'x'          ;! A0515
        define  X1 'x'          ;! A0208
        undef   _l              ;! A0516
        undef   nothing         ;! A0518
        undef                   ;! A0513
        define  A_ 'x           ;! A0327
