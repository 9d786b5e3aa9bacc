; SPDX-License-Identifier: MIT
; Computes the angle of a point in all four quadrants. It divides the smaller magnitude by the larger one and evaluates
; an odd polynomial of degree 17.

        if      !@def(fx_arctangent)
; Computes the angle of a point divided by pi, -1 to 1; the angle of the point 0 is 0. A result of 1 is not limited in
; A; a move limits it to $7FFFFF.
; In: X0 the point's x; X1 its y.
; Out: A the angle divided by pi, atan2(x1, x0) / pi.
; Changes: A B X Y R4
; Clocks: 194, at most; 28 for the point 0
; Accuracy: 3.2 units of 2^-23
fx_arctangent
        tfr     x0,a            #>fx_arctangent_coefficients,r4
        tfr     x1,b
        abs     a
        abs     b               a,y0
        cmp     a,b             b,y1
        tgt     y1,a
        tgt     y0,b
        tst     a               a,y0            ; the larger magnitude
        jeq     fx_arctangent_end
        tfr     b,a             x0,b
        move    x1,b0
        asr     a
        and     #$FE,ccr
        rep     #24
        div     y0,a
        move    a0,a
        asl     a               y:(r4)+,x1
        move    a,x0
        mpyr    x0,x0,a
        move    a,y0
        do      #8,_horner
        move    y:(r4)+,a
        macr    x1,y0,a
        move    a,x1
_horner
        mpyr    x1,x0,a         b1,x0
        move    b0,x1
        tfr     x0,b            #0.5,y0
        cmpm    x1,b
        jge     _flat
        tfr     y0,b
        sub     a,b
        tfr     b,a
_flat
        jclr    #23,x0,_right
        tfr     y0,b
        sub     a,b
        add     y0,b
        tfr     b,a
_right
        jclr    #23,x1,fx_arctangent_end
        neg     a
fx_arctangent_end
        rts

        org     y:
fx_arctangent_coefficients
        dc      0.0007819996795079546,-0.0045840954560721426,0.012662760460637454
        dc      -0.023029272266695596,0.03341918823516388,-0.04507659471339669
        dc      0.06361711759024148,-0.1061009517174793,0.31830985002031215
        org     p:
        endif
