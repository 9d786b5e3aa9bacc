; UNROLLED MONTGOMERY KERNELS for 9 digits, N < 2^(24 n - 8): see ../mont_fast.asm.
; Made by `python -m dsp56k.lib.kernels.files`; do not edit.

; value = value^2 / R mod N, X:mp_cnt times; 9 digits.
; Changes: A B X Y R0-R2 R4 R5 R7 N0-N2 N5 N7
; Bounds: |A|, |B| <= (2n + 1) 2^47
fast_squares_9
        move    #>-4,n0
        move    #>-6,n2
        move    #5,n7
        move    x:<mp_half,y0
        move    x:<mp_cnt,x1
; The same with the offsets that both kernels share, and Y0, as they leave them. X1 times.
; Changes: A B X Y1 R0-R2 R4 R5 R7 N1 N5
; Bounds: |A|, |B| <= (2n + 1) 2^47
fast_squares_9_run
        move    #44,n1
        move    #>-2,n5
        move    #mp_xv+2,r0
        move    #mp_xm,r2
        move    #mp_xm+2,r4
        move    x:<mp_xv,x0
        do      x1,_again
        move    #mp_xm,r1
        move    #mp_yq,r5
        move    #mp_yq,r7
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
        mac     x1,y1,a         x:<mp_xv+3,y1
        mac     y0,y0,a         a0,y:<mp_yq+6
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
        mac     x0,y1,a         x:(r0),x0       y:(r7),y1
        mac     x1,y1,b         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,a         x:(r1)-,x1      y:(r7)-,y1
        mac     x1,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     x1,y1,a         x:(r1)-,x1      y:(r5)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+7
        mac     x1,y1,a         x:(r1)+n1,x1    y:(r5),y1
        mac     x1,y1,a         b2,x1
        move                    b1,x0
        add     x,a             x:<mp_pinv,x0
        move                    a0,y1
        mpy     x0,y1,b         x:(r0)+,x0      y:(r5)+,y1
        asr     b               x:(r1)+,x1
        move                    b0,y1
        mac     x1,y1,a         x:(r1)+,x1      y1,y:(r5)-
        mpy     x1,y1,b         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,b         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,b         x:(r2)+,x1      y:(r5)-,y1
        mac     x1,y1,b         x:(r2)+,x1      y:(r5)+n5,y1
        mac     x1,y1,b         x:(r2)+,x1      y:(r7)-,y1
        mac     x1,y1,b         x:(r2)+,x1      y:(r7)-,y1
        mac     x1,y1,b         x:(r2),x1       y:(r7),y1
        mac     y0,y0,a         x:<mp_xv+4,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+6,x0
        asr     a               x:(r2)+,x1
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:<mp_xv+7,x0
        mac     x0,y1,a         x:<mp_xv+2,y1
        mac     x0,y1,b         x:<mp_xv+8,x0
        mac     x0,y1,a         x:<mp_xv+1,y1
        mac     x0,y1,b         x:(r0),x0       y:(r7)-,y1
        mac     x1,y1,b         x:(r2)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r2)+,x0      y:(r5)+,y1
        mac     y0,y0,b         b0,x:<mp_xv
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r2)-,x0      y:(r7)+n7,y1
        mac     x0,y1,a         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x1
        mac     x1,y1,a         x:(r0)+,x0      y:(r5)+,y1
        mac     x1,y1,b         x:(r2)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r2)-,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r2)+,x1
        mac     x1,y1,a         y:(r5)+,y1
        mac     x1,y1,b         x:(r4),x1
        mac     x1,y1,a         x:(r1)+,x1      y:(r5),y1
        mac     x1,y1,a         x:(r1)+,x1
        mac     y0,y0,a         a0,x:<mp_xv+1
        mac     x1,y1,b         x:<mp_xv+5,y1
        mac     x0,y1,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+7,x0
        asr     a               x:(r1)+,x1
        mac     x0,y1,a         x:<mp_xv+4,y1
        mac     x0,y1,b         x:<mp_xv+8,x0
        mac     x0,y1,a         x:<mp_xv+3,y1
        mac     x0,y1,b         x:(r1)+,x0      y:(r5)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+2
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x1
        mac     x1,y1,b         x:(r0)-,x0      y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r2)+,x1
        mac     x1,y1,b         y:(r5)-,y1
        mac     x1,y1,a         x:(r2),x1       y:(r5)+,y1
        mac     x1,y1,a         x:(r0)+n0,x1    y:(r5)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+3
        mac     x1,x0,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:<mp_xv+8,x0
        asr     a               x:<mp_xv+6,x1
        mac     x1,x0,a         x:<mp_xv+5,x1
        mac     x1,x0,b         x:(r2)-,x1
        mac     x1,y1,b         x:(r2)+,x0      y:(r7)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+4
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r2)-,x0      y:(r5),y1
        mac     x0,y1,a         x:(r2)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r2)+n2,x0
        mac     x0,y1,a         x:(r1)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:<mp_xv+8,x0
        mac     y0,y0,a         a0,x:<mp_xv+5
        move                    x:<mp_xv+7,x1
        mac     x1,x0,b         a2,x1
        mpy     x0,x0,a         a1,x0
        add     x,b             x:(r1)+,x0
        mac     x0,y1,b         x:(r1)-n1,x0
        mac     y0,y0,b         b0,x:<mp_xv+6
        asr     a               b2,x1
        mac     x0,y1,a         b1,x0
        add     x,a             x:(r1),x0       y:(r7),y1
        mac     x0,y1,a         x:<mp_xv,x0
        mac     y0,y0,a         a0,x:<mp_xv+7
        move                    a1,x:<mp_xv+8
