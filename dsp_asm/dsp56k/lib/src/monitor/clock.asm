; SPDX-License-Identifier: MIT
; What depends on the DSP's clock. Runs in external P.

MIN_KHZ                 equ     500
SAFE_KHZ                equ     41500           ; assumed until the PC sets the clock

; CLOCK: kHz, not less than the clock has.
; In: X0 the argument.
; Out: A1 the status.
; Changes: A X1 Y0
clock
        move    x0,a
        move    #>MIN_KHZ,x1
        cmp     x1,a
        jlt     bad_parameter
; Wait states of the external I/O page: a chip access ends 4 clocks and the wait states after the
; one before, and the DES chip wants 200 ns; not less than 2
        move    #>1678,y0                       ; 2^23 / 5000
        mpy     x0,y0,a         #>3,x1
        move    a1,a
        sub     x1,a            #>2,x1
        cmp     x1,a
        tlt     x1,a
        movep   a1,x:<<BCR
; Turns of 14 clocks or more in 1 ms
        move    #>599187,y0                     ; 2^23 / 14
        mpy     x0,y0,a         #>1,x1
        add     x1,a            #>83887,y0      ; 2^23 / 100
        move    a1,x:chip_limit
; NOPs between noise samples: 20 us
        mpy     x0,y0,a
        add     x1,a
        move    a1,x:noise_gap
        clr     a
        rts

; CALIBRATE: 1000 clocks for each of the argument.
; In: X0 the argument.
; Out: A1 the status.
; Changes: A
calibrate
        move    x0,a
        tst     a
        jeq     return
        do      x0,_end
        rep     #496
        nop
        nop
        nop
_end
        clr     a
        rts
