; Control code as in branchy.asm whose branches depend on a 24-bit shift register (x^24 + x^23 + x^22 + x^17 + 1), so that
; no pass is like the one before.
        org     p:ORIGIN
start   move    #>$e10000,y1
        move    #>1,x0
        move    #>3,y0
loop    do      #200,commands
        tfr     x0,a
        lsr     a
        jcc     <shifted
        eor     y1,a
shifted move    a1,x0
        jclr    #0,x0,even
        jsr     <count
        jclr    #3,x0,weighed
        bchg    #1,x:<$04
        jmp     <weighed
even    jset    #5,x0,light
        jsr     <weigh
light   jsset   #7,x0,count
weighed move    x:<$03,b
        cmp     x0,b
        jlt     <less
        jset    #9,x0,next
        sub     y0,b
        jcs     <next
less    btst    #11,x0
        jcc     <next
        jsr     <weigh
next    move    b1,y:<$01
commands
        jmp     <loop
count   move    x:<$03,b
        add     y0,b
        move    b1,x:<$03
        rts
weigh   move    x:<$04,b
        jclr    #1,x:<$04,odd
        asr     b
odd     add     y0,b
        move    b1,x:<$04
        rts
        end
