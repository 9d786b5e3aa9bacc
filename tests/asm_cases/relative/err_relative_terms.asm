; Relative terms may only be added and subtracted, and all but one must cancel out (ASM 3.2, D.4).
;> relative
        org     p:
first   nop
last    nop
        dc      first+last              ;! A0336
        dc      -first                  ;! A0336
        dc      5-first                 ;! A0336
        dc      first*2                 ;! A0335
        dc      last&1                  ;! A0335
        dc      ~first                  ;! A0335
        dc      first+0.5               ;! A0334
        move    #first+last,r0          ;! A0336
both    equ     first+last              ;! A0336
        section other
        dc      *-first                 ;! A0337
        endsec
; Functions take absolute arguments but where their description says otherwise (ASM 3.8).
        dc      @cvi(first)             ;! A0338
        dc      @max(1,last)            ;! A0338
        dc      @frc(outside)           ;! A0339
        dc      @sgn(outside)           ;! A0339
