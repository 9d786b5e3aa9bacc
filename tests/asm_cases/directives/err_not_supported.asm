        .if     <eq>            ;! A0557
        .endi                   ;! A0557
        .for    r0 = 1 to 3     ;! A0557
        .endf                   ;! A0557
        .while  <eq>            ;! A0557
        .endw                   ;! A0557
        .repeat                 ;! A0557
        .until  <eq>            ;! A0557
        .loop   3               ;! A0557
        .endl                   ;! A0557
        .break                  ;! A0557
        .continue               ;! A0557
        .else                   ;! A0557
        force   short           ;! A0557
        local   a_              ;! A0557
        scsjmp  short           ;! A0557
        scsreg  r0              ;! A0557
