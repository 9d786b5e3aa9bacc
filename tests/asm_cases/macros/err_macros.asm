        macro                   ;! A0401
        endm
_local  macro                   ;! A0402
        endm
twice   macro
        endm
twice   macro                   ;! A0403
        endm
m1      macro   ,a_             ;! A0406
        endm
m2      macro   _a              ;! A0407
        endm
m3      macro   b_,b_           ;! A0408
        endm
        endm                    ;! A0411
        exitm                   ;! A0412
        pmacro  nothing         ;! A0413
        pmacro                  ;! A0401
        maclib                  ;! A0521
        rdirect                 ;! A0530
        rdirect strange         ;! A0531
