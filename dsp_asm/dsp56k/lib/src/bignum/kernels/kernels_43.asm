; UNROLLED MONTGOMERY KERNELS for 43 digits, N < 2^(24 n - 8): see ../mont_fast.asm.
; Made by `python -m dsp56k.lib.kernels.files`; do not edit.

; value = value^2 / R mod N, X:mp_cnt times; 43 digits.
; Changes: A B X Y R0-R7 N0-N3 N5-N7
; Bounds: |A|, |B| <= (2n + 1) 2^47
fast_squares_43
        move    #2,n1
        move    #>-6,n3
        move    #5,n5
        move    #>-10,n6
        move    #5,n7
        move    x:<mp_half,y0
        move    x:<mp_cnt,x1
; The same with the offsets that both kernels share, and Y0, as they leave them. X1 times.
; Changes: A B X Y1 R0-R7 N0 N2
; Bounds: |A|, |B| <= (2n + 1) 2^47
fast_squares_43_run
        move    #5,n0
        move    #44,n2
        move    #mp_xm+4,r4
        move    #mp_xv+32,r6
        move    x:<mp_xv,x0
        do      x1,_again
        move    #mp_xm,r1
        move    #mp_yq,r5
        move    #mp_xm,r2
        move    #mp_xv+2,r0
        move    #mp_yq,r7
        move    #mp_xv+17,r3
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
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+3
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r0)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)+,y1
        mac     x1,y1,a         x:<mp_xv+2,y1
        mac     y0,y0,a         a0,y:(r5)+
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+4,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:<mp_xv+5,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:<mp_xv+6,x0
        mac     x0,y1,a         x:(r0),x0       y:(r7)+,y1
        mac     x1,y1,b         x:(r2),x0       y:(r7)-,y1
        mac     x0,y1,b         x:(r1),x0
        mac     y0,y0,b         b0,y:(r5)
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r2)-,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)+,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7),y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     y0,y0,a         a0,y:<mp_yq+6
        mac     x1,y1,b         x:(r2),x1       y:(r5)+,y1
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
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,y:(r5)+
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r0)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7),y1
        mac     x1,y1,a         x:<mp_xv+4,y1
        mac     y0,y0,a         a0,y:(r5)+
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+6,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:<mp_xv+7,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:<mp_xv+8,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:<mp_xv+9,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:<mp_xv+10,x0
        mac     x0,y1,a         x:(r0),x0       y:(r7)+,y1
        mac     x1,y1,b         x:(r2),x0       y:(r7)-,y1
        mac     x0,y1,b         x:(r1),x0
        mac     y0,y0,b         b0,y:(r5)
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r2)-,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)+,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7),y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     y0,y0,a         a0,y:<mp_yq+10
        mac     x1,y1,b         x:(r2),x1       y:(r5)+,y1
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
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,y:(r5)+
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r0)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7),y1
        mac     x1,y1,a         x:<mp_xv+6,y1
        mac     y0,y0,a         a0,y:(r5)+
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+8,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:<mp_xv+9,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:<mp_xv+10,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:<mp_xv+11,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:<mp_xv+12,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:<mp_xv+13,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:<mp_xv+14,x0
        mac     x0,y1,a         x:(r0),x0       y:(r7)+,y1
        mac     x1,y1,b         x:(r2),x0       y:(r7)-,y1
        mac     x0,y1,b         x:(r1),x0
        mac     y0,y0,b         b0,y:(r5)
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r2)-,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)+,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7),y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     y0,y0,a         a0,y:<mp_yq+14
        mac     x1,y1,b         x:(r2),x1       y:(r5)+,y1
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
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,y:(r5)+
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r0)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7),y1
        mac     x1,y1,a         x:<mp_xv+8,y1
        mac     y0,y0,a         a0,y:(r5)+
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+10,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:<mp_xv+11,x0
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:<mp_xv+12,x0
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:<mp_xv+13,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:<mp_xv+14,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:<mp_xv+15,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:<mp_xv+16,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:<mp_xv+17,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:<mp_xv+18,x0
        mac     x0,y1,a         x:(r0),x0       y:(r7)+,y1
        mac     x1,y1,b         x:(r2),x0       y:(r7)-,y1
        mac     x0,y1,b         x:(r1),x0
        mac     y0,y0,b         b0,y:(r5)
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r2)-,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)+,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7),y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     y0,y0,a         a0,y:<mp_yq+18
        mac     x1,y1,b         x:(r2),x1       y:(r5)+,y1
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
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+19
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r0)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)+,y1
        mac     x1,y1,a         x:<mp_xv+10,y1
        mac     y0,y0,a         a0,y:(r5)+
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+12,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+9,y1
        mac     x0,y1,b         x:<mp_xv+13,x0
        mac     x0,y1,a         x:<mp_xv+8,y1
        mac     x0,y1,b         x:<mp_xv+14,x0
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:<mp_xv+15,x0
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:<mp_xv+16,x0
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:<mp_xv+17,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:<mp_xv+18,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:<mp_xv+19,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:<mp_xv+20,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:<mp_xv+21,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:<mp_xv+22,x0
        mac     x0,y1,a         x:(r0),x0       y:(r7)+,y1
        mac     x1,y1,b         x:(r2),x0       y:(r7)-,y1
        mac     x0,y1,b         x:(r1),x0
        mac     y0,y0,b         b0,y:(r5)
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r2)-,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)+,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7),y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     y0,y0,a         a0,y:<mp_yq+22
        mac     x1,y1,b         x:(r2),x1       y:(r5)+,y1
        mac     x1,y1,b         x:<mp_xv+11,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+13,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+10,y1
        mac     x0,y1,b         x:<mp_xv+14,x0
        mac     x0,y1,a         x:<mp_xv+9,y1
        mac     x0,y1,b         x:<mp_xv+15,x0
        mac     x0,y1,a         x:<mp_xv+8,y1
        mac     x0,y1,b         x:<mp_xv+16,x0
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:<mp_xv+17,x0
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:<mp_xv+18,x0
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:<mp_xv+19,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:<mp_xv+20,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:<mp_xv+21,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:<mp_xv+22,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:<mp_xv+23,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:<mp_xv+24,x0
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+23
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r0)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)+,y1
        mac     x1,y1,a         x:<mp_xv+12,y1
        mac     y0,y0,a         a0,y:(r5)+
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+14,x0
        asr     a               x:(r1)+,x1
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
        mac     x0,y1,b         x:<mp_xv+22,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:<mp_xv+23,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:<mp_xv+24,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:<mp_xv+25,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:<mp_xv+26,x0
        mac     x0,y1,a         x:(r0),x0       y:(r7)+,y1
        mac     x1,y1,b         x:(r2),x0       y:(r7)-,y1
        mac     x0,y1,b         x:(r1),x0
        mac     y0,y0,b         b0,y:(r5)
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r2)-,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)+,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7),y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     y0,y0,a         a0,y:<mp_yq+26
        mac     x1,y1,b         x:(r2),x1       y:(r5)+,y1
        mac     x1,y1,b         x:<mp_xv+13,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+15,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+12,y1
        mac     x0,y1,b         x:<mp_xv+16,x0
        mac     x0,y1,a         x:<mp_xv+11,y1
        mac     x0,y1,b         x:<mp_xv+17,x0
        mac     x0,y1,a         x:<mp_xv+10,y1
        mac     x0,y1,b         x:<mp_xv+18,x0
        mac     x0,y1,a         x:<mp_xv+9,y1
        mac     x0,y1,b         x:<mp_xv+19,x0
        mac     x0,y1,a         x:<mp_xv+8,y1
        mac     x0,y1,b         x:<mp_xv+20,x0
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:<mp_xv+21,x0
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:<mp_xv+22,x0
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:<mp_xv+23,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:<mp_xv+24,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:<mp_xv+25,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:<mp_xv+26,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:<mp_xv+27,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:<mp_xv+28,x0
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+27
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r0)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)+,y1
        mac     x1,y1,a         x:<mp_xv+14,y1
        mac     y0,y0,a         a0,y:(r5)+
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+16,x0
        asr     a               x:(r1)+,x1
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
        mac     x0,y1,b         x:<mp_xv+22,x0
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:<mp_xv+23,x0
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:<mp_xv+24,x0
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:<mp_xv+25,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:<mp_xv+26,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:<mp_xv+27,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:<mp_xv+28,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:<mp_xv+29,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:<mp_xv+30,x0
        mac     x0,y1,a         x:(r0),x0       y:(r7)+,y1
        mac     x1,y1,b         x:(r2),x0       y:(r7)-,y1
        mac     x0,y1,b         x:(r1),x0
        mac     y0,y0,b         b0,y:(r5)
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r2)-,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)+,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7),y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     y0,y0,a         a0,y:<mp_yq+30
        mac     x1,y1,b         x:(r2),x1       y:(r5)+,y1
        mac     x1,y1,b         x:<mp_xv+15,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r0)+,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+14,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+13,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+12,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+11,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+10,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+9,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+8,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:(r0),x0
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+31
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r3)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)+,y1
        mac     x1,y1,a         x:<mp_xv+16,y1
        mac     y0,y0,a         a0,y:(r5)+
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+18,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+15,y1
        mac     x0,y1,b         x:<mp_xv+19,x0
        mac     x0,y1,a         x:<mp_xv+14,y1
        mac     x0,y1,b         x:<mp_xv+20,x0
        mac     x0,y1,a         x:<mp_xv+13,y1
        mac     x0,y1,b         x:<mp_xv+21,x0
        mac     x0,y1,a         x:<mp_xv+12,y1
        mac     x0,y1,b         x:<mp_xv+22,x0
        mac     x0,y1,a         x:<mp_xv+11,y1
        mac     x0,y1,b         x:<mp_xv+23,x0
        mac     x0,y1,a         x:<mp_xv+10,y1
        mac     x0,y1,b         x:<mp_xv+24,x0
        mac     x0,y1,a         x:<mp_xv+9,y1
        mac     x0,y1,b         x:<mp_xv+25,x0
        mac     x0,y1,a         x:<mp_xv+8,y1
        mac     x0,y1,b         x:<mp_xv+26,x0
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:<mp_xv+27,x0
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:<mp_xv+28,x0
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:<mp_xv+29,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:<mp_xv+30,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:<mp_xv+31,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:(r0)-,x0
        mac     x0,y1,a         x:(r3),x0       y:(r7)+,y1
        mac     x1,y1,b         x:(r2),x0       y:(r7)-,y1
        mac     x0,y1,b         x:(r1),x0
        mac     y0,y0,b         b0,y:(r5)
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r2)-,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r3)+,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7),y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     y0,y0,a         a0,y:<mp_yq+34
        mac     x1,y1,b         x:(r2),x1       y:(r5)+,y1
        mac     x1,y1,b         x:<mp_xv+17,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r3)+,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+16,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+15,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+14,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+13,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+12,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+11,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+10,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+9,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+8,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:(r3),x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:(r0),x0
        move                    #mp_xv+19,r0
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+35
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r0)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)+,y1
        mac     x1,y1,a         x:<mp_xv+18,y1
        mac     y0,y0,a         a0,y:(r5)+
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+20,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+17,y1
        mac     x0,y1,b         x:<mp_xv+21,x0
        mac     x0,y1,a         x:<mp_xv+16,y1
        mac     x0,y1,b         x:<mp_xv+22,x0
        mac     x0,y1,a         x:<mp_xv+15,y1
        mac     x0,y1,b         x:<mp_xv+23,x0
        mac     x0,y1,a         x:<mp_xv+14,y1
        mac     x0,y1,b         x:<mp_xv+24,x0
        mac     x0,y1,a         x:<mp_xv+13,y1
        mac     x0,y1,b         x:<mp_xv+25,x0
        mac     x0,y1,a         x:<mp_xv+12,y1
        mac     x0,y1,b         x:<mp_xv+26,x0
        mac     x0,y1,a         x:<mp_xv+11,y1
        mac     x0,y1,b         x:<mp_xv+27,x0
        mac     x0,y1,a         x:<mp_xv+10,y1
        mac     x0,y1,b         x:<mp_xv+28,x0
        mac     x0,y1,a         x:<mp_xv+9,y1
        mac     x0,y1,b         x:<mp_xv+29,x0
        mac     x0,y1,a         x:<mp_xv+8,y1
        mac     x0,y1,b         x:<mp_xv+30,x0
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:<mp_xv+31,x0
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:(r3),x0
        move                    #mp_xv+21,r3
        mac     x0,y1,a         x:(r0),x0       y:(r7)+,y1
        mac     x1,y1,b         x:(r2),x0       y:(r7)-,y1
        mac     x0,y1,b         x:(r1),x0
        mac     y0,y0,b         b0,y:(r5)
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r2)-,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)+,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7),y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     y0,y0,a         a0,y:<mp_yq+38
        mac     x1,y1,b         x:(r2),x1       y:(r5)+,y1
        mac     x1,y1,b         x:<mp_xv+19,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r0)+,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+18,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+17,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+16,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+15,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+14,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+13,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+12,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+11,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+10,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+9,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+8,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:(r0),x0
        move                    #mp_xv+22,r0
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+39
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r3)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)+,y1
        mac     x1,y1,a         x:<mp_xv+20,y1
        mac     y0,y0,a         a0,y:<mp_yq+40
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r3)+,x0
        asr     a               x:(r1)-,x1
        mac     x0,y1,a         x:<mp_xv+19,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+18,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+17,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+16,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+15,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+14,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+13,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+12,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+11,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+10,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+9,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+8,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv,y1
        mac     x0,y1,b         x:(r3),x0
        move                    #mp_xv+32,r3
        mac     x0,y1,a         x:(r0),x0       y:(r5),y1
        mac     x1,y1,b         x:(r1)+,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+,x1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     y0,y0,b         b0,y:(r7)
        mac     x1,y1,a         x:(r2)+n2,x1    y:(r7)+,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5),y1
        mac     x1,y1,a         b2,x1
        move                    b1,x0
        add     x,a             x:<mp_pinv,x0
        move                    a0,y1
        mpy     x0,y1,b         x:(r2)+,x0      y:(r5)+,y1
        asr     b               x:(r1)-,x1
        mpy     x1,y1,b         b0,y1
        mac     x0,y1,a         x:(r0)-,x0      y1,y:(r7)
        move                    #mp_yq+1,r7
        mac     y0,y0,a         x:(r0)+,x1      y:(r5)+,y1
        move                    (r0)+
        mac     x1,x0,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+23,x0
        asr     a               x:(r1)-,x1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)+,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,b         x:<mp_xv+21,x1
        mac     x1,x0,a         x:<mp_xv+20,x1
        mac     x1,x0,b         x:<mp_xv+24,x0
        mac     x1,x0,a         x:<mp_xv+19,x1
        mac     x1,x0,b         x:<mp_xv+25,x0
        mac     x1,x0,a         x:<mp_xv+18,x1
        mac     x1,x0,b         x:<mp_xv+26,x0
        mac     x1,x0,a         x:<mp_xv+17,x1
        mac     x1,x0,b         x:<mp_xv+27,x0
        mac     x1,x0,a         x:<mp_xv+16,x1
        mac     x1,x0,b         x:<mp_xv+28,x0
        mac     x1,x0,a         x:<mp_xv+15,x1
        mac     x1,x0,b         x:<mp_xv+29,x0
        mac     x1,x0,a         x:<mp_xv+14,x1
        mac     x1,x0,b         x:<mp_xv+30,x0
        mac     x1,x0,a         x:<mp_xv+13,x1
        mac     x1,x0,b         x:<mp_xv+31,x0
        mac     x1,x0,a         x:<mp_xv+12,x1
        mac     x1,x0,b         x:(r3)+,x0
        mac     x1,x0,a         x:<mp_xv+11,x1
        mac     x1,x0,b         x:(r3)+,x0
        mac     x1,x0,a         x:<mp_xv+10,x1
        mac     x1,x0,b         x:(r3)+,x0
        mac     x1,x0,a         x:<mp_xv+9,x1
        mac     x1,x0,b         x:(r3)+,x0
        mac     x1,x0,a         x:<mp_xv+8,x1
        mac     x1,x0,b         x:(r3)+,x0
        mac     x1,x0,a         x:<mp_xv+7,x1
        mac     x1,x0,b         x:(r3)+,x0
        mac     x1,x0,a         x:<mp_xv+6,x1
        mac     x1,x0,b         x:(r3)+,x0
        mac     x1,x0,a         x:<mp_xv+5,x1
        mac     x1,x0,b         x:(r3)+,x0
        mac     x1,x0,a         x:<mp_xv+4,x1
        mac     x1,x0,b         x:(r3)+,x0
        mac     x1,x0,a         x:<mp_xv+3,x1
        mac     x1,x0,b         x:(r3)+,x0
        mac     x1,x0,a         x:<mp_xv+2,x1
        mac     x1,x0,b         x:(r3),x0
        move                    #mp_xv+24,r3
        mac     x1,x0,a         x:<mp_xv+1,x1
        mac     x1,x0,b         x:(r2)+,x0
        mac     y0,y0,b         b0,x:<mp_xv
        mac     x0,y1,a         x:(r2)+,x0
        move                    b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)+,x0      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)+,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:<mp_yq+2,y1
        mac     x1,y1,a         x:(r1),x1       y:(r7)+,y1
        mac     x1,y1,a         x:<mp_xv+22,y1
        mac     y0,y0,a         a0,x:<mp_xv+1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r0)+,x0
        asr     a               x:(r1)-,x1
        mac     x0,y1,a         x:<mp_xv+21,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+20,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+19,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+18,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+17,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+16,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+15,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+14,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+13,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+12,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+11,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+10,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+9,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+8,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:(r0),x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:(r3),x0       y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+2
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)-,x0      y:(r7)+n7,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r3)+,x0      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)+,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r4),x1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5),y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     y0,y0,a         a0,x:<mp_xv+3
        mac     x1,y1,b         x:<mp_xv+23,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r3)+,x0
        asr     a               x:(r2)+,x1
        mac     x0,y1,a         x:<mp_xv+22,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+21,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+20,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+19,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+18,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+17,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+16,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+15,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+14,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+13,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+12,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+11,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+10,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+9,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+8,y1
        mac     x0,y1,b         x:(r3)+,x0
        move                    #mp_xv+25,r0
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+6,y1
        mac     x0,y1,b         x:(r3),x0
        move                    #mp_xv+26,r3
        mac     x0,y1,a         x:<mp_xv+5,y1
        mac     x0,y1,b         x:(r2)+,x0      y:(r5)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+4
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)+,x0      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1),x1       y:(r5)+,y1
        mac     x1,y1,a         x:<mp_xv+24,y1
        mac     y0,y0,a         a0,x:<mp_xv+5
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r0)+,x0
        asr     a               x:(r1)-,x1
        mac     x0,y1,a         x:<mp_xv+23,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+22,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+21,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+20,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+19,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+18,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+17,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+16,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+15,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+14,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+13,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+12,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+11,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+10,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+9,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+8,y1
        mac     x0,y1,b         x:(r0),x0
        mac     x0,y1,a         x:<mp_xv+7,y1
        mac     x0,y1,b         x:(r3),x0       y:(r5)+,y1
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+6
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)-,x0      y:(r5)+n5,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r3)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+n1,x1
        mac     x1,y1,a         x:(r2)+,x1      y:(r7),y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     y0,y0,a         a0,x:<mp_xv+7
        mac     x1,y1,b         x:<mp_xv+25,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r3)+,x0
        asr     a               x:(r2)+,x1
        mac     x0,y1,a         x:<mp_xv+24,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+23,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+22,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+21,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+20,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+19,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+18,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+17,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+16,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+15,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+14,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+13,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+12,y1
        mac     x0,y1,b         x:(r3)+,x0
        move                    #mp_xv+27,r0
        mac     x0,y1,a         x:<mp_xv+11,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+10,y1
        mac     x0,y1,b         x:(r3),x0
        move                    #mp_xv+28,r3
        mac     x0,y1,a         x:<mp_xv+9,y1
        mac     x0,y1,b         x:(r2)+,x0      y:(r7)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+8
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)+,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1),x1       y:(r7)+,y1
        mac     x1,y1,a         x:<mp_xv+26,y1
        mac     y0,y0,a         a0,x:<mp_xv+9
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r0)+,x0
        asr     a               x:(r1)-,x1
        mac     x0,y1,a         x:<mp_xv+25,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+24,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+23,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+22,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+21,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+20,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+19,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+18,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+17,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+16,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+15,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+14,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+13,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+12,y1
        mac     x0,y1,b         x:(r0)-,x0
        mac     x0,y1,a         x:<mp_xv+11,y1
        mac     x0,y1,b         x:(r3),x0       y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+10
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)-,x0      y:(r7)+n7,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r3)+,x0      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)+n1,x1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5),y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     y0,y0,a         a0,x:<mp_xv+11
        mac     x1,y1,b         x:<mp_xv+27,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r3)+,x0
        asr     a               x:(r2)+,x1
        mac     x0,y1,a         x:<mp_xv+26,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+25,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+24,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+23,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+22,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+21,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+20,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+19,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+18,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+17,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+16,y1
        mac     x0,y1,b         x:(r3),x0
        mac     x0,y1,a         x:<mp_xv+15,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+14,y1
        mac     x0,y1,b         x:(r0),x0
        move                    #mp_xv+29,r0
        mac     x0,y1,a         x:<mp_xv+13,y1
        mac     x0,y1,b         x:(r2)+,x0      y:(r5)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+12
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)+,x0      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1),x1       y:(r5)+,y1
        mac     x1,y1,a         x:<mp_xv+28,y1
        mac     y0,y0,a         a0,x:<mp_xv+13
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r0)+,x0
        asr     a               x:(r1)-,x1
        mac     x0,y1,a         x:<mp_xv+27,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+26,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+25,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+24,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+23,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+22,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+21,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+20,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+19,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+18,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+17,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+16,y1
        mac     x0,y1,b         x:(r0),x0
        move                    #mp_xv+30,r3
        mac     x0,y1,a         x:<mp_xv+15,y1
        mac     x0,y1,b         x:(r3),x0       y:(r5)+,y1
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+14
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)-,x0      y:(r5)+n5,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r3)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+n1,x1
        mac     x1,y1,a         x:(r2)+,x1      y:(r7),y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     y0,y0,a         a0,x:<mp_xv+15
        mac     x1,y1,b         x:<mp_xv+29,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r3)+,x0
        asr     a               x:(r2)+,x1
        mac     x0,y1,a         x:<mp_xv+28,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+27,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+26,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+25,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+24,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+23,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+22,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+21,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+20,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+19,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+18,y1
        mac     x0,y1,b         x:(r3),x0
        move                    #mp_xv+31,r0
        mac     x0,y1,a         x:<mp_xv+17,y1
        mac     x0,y1,b         x:(r2)+,x0      y:(r7)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+16
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)+,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1),x1       y:(r7)+,y1
        mac     x1,y1,a         x:<mp_xv+30,y1
        mac     y0,y0,a         a0,x:<mp_xv+17
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r0)+,x0
        asr     a               x:(r1)-,x1
        mac     x0,y1,a         x:<mp_xv+29,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+28,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+27,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+26,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+25,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+24,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+23,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+22,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+21,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+20,y1
        mac     x0,y1,b         x:(r0),x0
        move                    #mp_xv+32,r3
        move                    #mp_xv+33,r0
        mac     x0,y1,a         x:<mp_xv+19,y1
        mac     x0,y1,b         x:(r3),x0       y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+18
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)-,x0      y:(r7)+n7,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r3)+,x0      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)+n1,x1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5),y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     y0,y0,a         a0,x:<mp_xv+19
        mac     x1,y1,b         x:<mp_xv+31,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r3)+,x0
        asr     a               x:(r2)+,x1
        mac     x0,y1,a         x:<mp_xv+30,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+29,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+28,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+27,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+26,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+25,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+24,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+23,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+22,y1
        mac     x0,y1,b         x:(r3),x0
        move                    #mp_xv+34,r3
        mac     x0,y1,a         x:<mp_xv+21,y1
        mac     x0,y1,b         x:(r2)+,x0      y:(r5)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+20
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)-,x0      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1),x1       y:(r5)+,y1
        mac     x1,y1,a         x:(r0)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+21
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r3)+,x0
        asr     a               x:(r1)-,x1
        mac     x0,y1,a         x:<mp_xv+31,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+30,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+29,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+28,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+27,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+26,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+25,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+24,y1
        mac     x0,y1,b         x:(r3),x0
        move                    #mp_xv+34,r3
        mac     x0,y1,a         x:<mp_xv+23,y1
        mac     x0,y1,b         x:(r3),x0       y:(r5)+,y1
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+22
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)-,x0      y:(r5)+n5,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r3)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+n1,x1
        mac     x1,y1,a         x:(r2)+,x1      y:(r7),y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     y0,y0,a         a0,x:<mp_xv+23
        mac     x1,y1,b         x:(r0)-,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r3)+,x0
        asr     a               x:(r2)+,x1
        mac     x0,y1,a         x:(r0),y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+31,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+30,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+29,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+28,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+27,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+26,y1
        mac     x0,y1,b         x:(r3)+n3,x0
        move                    #mp_xv+35,r0
        mac     x0,y1,a         x:<mp_xv+25,y1
        mac     x0,y1,b         x:(r2)+,x0      y:(r7)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+24
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)-,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1),x1       y:(r7)+,y1
        mac     x1,y1,a         x:(r0)-,y1
        mac     y0,y0,a         a0,x:<mp_xv+25
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r3)+,x0
        asr     a               x:(r1)-,x1
        mac     x0,y1,a         x:(r0)-,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:(r0)+n0,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+31,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+30,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+29,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:<mp_xv+28,y1
        mac     x0,y1,b         x:(r3)+n3,x0
        mac     x0,y1,a         x:<mp_xv+27,y1
        mac     x0,y1,b         x:(r3),x0       y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+26
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)-,x0      y:(r7)+n7,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r3)-,x0      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)+n1,x1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5),y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     y0,y0,a         a0,x:<mp_xv+27
        mac     x1,y1,b         x:(r3)-,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r0)+,x0
        asr     a               x:(r2)+,x1
        mac     x0,y1,a         x:(r3)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)-,y1
        move                    (r3)-n3
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+31,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:<mp_xv+30,y1
        mac     x0,y1,b         x:(r0)+,x0
        move                    (r0)-n0
        mac     x0,y1,a         x:<mp_xv+29,y1
        mac     x0,y1,b         x:(r2)+,x0      y:(r5)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+28
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r3)-,x0      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1),x1       y:(r5)+,y1
        mac     x1,y1,a         x:(r3)-,y1
        mac     y0,y0,a         a0,x:<mp_xv+29
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r0)+,x0
        asr     a               x:(r1)-,x1
        mac     x0,y1,a         x:(r3)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)-n3,y1
        nop
        mac     x0,y1,b         x:(r0),x0
        move                    #mp_xv+39,r0
        mac     x0,y1,a         x:<mp_xv+31,y1
        mac     x0,y1,b         x:(r3),x0       y:(r5)+,y1
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+30
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)-,x0      y:(r5)+n5,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r3)-,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+n1,x1
        mac     x1,y1,a         x:(r2)+,x1      y:(r7),y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     y0,y0,a         a0,x:<mp_xv+31
        mac     x1,y1,b         x:(r3)-,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r0)+,x0
        asr     a               x:(r2)+,x1
        mac     x0,y1,a         x:(r3)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)-,y1
        mac     x0,y1,b         x:(r0),x0
        move                    #mp_xv+39,r0
        mac     x0,y1,a         x:(r3)+,y1
        move                    (r3)-n3
        mac     x0,y1,b         x:(r2)+,x0      y:(r7)-,y1
        mac     y0,y0,b         b0,x:(r6)+
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r0)-,x0      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r7)-,y1
        mac     x1,y1,a         x:(r1),x1       y:(r7)+,y1
        mac     x1,y1,a         x:(r0)-,y1
        mac     y0,y0,a         a0,x:(r6)+
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r3)+,x0
        asr     a               x:(r1)-,x1
        mac     x0,y1,a         x:(r0)-,y1
        mac     x0,y1,b         x:(r3)+,x0
        mac     x0,y1,a         x:(r0)-,y1
        mac     x0,y1,b         x:(r3)-,x0
        mac     x0,y1,a         x:(r0)+n0,y1
        mac     x0,y1,b         x:(r0),x0       y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+,x0      y:(r5)+,y1
        mac     y0,y0,b         b0,x:(r6)+
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)-,x0      y:(r7)+n7,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x1
        mac     x1,y1,a         x:(r0)-,x0      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r1)+n1,x1
        mac     x1,y1,a         x:(r2)+,x1      y:(r5),y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     y0,y0,a         a0,x:(r6)+
        mac     x1,y1,b         x:(r0)-,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r3)+,x0
        asr     a               x:(r2)+,x1
        mac     x0,y1,a         x:(r0)-,y1
        mac     x0,y1,b         x:(r3)-,x0
        mac     x0,y1,a         x:(r0)+n0,y1
        mac     x0,y1,b         x:(r2)+,x0      y:(r5)-,y1
        mac     y0,y0,b         b0,x:(r6)+
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     x1,y1,b         x:(r3)-,x0      y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r1),x1       y:(r5)+,y1
        mac     x1,y1,a         x:(r3),x1       y:(r5)+,y1
        mac     y0,y0,a         a0,x:(r6)+
        mac     x1,x0,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r0),x0
        asr     a               x:(r3)-,x1
        mac     x1,x0,a         x:(r3),x1
        mac     x1,x0,b         x:(r1)-,x1
        mac     x1,y1,b         x:(r1)+,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,x:(r6)+
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)-,x0      y:(r5),y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)+n1,x0
        mac     x0,y1,a         x:(r2)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     y0,y0,a         a0,x:(r6)+
        move                    x:(r0),x1
        mac     x1,x0,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r2)+,x0
        mac     x0,y1,b         x:(r2),x0
        mac     y0,y0,b         b0,x:(r6)+
        asr     a               b2,x1
        mac     x0,y1,a         b1,x0
        add     x,a             x:(r1),x0       y:(r7),y1
        mac     x0,y1,a         x:<mp_xv,x0
        mac     y0,y0,a         a0,x:(r6)+
        move                    a1,x:(r6)+n6
