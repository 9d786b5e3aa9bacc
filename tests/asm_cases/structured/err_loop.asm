; An error in the count of .LOOP is one error: the loop exists, and so do the labels of .BREAK and .CONTINUE
        org     p:0
        .loop   p:(r0)                  ;! A0649
        .break
        nop
        nop
        .endl
        .loop   (r1)+                   ;! A0650
        .loop   ssh                     ;! A0634
        .if     <cs>
        .break
        .endi
        nop
        .endl
        enddo
        nop
        nop
        .endl
        .loop   x:(r1)--                ;! A0603
        enddo
        nop
        .continue
        nop
        nop
        .endl
        .loop                           ;! A0910
        enddo
        nop
        nop
        .endl
        .loop   1 2                     ;! A0909
        enddo
        nop
        nop
        .endl
        .loop   nothing                 ;! A0212
        enddo
        nop
        nop
        .endl
        .repeat
        .break
        .until  <zz>                    ;! A0908
        .loop   0                       ;! A0916 A0902
        .continue
        .repeat                         ;! A0902
        .break
        .continue
        nop
        nop
        nop
