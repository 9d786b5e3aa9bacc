; Control code: a command loop that tests bits, counts, calls short routines and decides on their flags.
        org     p:ORIGIN
start   move    #<$10,r0
        move    #<$80,r4
        move    #>3,y0
        do      #200,commands
        move    x:(r0)+,a
        jclr    #0,x:<$00,even
        jsr     <count
        bclr    #0,x:<$00
        jmp     <shape
even    bset    #0,x:<$00
        jsr     <weigh
shape   tst     a
        jmi     <negative
        jeq     <nothing
        cmp     x0,a
        jlt     <less
        jset    #3,x0,less
        sub     y0,a
        jcs     <less
        jsr     <weigh
less    btst    #5,y:<$01
        jcc     <next
negative
        neg     a
        jsr     <count
nothing jset    #2,y:<$02,next
        bchg    #2,y:<$02
next    cmp     y0,a    x:<$04,x0
        jne     <more
        jsr     <count
more    move    a1,y:<$01
commands
        jmp     <start
count   move    x:<$03,b
        add     y0,b
        jscs    <weigh
        move    b1,x:<$03
        rts
weigh   move    x:<$04,b
        jclr    #1,x:<$04,light
        asr     b
        move    b1,x:<$04
        rts
light   add     y0,b
        move    b1,x:<$04
        rts
        end
