; SPDX-License-Identifier: MIT
; Converts between linear samples of 14 bits and mu-law codes of 8 bits (ITU-T G.711).

        if      !@def(fx_mu_law)
        include 'powers.asm'

; Converts a sample to its code.
; In: A the sample, a word, of which the upper 14 bits are used.
; Out: A1 the code, 0 to 255.
; Changes: A B X Y R0
; Clocks: 80
fx_mu_law
        tfr     a,b             #>$FFFC00,x0
        abs     a               b,x1
        and     x0,a            #<7,r0
        move    #>33*1024,x0
        add     x0,a            #>$7FFC00,x0
        cmp     x0,a
        tgt     x0,a
        tst     a
        rep     #7
        norm    r0,a
        move    a,x0                            ; R0 = the segment, X0 = the normalised magnitude
        move    #>$20,y0
        mpy     x0,y0,a         #>$0F,x0
        and     x0,a            #>8,y1
        move    r0,y0
        mpy     y0,y1,b
        move    b0,y0
        or      y0,a            #>$FF,y0
        tfr     x1,b
        tst     b               #>$7F,b
        tpl     y0,b
        move    b1,x0
        eor     x0,a
        rts

; Converts a code to its sample.
; In: X0 the code, 0 to 255.
; Out: A the sample, a multiple of 2^-13.
; Changes: A X1 Y R4 N4
; Clocks: 60, at most
fx_mu_law_linear
        tfr     x0,a            #>$FF,x1
        eor     x1,a            #>$0F,y0
        and     y0,a            a1,x1
        asl     a               #>33,y0
        add     y0,a            #>fx_powers+13,r4
        move    a1,y1
        move    #>$080000,y0
        mpy     x1,y0,a         #>7,y0
        and     y0,a
        move    a1,n4
        nop
        move    (r4)-n4
        move    #>33*1024,x1
        move    y:(r4),y0
        mpy     y1,y0,a
        move    a0,a
        sub     x1,a
        jset    #7,x0,_end
        neg     a
_end
        rts
        endif
