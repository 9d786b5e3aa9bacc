; UNROLLED MONTGOMERY KERNELS for 22 digits, N < 2^(24 n - 8): see ../mont_fast.asm.
; Made by `python -m dsp56k.lib.kernels.files`; do not edit.

; value = value^2 / R mod N, X:mp_cnt times; 22 digits.
; Changes: A B X Y R0-R5 R7 N0-N5 N7
; Bounds: |A|, |B| <= (2n + 1) 2^47
fast_squares_22
        move    #>-19,n0
        move    #>-21,n1
        move    #>-65,n2
        move    #2,n3
        move    #>-18,n5
        move    #>-20,n7
        move    x:<mp_half,y0
        move    x:<mp_cnt,x1
; The same with the offsets that both kernels share, and Y0, as they leave them. X1 times.
; Changes: A B X Y1 R0-R5 R7 N4
; Bounds: |A|, |B| <= (2n + 1) 2^47
fast_squares_22_run
        move    #4,n4
        move    #mp_xv+2,r0
        move    #mp_xm,r1
        move    #mp_xm,r2
        move    #mp_xv+20,r3
        move    #mp_xm+3,r4
        move    #mp_yq,r5
        move    #mp_yq,r7
        move    x:<mp_xv,x0
        do      x1,_again
        mpy     x0,x0,a         x:<mp_xv+1,x0
        asr     a               x:<mp_xv,y1
        mac     y0,y0,a         a0,y:<mp_yq
        mpy     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+2,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:(r1)+,x0      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)+,x1
        mac     y0,y0,b         b0,y:<mp_yq+1
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r2)+,x1      y:(r5)+,y1
        mac     x1,y1,a         x:(r2)-,x0
        mac     y0,y0,a         a0,y:<mp_yq+2
        mac     x0,y1,b         x:(r0)+,x0      y:(r5)+,y1
        mac     x1,y1,b         x:<mp_xv+1,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+3,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:<mp_xv+4,x0
        mac     y0,y0,b         b0,y:(r5)+
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,b         #mp_xm+3,r4
        mac     x0,y1,a         x:(r1)+,x1      y:(r7)+,y1
        mac     x1,y1,a
        mac     y0,y0,a         a0,y:(r7)+
        mac     x0,y1,b         x:(r0)+,x0      y:(r5),y1
        mac     x1,y1,b         x:<mp_xv+2,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+4,x1
        asr     a               x:(r1)+,x0
        mac     x1,y1,a         x:<mp_xv+1,y1
        mac     x1,y1,b         x:<mp_xv+5,x1
        mac     x1,y1,a         x:<mp_xv,y1
        mac     x1,y1,b         x:<mp_xv+6,x1
        mac     y0,y0,b         b0,y:(r7)
        mac     x1,y1,a         x:(r1)-,x1      y:(r5)-,y1
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r2),x0       y:(r7)+,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r5),y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     y0,y0,a         a0,y:<mp_yq+6
        mac     x1,y1,b         x:(r2),x1       y:(r7)+,y1
        mac     x1,y1,b         x:<mp_xv+3,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+5,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:<mp_xv+6,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:<mp_xv+7,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:<mp_xv+8,x0
        mac     y0,y0,b         b0,y:(r7)+
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)+,x1      y:(r5)+,y1
        mac     x1,y1,a
        mac     y0,y0,a         a0,y:(r7)+
        mac     x0,y1,b         x:(r0)+,x0      y:(r5),y1
        mac     x1,y1,b         x:<mp_xv+4,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+6,x1
        asr     a               x:(r1)+,x0
        mac     x1,y1,a         x:<mp_xv+3,y1
        mac     x1,y1,b         x:<mp_xv+7,x1
        mac     x1,y1,a         x:<mp_xv+2,y1
        mac     x1,y1,b         x:<mp_xv+8,x1
        mac     x1,y1,a         x:<mp_xv+1,y1
        mac     x1,y1,b         x:<mp_xv+9,x1
        mac     x1,y1,a         x:<mp_xv,y1
        mac     x1,y1,b         x:<mp_xv+10,x1
        mac     y0,y0,b         b0,y:(r7)
        mac     x1,y1,a         x:(r1)-,x1      y:(r5)-,y1
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r2),x0       y:(r7)+,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r5),y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     y0,y0,a         a0,y:<mp_yq+10
        mac     x1,y1,b         x:(r2),x1       y:(r7)+,y1
        mac     x1,y1,b         x:<mp_xv+5,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+7,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:<mp_xv+8,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:<mp_xv+9,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:<mp_xv+10,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:<mp_xv+11,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:<mp_xv+12,x0
        mac     y0,y0,b         b0,y:(r7)+
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)+,x1      y:(r5)+,y1
        mac     x1,y1,a
        mac     y0,y0,a         a0,y:(r7)+
        mac     x0,y1,b         x:(r0)+,x0      y:(r5),y1
        mac     x1,y1,b         x:<mp_xv+6,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+8,x1
        asr     a               x:(r1)+,x0
        mac     x1,y1,a         x:<mp_xv+5,y1
        mac     x1,y1,b         x:<mp_xv+9,x1
        mac     x1,y1,a         x:<mp_xv+4,y1
        mac     x1,y1,b         x:<mp_xv+10,x1
        mac     x1,y1,a         x:<mp_xv+3,y1
        mac     x1,y1,b         x:<mp_xv+11,x1
        mac     x1,y1,a         x:<mp_xv+2,y1
        mac     x1,y1,b         x:<mp_xv+12,x1
        mac     x1,y1,a         x:<mp_xv+1,y1
        mac     x1,y1,b         x:<mp_xv+13,x1
        mac     x1,y1,a         x:<mp_xv,y1
        mac     x1,y1,b         x:<mp_xv+14,x1
        mac     y0,y0,b         b0,y:(r7)
        mac     x1,y1,a         x:(r1)-,x1      y:(r5)-,y1
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r2),x0       y:(r7)+,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r5),y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     y0,y0,a         a0,y:<mp_yq+14
        mac     x1,y1,b         x:(r2),x1       y:(r7)+,y1
        mac     x1,y1,b         x:<mp_xv+7,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+9,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:<mp_xv+10,x0
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:<mp_xv+11,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:<mp_xv+12,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:<mp_xv+13,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:<mp_xv+14,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:<mp_xv+15,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:<mp_xv+16,x0
        mac     y0,y0,b         b0,y:(r7)+
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)+,x1      y:(r5)+,y1
        mac     x1,y1,a
        mac     y0,y0,a         a0,y:(r7)+
        mac     x0,y1,b         x:(r0)+,x0      y:(r5)+,y1
        mac     x1,y1,b         x:<mp_xv+8,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+10,x1
        asr     a               x:(r1)+,x0
        mac     x1,y1,a         x:<mp_xv+7,y1
        mac     x1,y1,b         x:<mp_xv+11,x1
        mac     x1,y1,a         x:<mp_xv+6,y1
        mac     x1,y1,b         x:<mp_xv+12,x1
        mac     x1,y1,a         x:<mp_xv+5,y1
        mac     x1,y1,b         x:<mp_xv+13,x1
        mac     x1,y1,a         x:<mp_xv+4,y1
        mac     x1,y1,b         x:<mp_xv+14,x1
        mac     x1,y1,a         x:<mp_xv+3,y1
        mac     x1,y1,b         x:<mp_xv+15,x1
        mac     x1,y1,a         x:<mp_xv+2,y1
        mac     x1,y1,b         x:<mp_xv+16,x1
        mac     x1,y1,a         x:<mp_xv+1,y1
        mac     x1,y1,b         x:<mp_xv+17,x1
        mac     x1,y1,a         x:<mp_xv,y1
        mac     x1,y1,b         x:<mp_xv+18,x1
        mac     y0,y0,b         b0,y:(r7)-
        mac     x1,y1,a         x:(r1)-,x1      y:(r7)-,y1
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0),x0       y:(r7),y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     y0,y0,a         a0,y:<mp_yq+18
        mac     x1,y1,b         x:(r2),x1       y:(r5),y1
        mac     x1,y1,b         x:<mp_xv+9,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+11,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+8,y1
        mac     x0,y1,b         x:<mp_xv+12,x0
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:<mp_xv+13,x0
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:<mp_xv+14,x0
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:<mp_xv+15,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:<mp_xv+16,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:<mp_xv+17,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:<mp_xv+18,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:<mp_xv+19,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:<mp_xv+20,x0
        mac     y0,y0,b         b0,y:<mp_yq+19
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x0,y1,b         #mp_xh,r2
        mac     x1,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,b         #mp_yq+3,r5
        mac     x0,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:<mp_xv+11,y1
        mac     x1,y1,b         x:(r0)-,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:<mp_xv+12,y1
        mac     x1,y1,b         x:(r0)-,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:<mp_xv+13,y1
        mac     x1,y1,b         x:(r0)-,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:<mp_xv+14,y1
        mac     x1,y1,b         x:(r0)-,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:<mp_xv+15,y1
        mac     x1,y1,b         x:(r0)-,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:<mp_xv+16,y1
        mac     x1,y1,b         x:(r0)-,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:<mp_xv+17,y1
        mac     x1,y1,b         x:(r0)-,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:<mp_xv+18,y1
        mac     x1,y1,b         x:(r0)-,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:<mp_xv+19,y1
        mac     x1,y1,b         x:(r3),x1       y:(r7)+,y1
        mac     x0,y1,b         x:(r1)+,x0
        mac     x0,y1,a         x:(r0)-,y1
        mac     y0,y0,a         a0,y:<mp_yq+20
        mac     x1,y1,b         x:(r0),x1       y:(r7)+,y1
        mac     x0,y1,b         x:<mp_xv+21,x0
        mac     x1,x0,b         a1,x0
        move                    a2,x1
        add     x,b             x:<mp_pinv,x0
        move                    b0,y1
        mpy     x0,y1,a         x:(r2)+,x1
        asr     a               x:<mp_xv+11,x0
        mpy     x0,x0,a         a0,y1
        mac     x1,y1,b         x:(r2)+,x1      y1,y:(r7)-
        mac     y0,y0,b         #mp_xv+12,r0
        asr     a               b1,x0
        mac     x1,y1,a         b2,x1
        add     x,a             x:(r2)+,x0
        mpy     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a         #mp_xv+9,r3
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0),x0       y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:<mp_xv+10,y1
        mac     x0,y1,a         x:(r3)-,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:<mp_xv+13,y1
        mac     x0,y1,a         x:(r3)-,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:<mp_xv+14,y1
        mac     x0,y1,a         x:(r3)-,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:<mp_xv+15,y1
        mac     x0,y1,a         x:(r3)-,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:<mp_xv+16,y1
        mac     x0,y1,a         x:(r3)-,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:<mp_xv+17,y1
        mac     x0,y1,a         x:(r3)-,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:<mp_xv+18,y1
        mac     x0,y1,a         x:(r3)-,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:<mp_xv+19,y1
        mac     x0,y1,a         x:(r3)-,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:<mp_xv+20,y1
        mac     x0,y1,a         x:(r3),x0       y:(r7)-,y1
        mac     x1,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,a         x:<mp_xv+21,y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r7)+,y1
        mac     y0,y0,a         a0,x:<mp_xv
        mac     x1,y1,b         x:<mp_xv+11,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+13,x1
        asr     a               x:(r1)+,x0
        mac     x1,y1,a         x:<mp_xv+10,y1
        mac     x1,y1,b         x:<mp_xv+14,x1
        mac     x1,y1,a         x:<mp_xv+9,y1
        mac     x1,y1,b         x:<mp_xv+15,x1
        mac     x1,y1,a         x:<mp_xv+8,y1
        mac     x1,y1,b         x:<mp_xv+16,x1
        mac     x1,y1,a         x:<mp_xv+7,y1
        mac     x1,y1,b         x:<mp_xv+17,x1
        mac     x1,y1,a         x:<mp_xv+6,y1
        mac     x1,y1,b         x:<mp_xv+18,x1
        mac     x1,y1,a         x:<mp_xv+5,y1
        mac     x1,y1,b         x:<mp_xv+19,x1
        mac     x1,y1,a         x:<mp_xv+4,y1
        mac     x1,y1,b         x:<mp_xv+20,x1
        mac     x1,y1,a         x:<mp_xv+3,y1
        mac     x1,y1,b         x:<mp_xv+21,x1
        mac     x1,y1,a         x:<mp_xv+2,y1
        mac     x1,y1,b         x:(r1),x1       y:(r5)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+1
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)-,x0      y:(r7),y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b         #mp_yq+7,r7
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b         #mp_xv+15,r3
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)+,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)+,x0      y:(r5)+,y1
        mac     x1,y1,b         x:(r4)+n4,x1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5),y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     y0,y0,a         a0,x:<mp_xv+2
        mac     x1,y1,b         x:<mp_xv+12,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+14,x0
        asr     a               x:(r2)+,x1
        mac     x0,y1,a         x:<mp_xv+11,y1
        mac     x0,y1,b         x:<mp_xv+15,x0
        mac     x0,y1,a         x:<mp_xv+10,y1
        mac     x0,y1,b         x:<mp_xv+16,x0
        mac     x0,y1,a         x:<mp_xv+9,y1
        mac     x0,y1,b         x:<mp_xv+17,x0
        mac     x0,y1,a         x:<mp_xv+8,y1
        mac     x0,y1,b         x:<mp_xv+18,x0
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:<mp_xv+19,x0
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:<mp_xv+20,x0
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:<mp_xv+21,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:(r2)+,x0      y:(r5)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+3
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)-,x0      y:(r5)-,y1
        mac     x1,y1,a         x:(r1),x1       y:(r5)+,y1
        mac     x1,y1,a         x:(r0)-,y1
        mac     y0,y0,a         a0,x:<mp_xv+4
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        asr     a
        add     x,b             x:<mp_xv+15,x0
        mac     x0,y1,a         x:(r0),x1       y:(r5)+,y1
        mac     x1,x0,b         x:<mp_xv+16,x0
        mac     x1,x0,a         x:<mp_xv+11,x1
        mac     x1,x0,b         x:<mp_xv+17,x0
        mac     x1,x0,a         x:<mp_xv+10,x1
        mac     x1,x0,b         x:<mp_xv+18,x0
        mac     x1,x0,a         x:<mp_xv+9,x1
        mac     x1,x0,b         x:<mp_xv+19,x0
        mac     x1,x0,a         x:<mp_xv+8,x1
        mac     x1,x0,b         x:<mp_xv+20,x0
        mac     x1,x0,a         x:<mp_xv+7,x1
        mac     x1,x0,b         x:<mp_xv+21,x0
        mac     x1,x0,a         x:(r1)-,x1
        mac     x1,y1,b         x:<mp_xv+6,y1
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+5
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)-,x0      y:(r5),y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x0,y1,b         #mp_yq+11,r5
        mac     x1,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,b         #mp_xv+17,r0
        mac     x0,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)+,x1      y:(r7)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r3)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r4)+n4,x1
        mac     x1,y1,a         x:(r2)+,x1      y:(r7),y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     y0,y0,a         a0,x:<mp_xv+6
        mac     x1,y1,b         x:<mp_xv+14,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+16,x0
        asr     a               x:(r2)+,x1
        mac     x0,y1,a         x:<mp_xv+13,y1
        mac     x0,y1,b         x:<mp_xv+17,x0
        mac     x0,y1,a         x:<mp_xv+12,y1
        mac     x0,y1,b         x:<mp_xv+18,x0
        mac     x0,y1,a         x:<mp_xv+11,y1
        mac     x0,y1,b         x:<mp_xv+19,x0
        mac     x0,y1,a         x:<mp_xv+10,y1
        mac     x0,y1,b         x:<mp_xv+20,x0
        mac     x0,y1,a         x:<mp_xv+9,y1
        mac     x0,y1,b         x:<mp_xv+21,x0
        mac     x0,y1,a         x:<mp_xv+8,y1
        mac     x0,y1,b         x:(r2)+,x0      y:(r7)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+7
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r3)-,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1),x1       y:(r7)+,y1
        mac     x1,y1,a         x:(r3)-,y1
        mac     y0,y0,a         a0,x:<mp_xv+8
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        asr     a
        add     x,b             x:<mp_xv+17,x0
        mac     x0,y1,a         x:(r3)+,x1      y:(r7)+,y1
        mac     x1,x0,b         x:<mp_xv+18,x0
        mac     x1,x0,a         x:<mp_xv+13,x1
        mac     x1,x0,b         x:<mp_xv+19,x0
        mac     x1,x0,a         x:<mp_xv+12,x1
        mac     x1,x0,b         x:<mp_xv+20,x0
        mac     x1,x0,a         x:<mp_xv+11,x1
        mac     x1,x0,b         x:<mp_xv+21,x0
        mac     x1,x0,a         x:(r1)-,x1
        mac     x1,y1,b         x:<mp_xv+10,y1
        mac     x0,y1,b         x:(r1)+,x0      y:(r5)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+9
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)-,x0      y:(r7),y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b         #mp_yq+15,r7
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)+,x1      y:(r5)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)+,x0      y:(r5)+,y1
        mac     x1,y1,b         x:(r4)+n4,x1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5),y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     y0,y0,a         a0,x:<mp_xv+10
        mac     x1,y1,b         x:<mp_xv+16,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+18,x0
        asr     a               x:(r2)+,x1
        mac     x0,y1,a         x:(r3)+,y1
        mac     x0,y1,b         x:<mp_xv+19,x0
        mac     x0,y1,a         x:<mp_xv+14,y1
        mac     x0,y1,b         x:<mp_xv+20,x0
        mac     x0,y1,a         x:<mp_xv+13,y1
        mac     x0,y1,b         x:<mp_xv+21,x0
        mac     x0,y1,a         x:<mp_xv+12,y1
        mac     x0,y1,b         x:(r2)+,x0      y:(r5)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+11
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r5)-,y1
        mac     x1,y1,a         x:(r1),x1       y:(r5)+,y1
        mac     x1,y1,a         x:<mp_xv+17,y1
        mac     y0,y0,a         a0,x:<mp_xv+12
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        asr     a
        add     x,b             x:<mp_xv+19,x0
        mac     x0,y1,a         x:(r3)+,x1      y:(r5),y1
        mac     x1,x0,b         x:<mp_xv+20,y1
        mac     x1,y1,a         x:<mp_xv+15,x1
        mac     x1,y1,b         x:<mp_xv+21,y1
        mac     x1,y1,a         x:<mp_xv+14,x1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+13
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)-,x0      y:(r5),y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x0,y1,b         #mp_yq+19,r5
        mac     x1,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)+,x1      y:(r7)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r4)+n4,x1
        mac     x1,y1,a         x:(r2)+,x1      y:(r7),y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     y0,y0,a         a0,x:<mp_xv+14
        mac     x1,y1,b         x:<mp_xv+18,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+20,x0
        asr     a               x:(r3)+,x1
        mac     x0,y1,a         x:<mp_xv+21,y1
        mac     x1,x0,b         x:<mp_xv+16,x0
        mac     x0,y1,b         x:(r2)+,x0
        mac     y0,y0,b         b0,x:<mp_xv+15
        mac     x1,y1,a         x:(r2)+,x1      y:(r7)-,y1
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)-,x1      y:(r7)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r7),y1
        mac     x1,y1,a         x:<mp_xv+19,y1
        mac     y0,y0,a         a0,x:<mp_xv+16
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        asr     a               #mp_yq+20,r7
        add     x,b             x:<mp_xv+21,x0
        mac     x0,y1,a         x:(r3)+n3,x1    y:(r5),y1
        mac     x1,x0,b         x:(r1)+,x1
        mac     y0,y0,b         b0,x:<mp_xv+17
        mac     x1,y1,a         b2,x1
        move                    x:<mp_xv+20,y1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x1      y:(r5)-,y1
        mac     x1,y1,b         x:(r0)+n0,x0    y:(r5)+n5,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r4),x1
        mac     x1,y1,a         x:(r2)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     y0,y0,a         a0,x:<mp_xv+18
        mac     x1,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r2)+n2,x0
        mac     y0,y0,b         b0,x:<mp_xv+19
        asr     a               b2,x1
        mac     x0,y1,a         b1,x0
        add     x,a             x:(r1)+n1,x0    y:(r7)+n7,y1
        mac     x0,y1,a         x:<mp_xv,x0
        mac     y0,y0,a         a0,x:<mp_xv+20
        move                    a1,x:<mp_xv+21
