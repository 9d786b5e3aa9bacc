; ASM D.4: a construct must be closed
        org     p:0
        .repeat                         ;! A0902
        .for    b = #0 to #1            ;! A0902
        .loop   2                       ;! A0902
        .while  <eq>                    ;! A0902
        .if     <eq>                    ;! A0902
        nop
