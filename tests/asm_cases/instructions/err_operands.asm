        move                    ;! A0606
        add                     ;! A0606
        add     x0,a x:(r0),b y:(r4),y0 more   ;! A0605
        add     x0              ;! A0607
        add     r0,a            ;! A0607
        mac     x0,r0,a         ;! A0607
        move    x:(r0)+,x0 y:(r1)+,y0          ;! A0607
        lua     (r0),r1         ;! A0607
        move    x:              ;! A0602
        move    x0,             ;! A0602
        move    x:(r0,x0        ;! A0603
        move    x:(r0)+n1,x0    ;! A0604
        do      ssh             ;! A0607
        nop     x0              ;! A0605
