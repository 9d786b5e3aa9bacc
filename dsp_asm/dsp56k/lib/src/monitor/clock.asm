; SPDX-License-Identifier: MIT
; Values that depend on the DSP's clock. Runs in external P.

MIN_KHZ                 equ     500
SAFE_KHZ                equ     41500           ; clock assumed until the PC sets it

; CLOCK: sets the values that depend on the clock; the argument is in kHz, not less than the clock frequency.
; In: X0 the argument.
; Out: A1 the status.
; Changes: A X1 Y0
clock
        move    x0,a
        move    #>MIN_KHZ,x1
        cmp     x1,a
        jlt     bad_parameter
; Wait states of the external I/O page, at least 2: an access to the chip ends 4 clocks and the wait states after the
; previous one, and the DES chip needs 200 ns.
        move    #>1678,y0                       ; 2^23 / 5000
        mpy     x0,y0,a         #>3,x1
        move    a1,a
        sub     x1,a            #>2,x1
        cmp     x1,a
        tlt     x1,a
        movep   a1,x:<<BCR
; Number of polls in 1 ms, each of 14 clocks or more
        move    #>599187,y0                     ; 2^23 / 14
        mpy     x0,y0,a         #>1,x1
        add     x1,a            #>83887,y0      ; 2^23 / 100
        move    a1,x:chip_limit
; Number of NOPs between noise samples: 20 us
        mpy     x0,y0,a
        add     x1,a
        move    a1,x:noise_gap
        clr     a
        rts

; CALIBRATE: takes 1000 clocks times the argument.
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