_again
        rts

        if      RSA_SLIDING
; For each of X1 pairs (squarings, address of an entry) X:(R6): squares, then 2 value * entry / R mod N.
; Changes: A B X Y R0-R7 N0-N7
fast_power_43
        move    #2,n1
        move    #>-6,n3
        move    #5,n5
        move    #>-10,n6
        move    #5,n7
        move    x:<mp_half,y0
        move    r6,x:<mp_mark
        do      x1,fast_power_43_end
        move    x:<mp_mark,r6
        nop
        move    x:(r6)+,x1
        move    x:(r6)+,x0
        move    x0,x:<mp_ent
        move    r6,x:<mp_mark
        jsr     fast_squares_43_run
        move    x:<mp_ent,r0
        move    #mp_yt,r4
        move    x:(r0)+,a
        rep     #43
        move    x:(r0)+,a       a,y:(r4)+
        move    #mp_yt,r4
        jmp     fast_product_43_run
        endif

; value = 2 value * operand / R mod N; 43 digits.
; Changes: A B X Y R0-R7 N0-N2 N4 N5 N7
; Bounds: |A|, |B| <= (2n + 1) 2^47
fast_product_43
        move    #mp_yt,r4
; The same with the operand Y:(R4).
; Changes: A B X Y R0-R7 N0-N2 N4 N5 N7
; Bounds: |A|, |B| <= (2n + 1) 2^47
fast_product_43_at
        move    #2,n1
        move    #5,n5
        move    #5,n7
        move    x:<mp_half,y0
