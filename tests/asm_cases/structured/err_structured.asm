; ASM D.4: the syntax of structured control
        org     p:0
        .endi                           ;! A0901
        .endw                           ;! A0901
        .until  <eq>                    ;! A0901
        .endf                           ;! A0901
        .endl                           ;! A0901
        .else                           ;! A0901
        .if     <eq> and <cs> or <cc>   ;! A0907
        .else
        .else                           ;! A0901
        .endi   now                     ;! A0909
        .if     <eq> then now           ;! A0909
        .endi
        .if                             ;! A0910
        .endi
        .if     x1 <eq>                 ;! A0910
        .endi
        .if     x1 = y1                 ;! A0908
        .endi
        .if     <zz>                    ;! A0908
        .endi
        .if     ab <eq> y1              ;! A0912
        .endi
        .if     l:$10 <eq> y1           ;! A0912
        .endi
        .if     count <eq> y1           ;! A0913
        .endi
        .if     #nowhere <eq> y1        ;! A0212
        .endi
        .if     x:(r1)+y0 <eq> b        ;! A0603
        .endi
        .while  <eq> now                ;! A0904
        .endw
        .for    x:1 = #0 by #1          ;! A0905
        .endf
        .for    x:1 = #0 to #1 step #1  ;! A0903
        .endf
        .for    x:1 is #0 to #1         ;! A0906
        .endf
        .for    x0 = #0 to #1           ;! A0914
        .endf
        .for    #1 = #0 to #1           ;! A0913
        .endf
        .for    b = #0 to x0 by y0      ;! A0915
        .endf
        .for    b = #0 to #1 by #1 do so ;! A0909
        .endf
        .loop   65536                   ;! A0916
        .endl
        .loop                           ;! A0910
        .endl
        .loop   1 2                     ;! A0909
        .endl
        scsjmp  far                     ;! A0917
