; Within .FOR nothing may use X0, which holds the step (ASM 7.3.4)
        org     p:0
        .for    x:$10 = #1 to #9
        .if     x1 <eq> #3      ;! A0918
        .endi
        .if     <eq>
        .endi
        .repeat
        .until  b <gt> x0       ;! A0918
        .for    x:$11 = #1 to #9        ;! A0918
        .endf
        .loop   5
        .endl
        .loop   5000            ;! A0918
        .endl
        .endf
        .if     x1 <eq> #3
        .endi
