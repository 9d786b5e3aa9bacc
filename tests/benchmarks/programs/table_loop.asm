; Table look-ups: passes of MD2's kind over 48 bytes (table in X:$00-$FF, state in Y:$00-$2F), then rounds of DES's kind
; (eight look-ups of six bits each of X0 through tables in X, choices of the key in Y:$40).
        org     p:ORIGIN
start   move    #<0,r0
        move    #<0,r2
        move    #>$ff,y0
        clr     a       #<0,r1
        do      #18,md2_pass
        move    #<0,r4
        do      #48,md2_byte
        move    a1,n0
        move    y:(r4),a
        move    x:(r0+n0),x0
        eor     x0,a
        move    a1,y:(r4)+
md2_byte
        move    r1,x0
        add     x0,a    (r1)+
        and     y0,a
md2_pass
        move    #>$3f,y1
        move    #<$40,r5
        do      #16,des_round
        move    x:<$10,x1
        clr     b       #<0,r2
        do      #8,des_box
        move    x1,a
        move    y:(r5),y0
        eor     y0,a
        lsr     a       a1,x1
        lsr     a
        and     y1,a
        move    a1,n2
        move    x1,a
        move    x:(r2+n2),x0
        eor     x0,b
        lsl     a
        move    a1,x1
des_box
        move    y:(r5)+,a
        move    b1,y:<$30
        eor     y1,a
des_round
        clr     a
        jmp     <start
