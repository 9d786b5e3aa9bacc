; ASM 7.3.6, 7.3.7: .BREAK and .CONTINUE outside of loops are a warning
        org     p:0
        .break                          ;! A0911
        .if     <eq>
        .continue                       ;! A0911
        .endi
