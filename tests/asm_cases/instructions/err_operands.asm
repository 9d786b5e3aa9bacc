; errors of operands that one operand causes (ASM D.4)
        move                    ;! A0606
        add                     ;! A0606
        add     x0,a x:(r0),b y:(r4),y0 more   ;! A0605
        add     x0              ;! A0607
        add     r0,a            ;! A0648
        mac     x0,r0,a         ;! A0648
        mac     x1,x1,a         ;! A0647
        move    x:(r0)+,x0 y:(r1)+,y0          ;! A0645
        move    x:-(r0),x0 y:(r4)+,y0          ;! A0646
        move    x:$10,x0 y:(r4)+,y0            ;! A0646
        lua     (r0),r1         ;! A0646
        add     #5,a            ;! A0646
        jmp     x:$10           ;! A0649
        rep     (r0)            ;! A0650
        asl     #2,a,a          ;! A0607
        move    x:              ;! A0602
        move    x0,             ;! A0602
        move    x:(r0,x0        ;! A0603
        move    x:(r0)+n1,x0    ;! A0604
        do      ssh             ;! A0607
        nop     x0              ;! A0605
        movep   x0,y0           ;! A0653
        movep   x:(r0)+,a       ;! A0653
        movep   #$123456,p:(r0) ;! A0653
        add     x9,a            ;! A0646
        move    x2,a            ;! A0650
        tfr     x:(r0),a        ;! A0654
        move    x:(r0),x:(r1)   ;! A0654
        jclr    5,x0,5          ;! A0655
        andi    x0,mr           ;! A0655
        jmp     x0              ;! A0646
        jmp     #5              ;! A0646
        lua     p:(r0)+,r1      ;! A0649
        add     x0,a p:(r0)+    ;! A0649
        mac     x0,y0,a x:(r0)+,x0 y:$10,y1     ;! A0646
        move    x:$10,x0 y:$20,y0               ;! A0646
        clr     a a,x:$1000 y:<$20,b            ;! A0646
;!! A0117