_again
        rts

        if      RSA_SLIDING
; For each of X1 pairs (squarings, address of an entry) X:(R6): squares, then 2 value * entry / R mod N.
; Changes: A B X Y R0-R7 N0-N2 N4 N5 N7
fast_power_9
        move    #>-4,n0
        move    #>-6,n2
        move    #5,n7
        move    x:<mp_half,y0
        do      x1,fast_power_9_end
        move    x:(r6)+,x1
        jsr     fast_squares_9_run
        move    x:(r6)+,r4
        jmp     fast_product_9_run
        endif

; value = 2 value * operand / R mod N; 9 digits.
; Changes: A B X Y R0-R5 R7 N1 N4 N5 N7
; Bounds: |A|, |B| <= (2n + 1) 2^47
fast_product_9
        move    #mp_yt,r4
; The same with the operand Y:(R4).
; Changes: A B X Y R0-R5 R7 N1 N4 N5 N7
; Bounds: |A|, |B| <= (2n + 1) 2^47
fast_product_9_at
        move    #5,n7
        move    x:<mp_half,y0
; The same with the offsets that both kernels share, and Y0, as they leave them.
; Changes: A B X Y1 R0-R5 R7 N1 N4 N5
; Bounds: |A|, |B| <= (2n + 1) 2^47
fast_product_9_run
        move    #6,n1
        move    #>-2,n4
        move    #>-4,n5
        move    #mp_xv,r0
        move    #mp_xm,r1
        move    #mp_xm,r2
        move    #mp_xh,r3
        move    #mp_yq,r5
        move    #mp_yq,r7
        move                    x:(r0)+,x0      y:(r4)+,y1
        mpy     x0,y1,a         x:<mp_xv+1,x0
        mac     y0,y0,a         a0,y:<mp_yq
        mpy     x0,y1,b         a2,x1
        move                    a1,x0
        add     x,b             x:<mp_xv+2,x0
        mpy     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:<mp_xv,x0
        mac     x0,y1,b         x:(r2)+,x1      y:(r5),y1
        mac     x1,y1,b         x:(r2)+,x1      y:(r4)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+1
        mac     x0,y1,a         x:(r2)+,x0      y:(r5)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r1)+,x1
        mac     y0,y0,a         a0,y:<mp_yq+2
        mac     x1,y1,b         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)+n4,y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r2)+,x1      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         y:(r4),y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     y0,y0,b         b0,y:(r5)+
        mac     x0,y1,a         x:(r2)-,x0      y:(r7)+,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)-,x0      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r7)+,y1
        mac     x0,y1,b         x:(r1)-,x0
        mac     x0,y1,a         x:(r1)+,x0      y:(r7)+,y1
        mac     x0,y1,a         x:(r1)-,x0
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,a         a0,y:(r5)+
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
        mac     x0,y1,a         x:(r0),x0
        mac     x0,y1,b         y:(r7),y1
        mac     x1,y1,b         x:(r1)-,x1      y:(r4)+,y1
        mac     y0,y0,b         b0,y:(r5)
        mac     x0,y1,a         x:(r2),x0       y:(r7)-,y1
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r1)+,x0      y:(r5)+,y1
        mac     x0,y1,a         x:(r1)-,x0
        mac     x0,y1,b         x:(r2)+,x0      y:(r7)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         x:(r0)+,x1      y:(r7)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r7)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r7),y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     y0,y0,a         a0,y:<mp_yq+6
        mac     x0,y1,b         x:(r1)+,x0      y:(r5)+n5,y1
        mac     x0,y1,b         x:(r0)-,x0      y:(r4)+,y1
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r0)+,x0      y:(r4)+n4,y1
        move                    #2,n4
        mac     x0,y1,a         x:(r0)+,x0      y:(r4)-,y1
        mac     x0,y1,b         x:(r0)+,x0
        mac     x0,y1,a         x:(r2)-,x1      y:(r4)-,y1
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
        mac     x0,y1,b         x:(r0)-,x0      y:(r7)+,y1
        mac     x1,y1,a         x:(r2)-,x1      y:(r7)+,y1
        mac     x1,y1,a         x:(r2)-,x1      y:(r7)+,y1
        mac     x1,y1,a         x:(r2)-,x1      y:(r7)+,y1
        mac     x1,y1,a         x:(r2)-,x1      y:(r7)+,y1
        mac     x1,y1,a         x:(r2)+,x1      y:(r7)+,y1
        mac     x1,y1,a         x:(r1)-,x1      y:(r7)+,y1
        mac     x1,y1,a         x:(r1)+,x1      y:(r4)+,y1
        mac     y0,y0,b         b0,y:<mp_yq+7
        mac     x0,y1,a         y:(r7)+,y1
        mac     x1,y1,a         b2,x1
        move                    b1,x0
        add     x,a             x:<mp_pinv,x0
        move                    a0,y1
        mpy     x0,y1,b         x:(r3)+,x0      y:(r4)+,y1
        asr     b               x:<mp_xv+8,x1
        mpy     x1,y1,b         b0,y1
        mac     x0,y1,a         x:(r0)+,x0      y1,y:(r7)-
        mac     y0,y0,a         x:(r3)+,x1
        mac     x1,y1,b         x:(r1)+,x1      y:(r7)-,y1
        mac     x1,y1,b         x:(r1),x1       y:(r7)-,y1
        mac     x1,y1,b         x:(r2)+,x1      y:(r7)-,y1
        mac     x1,y1,b         x:(r2)+,x1      y:(r7)-,y1
        mac     x1,y1,b         x:(r2)+,x1      y:(r7)-,y1
        mac     x1,y1,b         x:(r2)+,x1      y:(r7)-,y1
        mac     x1,y1,b         x:(r2)+,x1      y:(r7)-,y1
        mac     x1,y1,b         x:(r0)-,x1      y:(r4)+,y1
        mac     x0,y1,b         a1,x0
        mpy     x1,y1,a         a2,x1
        add     x,b             x:(r0)-,x0      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         x:(r2)-,x1      y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4)+,y1
        mac     x0,y1,a         x:(r0)-,x0
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:(r0)+,x0      y:(r7)+,y1
        mac     x1,y1,b         x:(r2)+,x1      y:(r4)+,y1
        mac     x0,y1,b         y:(r4),y1
        mac     x0,y1,a         x:<mp_xv+1,x0
        mac     x0,y1,b         x:(r2),x0       y:(r5)+,y1
        mac     y0,y0,b         b0,x:<mp_xv
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)-,x0      y:(r7)+n7,y1
        mac     x0,y1,a         x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r2)-,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r2)+,x0
        mac     x0,y1,a         y:(r5)+,y1
        mac     x0,y1,b         x:(r1)+n1,x0
        mac     x0,y1,a         x:(r3)+,x0      y:(r5),y1
        mac     x0,y1,a         x:(r3)+,x0
        mac     y0,y0,a         a0,x:<mp_xv+1
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
        mac     y0,y0,b         b0,x:<mp_xv+2
        mac     x1,y1,a         b2,x1
        mpy     x0,y1,b         b1,x0
        add     x,a             x:(r2)+,x0      y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         x:(r0)-,x1      y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2)+,x0
        mac     x0,y1,b         y:(r5)-,y1
        mac     x0,y1,a         x:(r2),x0       y:(r4)+,y1
        mac     x1,y1,b         x:(r0)+,x1      y:(r5)+,y1
        mac     x0,y1,a         x:(r0)-,x0      y:(r4)+,y1
        mac     y0,y0,a         a0,x:<mp_xv+3
        mac     x1,y1,b         a2,x1
        mpy     x0,y1,a         a1,x0
        add     x,b             x:(r2)-,x0      y:(r5)+,y1
        mac     x0,y1,b         x:(r0),x1       y:(r4)+,y1
        mac     x1,y1,a         x:<mp_xv+6,x1
        mac     x1,y1,b         x:(r2)+,x0      y:(r4),y1
        mac     x1,y1,a         x:<mp_xv+5,x1
        mac     x1,y1,b         x:(r2),x1       y:(r7)+,y1
        mac     y0,y0,b         b0,x:<mp_xv+4
        mac     x0,y1,a         b1,x0
        mpy     x1,y1,b         b2,x1
        add     x,a             x:(r2)-,x0      y:(r5),y1
        mac     x0,y1,a         x:(r2)-,x1      y:(r7)+,y1
        mac     x1,y1,b         x:(r2),x1
        mac     x1,y1,a         x:(r3)+,x1      y:(r7),y1
        mac     x1,y1,a         x:(r3)+,x1
        mac     x1,y1,b         x:(r0),x1       y:(r4)-,y1
        mac     y0,y0,a         a0,x:<mp_xv+5
        mac     x1,y1,b         a2,x1
        move                    a1,x0
        add     x,b             x:<mp_xv+8,x0
        mpy     x0,y1,a         x:(r3),x1       y:(r4),y1
        mac     x0,y1,b         x:(r1),x0       y:(r7)-,y1
        mac     y0,y0,b         b0,x:<mp_xv+6
        mac     x1,y1,a         b2,x1
        move                    b1,x0
        add     x,a             x:(r1),x0       y:(r7),y1
        mac     x0,y1,a
        mac     y0,y0,a         a0,x:<mp_xv+7
        move                    a1,x:<mp_xv+8
fast_power_9_end
        rts