; The same with the offsets that both kernels share, and Y0, as they leave them.
; Changes: A B X Y1 R0-R7 N0 N2 N4
; Bounds: |A|, |B| <= (2n + 1) 2^47
fast_product_43_run
        move    #2,n0
        move    #6,n2
        move    #>-2,n4
        move    #mp_xv,r0
        move    #mp_xm,r1
        move    #mp_xm,r2
        move    #mp_xh,r3
        move    #mp_yq,r5
        move    #mp_xv+32,r6
        move    #mp_yq,r7
        move                    x:(r0)+,x0      y:(r4)+,y1
        mpy     x0,y1,a         x:<mp_xv+1,x0
        mac     y0,y0,a         a0,y:<mp_yq
        mpy     x0,y1,b         a2,x1
        move                    a1,x0
        add     x,b             x:<mp_xv+2,x0
        mpy     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:<mp_xv,x0
        mac     x0,y1,b         x:(r1)+,x1      y:(r7),y1
        mac     x1,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+1
        mac     x0,y1,a         x:(r1)+,x0      y:(r7)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)+,x0      y:(r7)+,y1
        mac     x0,y1,a         x:(r2)-,x1
        mac     y0,y0,a         a0,y:<mp_yq+2
        mac     x1,y1,b         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)+n4,y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r1)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4),y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     y0,y0,b         b0,y:(r7)+
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,b         x:(r1),x0
        mac     x0,y1,a         x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,a         a0,y:(r7)
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r2)+,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0),x0
        mac     x0,y1,b         y:(r7)+,y1
        mac     x1,y1,b         x:(r2)-,x1      y:(r4)+,y1
        mac     y0,y0,b         b0,y:(r7)
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)-,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2),x0       y:(r7)+,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5),y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     y0,y0,a         a0,y:<mp_yq+6
        mac     x0,y1,b         x:(r2),x0       y:(r7)+,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)+n4,y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r1)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4),y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     y0,y0,b         b0,y:(r7)+
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r1)-,x0
        mac     y0,y0,a         a0,y:(r7)+
        mac     x0,y1,b         x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0),x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     y0,y0,b         b0,y:(r7)-
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)-,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7),y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     y0,y0,a         a0,y:<mp_yq+10
        mac     x0,y1,b         x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)+n4,y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r1)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4),y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     y0,y0,b         b0,y:(r5)+
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r1)+,x0      y:(r7)+,y1
        mac     x0,y1,a         x:(r1)-,x0
        mac     y0,y0,a         a0,y:(r7)+
        mac     x0,y1,b         x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0),x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     y0,y0,b         b0,y:(r7)-
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)-,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7),y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     y0,y0,a         a0,y:<mp_yq+14
        mac     x0,y1,b         x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)+n4,y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r1)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4),y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     y0,y0,b         b0,y:(r5)+
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r1)+,x0      y:(r7)+,y1
        mac     x0,y1,a         x:(r1)-,x0
        mac     y0,y0,a         a0,y:(r7)+
        mac     x0,y1,b         x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0),x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     y0,y0,b         b0,y:(r7)-
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)-,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7),y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     y0,y0,a         a0,y:<mp_yq+18
        mac     x0,y1,b         x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)+n4,y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r1)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4),y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     y0,y0,b         b0,y:<mp_yq+19
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r1)-,x0
        mac     y0,y0,a         a0,y:<mp_yq+20
        mac     x0,y1,b         x:(r1)+,x0      y:(r5),y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0),x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+21
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7),y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     y0,y0,a         a0,y:<mp_yq+22
        mac     x0,y1,b         x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)+n4,y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r1)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4),y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     y0,y0,b         b0,y:<mp_yq+23
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r1)-,x0
        mac     y0,y0,a         a0,y:<mp_yq+24
        mac     x0,y1,b         x:(r1)+,x0      y:(r5),y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0),x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+25
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7),y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     y0,y0,a         a0,y:<mp_yq+26
        mac     x0,y1,b         x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)+n4,y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r1)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4),y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     y0,y0,b         b0,y:<mp_yq+27
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r1)-,x0
        mac     y0,y0,a         a0,y:<mp_yq+28
        mac     x0,y1,b         x:(r1)+,x0      y:(r5),y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0),x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+29
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7),y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     y0,y0,a         a0,y:<mp_yq+30
        mac     x0,y1,b         x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)+n4,y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r1)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4),y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     y0,y0,b         b0,y:<mp_yq+31
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r1)-,x0
        mac     y0,y0,a         a0,y:<mp_yq+32
        mac     x0,y1,b         x:(r1)+,x0      y:(r5),y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0),x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+33
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7),y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     y0,y0,a         a0,y:<mp_yq+34
        mac     x0,y1,b         x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)+n4,y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r1)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4),y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     y0,y0,b         b0,y:<mp_yq+35
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r1)-,x0
        mac     y0,y0,a         a0,y:<mp_yq+36
        mac     x0,y1,b         x:(r1)+,x0      y:(r5),y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0),x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+37
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7),y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     y0,y0,a         a0,y:<mp_yq+38
        mac     x0,y1,b         x:(r2),x0       y:(r5)+,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)+n4,y1
        move                    #2,n4
        mac     x0,y1,a         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r1)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4),y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     y0,y0,b         b0,y:<mp_yq+39
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r1)-,x0
        mac     y0,y0,a         a0,y:<mp_yq+40
        mac     x0,y1,b         x:(r1)+,x0      y:(r5),y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r5)+,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,b         y:(r7)-,y1
        mac     y0,y0,b         b0,y:<mp_yq+41
        mac     x1,y1,a         x:(r2)+n2,x1    y:(r5)+,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r7),y1
        mac     x1,y1,a         x:(r1),x1       y:(r4),y1
        mac     x0,y1,a         b1,x0
        move                    b2,x1
        add     x,a             x:<mp_pinv,x0
        move                    a0,y1
        mpy     x0,y1,b         x:(r3)+,x0      y:(r4),y1
        asr     b               x:(r1)-,x1      y:(r7)+,y1
        mpy     x1,y1,b         b0,y1
        mac     x0,y1,a         x:(r0)+,x0      y1,y:(r5)-
        mac     y0,y0,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)-,y1
        mac     x1,y1,b         x:(r1)+,x1      y:(r5)+,y1
        mac     x1,y1,b         x:(r3)+,x1      y:(r5),y1
        mac     x1,y1,b         x:(r0),x1       y:(r4)-,y1
        mac     x0,y1,b         a1,x0
        mpy     x1,y1,a         a2,x1
        add     x,b             x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0),x0
        mac     x0,y1,a         y:(r4)+n4,y1
        mac     x0,y1,b         x:(r3)+,x0      y:(r5)-,y1
        mac     y0,y0,b         b0,x:<mp_xv
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)-,x1      y:(r5),y1
        move                    #mp_yq+4,r5
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1),x0       y:(r4)+,y1
        mac     x1,y1,b         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)-,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:<mp_xv+3,x0
        mac     x0,y1,b         x:(r1),x0       y:(r5)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+2
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+n7,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1),x0
        move                    #mp_xm+10,r1
        mac     x0,y1,a         x:(r3)+,x0      y:(r5),y1
        mac     x0,y1,a         x:(r3)+,x0
        mac     y0,y0,a         a0,x:<mp_xv+3
        mac     x0,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0),x0
        mac     x0,y1,a         y:(r4)+n4,y1
        mac     x0,y1,b         x:(r3)+,x0      y:(r5)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+4
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         x:(r0)-,x1      y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2),x0       y:(r4)+,y1
        mac     x1,y1,b         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+5
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r2)-,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r5)+,y1
        mac     x1,y1,b         x:(r2)+,x1      y:(r4)+,y1
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:<mp_xv+7,x0
        mac     x0,y1,b         x:(r2),x0       y:(r7)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+6
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)-,x0      y:(r5)+n5,y1
        mac     x0,y1,a         x:(r2)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r2),x0
        mac     x0,y1,a         x:(r3)+,x0      y:(r7),y1
        mac     x0,y1,a         x:(r3)+,x0
        mac     y0,y0,a         a0,x:<mp_xv+7
        mac     x0,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0),x0
        mac     x0,y1,a         y:(r4)+n4,y1
        mac     x0,y1,b         x:(r3)+,x0      y:(r7)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+8
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)-,x1      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1),x0       y:(r4)+,y1
        mac     x1,y1,b         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+9
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)-,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:<mp_xv+11,x0
        mac     x0,y1,b         x:(r1),x0       y:(r5)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+10
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+n7,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)+n1,x0
        mac     x0,y1,a         x:(r3)+,x0      y:(r5),y1
        mac     x0,y1,a         x:(r3)+,x0
        mac     y0,y0,a         a0,x:<mp_xv+11
        mac     x0,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0),x0
        mac     x0,y1,a         y:(r4)+n4,y1
        mac     x0,y1,b         x:(r3)+,x0      y:(r5)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+12
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)-,x1      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1),x0       y:(r4)+,y1
        mac     x1,y1,b         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+13
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)-,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:<mp_xv+15,x0
        mac     x0,y1,b         x:(r1),x0       y:(r7)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+14
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r5)+n5,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)+n1,x0
        mac     x0,y1,a         x:(r3)+,x0      y:(r7),y1
        mac     x0,y1,a         x:(r3)+,x0
        mac     y0,y0,a         a0,x:<mp_xv+15
        mac     x0,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0),x0
        mac     x0,y1,a         y:(r4)+n4,y1
        mac     x0,y1,b         x:(r3)+,x0      y:(r7)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+16
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)-,x1      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1),x0       y:(r4)+,y1
        mac     x1,y1,b         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+17
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)-,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:<mp_xv+19,x0
        mac     x0,y1,b         x:(r1),x0       y:(r5)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+18
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+n7,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)+n1,x0
        mac     x0,y1,a         x:(r3)+,x0      y:(r5),y1
        mac     x0,y1,a         x:(r3)+,x0
        mac     y0,y0,a         a0,x:<mp_xv+19
        mac     x0,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0),x0
        mac     x0,y1,a         y:(r4)+n4,y1
        mac     x0,y1,b         x:(r3)+,x0      y:(r5)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+20
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)-,x1      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1),x0       y:(r4)+,y1
        mac     x1,y1,b         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+21
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)-,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:<mp_xv+23,x0
        mac     x0,y1,b         x:(r1),x0       y:(r7)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+22
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r5)+n5,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)+n1,x0
        mac     x0,y1,a         x:(r3)+,x0      y:(r7),y1
        mac     x0,y1,a         x:(r3)+,x0
        mac     y0,y0,a         a0,x:<mp_xv+23
        mac     x0,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0),x0
        mac     x0,y1,a         y:(r4)+n4,y1
        mac     x0,y1,b         x:(r3)+,x0      y:(r7)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+24
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)-,x1      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1),x0       y:(r4)+,y1
        mac     x1,y1,b         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+25
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)-,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:<mp_xv+27,x0
        mac     x0,y1,b         x:(r1),x0       y:(r5)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+26
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+n7,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)+n1,x0
        mac     x0,y1,a         x:(r3)+,x0      y:(r5),y1
        mac     x0,y1,a         x:(r3)+,x0
        mac     y0,y0,a         a0,x:<mp_xv+27
        mac     x0,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0),x0
        mac     x0,y1,a         y:(r4)+n4,y1
        mac     x0,y1,b         x:(r3)+,x0      y:(r5)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+28
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)-,x1      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1),x0       y:(r4)+,y1
        mac     x1,y1,b         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+29
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)-,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r5)+,y1
        mac     x1,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:<mp_xv+31,x0
        mac     x0,y1,b         x:(r1),x0       y:(r7)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+30
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r5)+n5,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r7)+,y1
        mac     x0,y1,b         x:(r1)+n1,x0
        mac     x0,y1,a         x:(r3)+,x0      y:(r7),y1
        mac     x0,y1,a         x:(r3)+,x0
        mac     y0,y0,a         a0,x:<mp_xv+31
        mac     x0,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0),x0
        mac     x0,y1,a         y:(r4)+n4,y1
        mac     x0,y1,b         x:(r3)+,x0      y:(r7)-,y1
        mac     y0,y0,b         b0,x:(r6)+
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)-,x1      y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r1),x0       y:(r4)+,y1
        mac     x1,y1,b         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,a         a0,x:(r6)+
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r1)-,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+,x1      y:(r4)+,y1
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:(r0)+n0,x0
        mac     x0,y1,b         x:(r1),x0       y:(r5)+,y1
        mac     y0,y0,b         b0,x:(r6)+
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)-,x0      y:(r7)+n7,y1
        mac     x0,y1,a         x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)+n1,x0
        mac     x0,y1,a         x:(r3)+,x0      y:(r5),y1
        mac     x0,y1,a         x:(r3)+,x0
        mac     y0,y0,a         a0,x:(r6)+
        mac     x0,y1,b         x:(r0),x0       y:(r4)-,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r3)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4)-,y1
        mac     x0,y1,b         x:(r0),x0
        mac     x0,y1,a         y:(r4)+n4,y1
        mac     x0,y1,b         x:(r3)+,x0      y:(r5)-,y1
        mac     y0,y0,b         b0,x:(r6)+
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         x:(r0)-,x1      y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r1),x0       y:(r4)+,y1
        mac     x1,y1,b         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,a         a0,x:(r6)+
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r1)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r0)-,x1      y:(r4)+,y1
        mac     x1,y1,a         x:(r0)-,x1
        mac     x1,y1,b         x:(r1)+,x0      y:(r4),y1
        mac     x1,y1,a         x:(r0)+n0,x1
        mac     x1,y1,b         x:(r1),x1       y:(r7)+,y1
        mac     y0,y0,b         b0,x:(r6)+
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r1)-,x0      y:(r5),y1
        mac     x0,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r1)+n1,x1
        mac     x1,y1,a         x:(r3)+,x1      y:(r7),y1
        mac     x1,y1,a         x:(r3)+,x1
        mac     x1,y1,b         x:(r0)+,x1      y:(r4)-,y1
        mac     y0,y0,a         a0,x:(r6)+
        mac     x1,y1,b         a2,x1
        move                    a1,x0
        add     x,b             x:(r0),x0
        mpy     x0,y1,a         x:(r3),x1       y:(r4),y1
        mac     x0,y1,b         x:(r1),x0       y:(r7)-,y1
        mac     y0,y0,b         b0,x:(r6)+
        mac     x1,y1,a         b2,x1
        move                    b1,x0
        add     x,a             x:(r1),x0       y:(r7),y1
        mac     x0,y1,a
        mac     y0,y0,a         a0,x:(r6)+
        move                    a1,x:(r6)
fast_power_43_end
        rts