_again
        rts

        if      RSA_SLIDING
; For each of X1 pairs (squarings, address of an entry) X:(R6): squares, then 2 value * entry / R mod N.
; Changes: A B X Y R0-R7 N0-N5 N7
fast_power_22
        move    #>-19,n0
        move    #>-21,n1
        move    #>-65,n2
        move    #2,n3
        move    #>-18,n5
        move    #>-20,n7
        move    x:<mp_half,y0
        do      x1,fast_power_22_end
        move    x:(r6)+,x1
        jsr     fast_squares_22_run
        move    x:(r6)+,r0
        move    #mp_yt,r4
        move    x:(r0)+,a
        rep     #22
        move    x:(r0)+,a       a,y:(r4)+
        move    #mp_yt,r4
        jmp     fast_product_22_run
        endif

; value = 2 value * operand / R mod N; 22 digits.
; Changes: A B X Y R0-R5 R7 N4
; Bounds: |A|, |B| <= (2n + 1) 2^47
fast_product_22
        move    #mp_yt,r4
; The same with the operand Y:(R4).
; Changes: A B X Y R0-R5 R7 N4
; Bounds: |A|, |B| <= (2n + 1) 2^47
fast_product_22_at
        move    x:<mp_half,y0
; The same with the offsets that both kernels share, and Y0, as they leave them.
; Changes: A B X Y1 R0-R5 R7 N4
; Bounds: |A|, |B| <= (2n + 1) 2^47
fast_product_22_run
        move    #>-2,n4
        move    #mp_xv,r0
        move    #mp_xm,r1
        move    #mp_xm+2,r2
        move    #mp_xh,r3
        move    #mp_yq,r5
        move    #mp_yq,r7
        move                    x:(r0)+,x0      y:(r4)+,y1
        mpy     x0,y1,a         x:(r0)+,x1      y:(r4)-,y1
        mpy     x0,y1,b         x:(r0)+,x0      y:(r4),y1
        mac     y0,y0,a         a0,y:<mp_yq
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r1)+,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     y0,y0,b         b0,y:<mp_yq+1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,b         x:(r0)-,x0
        mac     x0,y1,a         x:(r0),x1       y:(r4)+,y1
        mac     x1,y1,a
        mac     y0,y0,a         a0,y:(r7)
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,b         a1,x0
        move                    a2,x1
        add     x,b             x:(r2)+,x1      y:(r7)+,y1
        mpy     x1,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,a         x:(r2)+,x0      y:(r5),y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)+,x1      y:(r4)+,y1
        mac     x1,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+3
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r0)+,x0      y:(r4)+n4,y1
        mac     x0,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,a         x:(r0)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)+,x1      y:(r7)+,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r4),y1
        mac     x0,y1,a         x:(r2)-,x0      y:(r5)+,y1
        mac     y0,y0,a         a0,y:(r7)+
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r2)-,x1
        mac     x1,y1,b         x:(r2),x0       y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4),y1
        mac     x0,y1,b         x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,b
        mac     y0,y0,b         b0,y:(r7)+
        mac     x1,y1,a         x:(r0)+,x1      y:(r5),y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,b         x:(r0)-,x1
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0),x0       y:(r4)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)-,x1      y:(r4)+,y1
        mac     y0,y0,a         a0,y:(r7)
        mac     x0,y1,b         x:(r2),x0       y:(r5)-,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r1)+,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x0,y1,b         x:(r2)+,x1
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)+,x1      y:(r5),y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+7
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r0)+,x0      y:(r4)+n4,y1
        mac     x0,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,a         x:(r0)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)+,x1      y:(r5),y1
        mac     x1,y1,a         x:(r1),x1       y:(r7)+,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r4),y1
        mac     x0,y1,a         x:(r2)-,x0      y:(r5)+,y1
        mac     y0,y0,a         a0,y:(r7)+
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r2)-,x1
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)+,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4),y1
        mac     x0,y1,b         x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,b
        mac     y0,y0,b         b0,y:(r7)+
        mac     x1,y1,a         x:(r0)+,x1      y:(r5),y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,b         x:(r0)-,x1
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0),x0       y:(r4)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)-,x1      y:(r4)+,y1
        mac     y0,y0,a         a0,y:(r7)
        mac     x0,y1,b         x:(r2),x0       y:(r5)-,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r1)+,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x0,y1,b         x:(r2)+,x1
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)+,x1      y:(r5),y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+11
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r0)+,x0      y:(r4)+n4,y1
        mac     x0,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,a         x:(r0)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)+,x1      y:(r5),y1
        mac     x1,y1,a         x:(r1),x1       y:(r7)+,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r4),y1
        mac     x0,y1,a         x:(r2)-,x0      y:(r5)+,y1
        mac     y0,y0,a         a0,y:(r7)+
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r2)-,x1
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)+,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4),y1
        mac     x0,y1,b         x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,b
        mac     y0,y0,b         b0,y:(r7)+
        mac     x1,y1,a         x:(r0)+,x1      y:(r5),y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,b         x:(r0)-,x1
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0),x0       y:(r4)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)-,x1      y:(r4)+,y1
        mac     y0,y0,a         a0,y:(r7)
        mac     x0,y1,b         x:(r2),x0       y:(r5)-,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r1)+,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x0,y1,b         x:(r2)+,x1
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)+,x1      y:(r5),y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+15
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r0)+,x0      y:(r4)+n4,y1
        mac     x0,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,a         x:(r0)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)+,x1      y:(r5),y1
        mac     x1,y1,a         x:(r1),x1       y:(r7)+,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r4),y1
        mac     x0,y1,a         x:(r2)-,x0      y:(r5)+,y1
        mac     y0,y0,a         a0,y:(r7)+
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r2)-,x1
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)+,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4),y1
        mac     x0,y1,b         x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,b
        mac     y0,y0,b         b0,y:(r7)+
        mac     x1,y1,a         x:(r0)+,x1      y:(r5),y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,b         x:(r0)-,x1
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0),x0       y:(r4)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)-,x1      y:(r4)+,y1
        mac     y0,y0,a         a0,y:(r7)
        mac     x0,y1,b         x:(r2),x0       y:(r5)-,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r1)+,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x0,y1,b         x:(r2)+,x1
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)+,x1      y:(r5),y1
        mac     x0,y1,b         x:(r2)+,x0      y:(r4),y1
        mac     y0,y0,b         b0,y:<mp_yq+19
        mac     x1,y1,a         x:(r1)+,x1      y:(r7),y1
        mac     x1,y1,a         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r0)-,x1      y:(r4)+,y1
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)+n4,y1
        move                    (r0)+
        mac     x0,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a         #mp_yq+3,r7
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a         #2,n4
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)-,x1      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)-,x0      y:(r5)+,y1
        mac     y0,y0,a         a0,y:<mp_yq+20
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)+,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,b         a1,x0
        move                    a2,x1
        add     x,b             x:<mp_pinv,x0
        move                    b0,y1
        mpy     x0,y1,a         x:(r3)+,x0      y:(r4)+,y1
        asr     a               x:<mp_xv+21,x1
        mpy     x1,y1,a         a0,y1
        mac     x0,y1,b         x:(r3)+,x0      y1,y:(r5)-
        mac     x0,y1,a         x:(r0),x0       y:(r4)+,y1
        mac     y0,y0,b
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,b         x:(r0)-,x1
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1),x1       y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r0)+,x1      y:(r4),y1
        mac     x1,y1,a         (r0)+
        mac     x0,y1,b         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,a         y:<mp_yq+2,y1
        mac     y0,y0,a         a0,x:<mp_xv
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r2)-,x0      y:(r5),y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r7)+,y1
        mac     x0,y1,a         x:(r2)-,x0
        mac     x0,y1,b         x:(r2)-,x1      y:(r7)+,y1
        mac     x0,y1,a         #mp_yq+6,r5
        mac     x1,y1,b         x:(r2)-,x0      y:(r7)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r7)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r7)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r7)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r7)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r7)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r7)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r7)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r7)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r7)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r7)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r7)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r7)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r7)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)+,x0      y:(r7)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,a         x:(r1),x0
        mac     x0,y1,b         x:(r3)+,x0      y:(r7),y1
        mac     x0,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,a         x:(r0)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a         #mp_xm+8,r1
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r3)+,x1      y:(r7),y1
        mac     x1,y1,a         x:(r3)+,x1      y:(r4)+n4,y1
        mac     x0,y1,a         x:(r3)+,x0      y:(r7)-,y1
        mac     y0,y0,a         a0,x:<mp_xv+2
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r2)+,x0      y:(r7)-,y1
        mac     x0,y1,b         x:(r2)+,x1
        mac     x1,y1,a         x:(r2)+,x0      y:(r7)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r7)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r7)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r7)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r7)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r7)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r7)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r7)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r7)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r7)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r7)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r7)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r7)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r7)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r7)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r7)-,y1
        mac     x0,y1,b         x:(r2),x0       y:(r7)+,y1
        mac     x0,y1,b         y:(r4)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+3
        mac     x1,y1,a         x:(r0),x0       y:(r4)+,y1
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,b         x:(r0)-,x0
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)+,x0      y:(r4),y1
        mac     x0,y1,a         (r0)+
        mac     x1,y1,b         x:(r2)-,x0      y:(r7)+,y1
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+4
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r2)-,x0      y:(r7),y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r2)-,x0
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a         #mp_yq+10,r7
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,a         x:(r2),x0
        mac     x0,y1,b         x:(r3)+,x0      y:(r5),y1
        mac     x0,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+5
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,a         x:(r0)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a         #mp_xm+12,r2
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r3)+,x1      y:(r5),y1
        mac     x1,y1,a         x:(r3)+,x1      y:(r4)+n4,y1
        mac     x0,y1,a         x:(r3)+,x0      y:(r5)-,y1
        mac     y0,y0,a         a0,x:<mp_xv+6
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,b         x:(r1)+,x1
        mac     x1,y1,a         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r5)-,y1
        mac     x0,y1,b         x:(r1),x0       y:(r5)+,y1
        mac     x0,y1,b         y:(r4)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+7
        mac     x1,y1,a         x:(r0),x0       y:(r4)+,y1
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,b         x:(r0)-,x0
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)+,x0      y:(r4),y1
        mac     x0,y1,a         (r0)+
        mac     x1,y1,b         x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r1)+,x1      y:(r7)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+8
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r1)-,x0      y:(r5),y1
        mac     x0,y1,b         x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,a         x:(r1)-,x0
        mac     x0,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x0,y1,a         #mp_yq+14,r5
        mac     x1,y1,b         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,a         x:(r1),x0
        mac     x0,y1,b         x:(r3)+,x0      y:(r7),y1
        mac     x0,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+9
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,a         x:(r0)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a         #mp_xm+16,r1
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r3)+,x1      y:(r7),y1
        mac     x1,y1,a         x:(r3)+,x1      y:(r4)+n4,y1
        mac     x0,y1,a         x:(r3)+,x0      y:(r7)-,y1
        mac     y0,y0,a         a0,x:<mp_xv+10
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r2)+,x0      y:(r7)-,y1
        mac     x0,y1,b         x:(r2)+,x1
        mac     x1,y1,a         x:(r2)+,x0      y:(r7)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r7)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r7)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r7)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r7)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r2)+,x1      y:(r7)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r2)+,x0      y:(r7)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r7)-,y1
        mac     x0,y1,b         x:(r2),x0       y:(r7)+,y1
        mac     x0,y1,b         y:(r4)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+11
        mac     x1,y1,a         x:(r0),x0       y:(r4)+,y1
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,b         x:(r0)-,x0
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)+,x0      y:(r4),y1
        mac     x0,y1,a         (r0)+
        mac     x1,y1,b         x:(r2)-,x0      y:(r7)+,y1
        mac     x0,y1,a         x:(r2)+,x1      y:(r5)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+12
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r2)-,x0      y:(r7),y1
        mac     x0,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r2)-,x0
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a         #mp_yq+18,r7
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r2)-,x1      y:(r5)+,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r2)-,x0      y:(r5)+,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,a         x:(r2),x0
        mac     x0,y1,b         x:(r3)+,x0      y:(r5),y1
        mac     x0,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+13
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,a         x:(r0)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a         #mp_xm+21,r2
        mac     x1,y1,b         x:(r0)+,x0      y:(r4)-,y1
        mac     x1,y1,a
        mac     x0,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     x0,y1,a
        mac     x1,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r3)+,x1      y:(r5),y1
        mac     x1,y1,a         x:(r3)+,x1      y:(r4)+n4,y1
        mac     x0,y1,a         x:(r3)+,x0      y:(r5)-,y1
        mac     y0,y0,a         a0,x:<mp_xv+14
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,b         x:(r1)+,x1
        mac     x1,y1,a         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r1)+,x0      y:(r5)-,y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0)-,x1      y:(r5)-,y1
        mac     x0,y1,b         x:(r1),x0       y:(r5)+,y1
        mac     x0,y1,b         y:(r4)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+15
        mac     x1,y1,a         x:(r0),x0       y:(r4)+,y1
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,b         x:(r0)-,x0
        mac     x0,y1,a         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b
        mac     x1,y1,a         x:(r0)+,x0      y:(r4),y1
        mac     x0,y1,a         (r0)+
        mac     x1,y1,b         x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r1)+,x1      y:(r7)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+16
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r1)-,x0      y:(r5)+,y1
        move                    (r5)+
        mac     x0,y1,b         x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,a         x:(r1)-,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,a         x:(r1),x0
        mac     x0,y1,b         x:(r3)+,x0      y:(r7),y1
        mac     x0,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+17
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,a         x:(r0),x0       y:(r4)+,y1
        mac     x0,y1,a         x:(r3)+,x1      y:(r7),y1
        mac     x1,y1,a         x:(r3)+,x1      y:(r4)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+18
        mac     x0,y1,b         x:(r3),x0       y:(r7),y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2),x1       y:(r5),y1
        mac     x1,y1,b
        mac     x0,y1,a         x:(r0),x1       y:(r4),y1
        mac     y0,y0,b         b0,x:<mp_xv+19
        mac     x1,y1,a         b1,x0
        move                    b2,x1
        add     x,a
        mac     y0,y0,a         a0,x:<mp_xv+20
        move                    a1,x:<mp_xv+21
fast_power_22_end
        rts
