; SPDX-License-Identifier: MIT
; Multiplies samples by a window before a transform. The program that includes this file may define WINDOW_POINTS.

        if      !@def(fx_window)
        if      !@exp(WINDOW_POINTS)
WINDOW_POINTS           equ     256             ; number of points of the windows
        endif
; Defines a periodic window \a - \b cos(2 pi i / n) + \c cos(4 pi i / n) in Y, multiplied by 1 - 2^-23.
fx_window_table macro   a,b,c
index   set     0
        dup     WINDOW_POINTS
angle   set     6.283185307179586*@cvf(index)/@cvf(WINDOW_POINTS)
        dc      ((a)-(b)*@cos(angle)+(c)*@cos(2.0*angle))*0.9999998807907104
index   set     index+1
        endm
        endm
        org     y:
fx_hann
        fx_window_table 0.5,0.5,0.0
fx_hamming
        fx_window_table 0.54,0.46,0.0
fx_blackman
        fx_window_table 0.42,0.5,0.08
        org     p:

; Multiplies words by those of a window or of any other vector. R1 may equal R0.
; In: X:(R0) the words; Y:(R4) the window; N7 the number of words, at least 2.
; Out: X:(R1) the products, rounded.
; Changes: A X0 Y0 R0 R1 R4
; Clocks: 4 N7 + 12
; Accuracy: 0.5 units of 2^-23
fx_window
        move    x:(r0)+,x0      y:(r4)+,y0
        do      n7,_end
        mpyr    x0,y0,a         x:(r0)+,x0      y:(r4)+,y0
        move    a,x:(r1)+
_end
        rts
        endif
