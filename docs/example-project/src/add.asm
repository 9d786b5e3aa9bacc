; Sums of numbers of several words.

LENGTH  equ     4

        org     x:0
first   ds      LENGTH
sum     ds      LENGTH+1
        org     y:0
second  ds      LENGTH

        org     p:$40

; The sum of two plain numbers, least significant word first: sum = first + second.

; test: a carry goes through all words
;   in  x:first[LENGTH]  = $FFFFFF*4
;   in  y:second[LENGTH] = 1, 0, 0, 0
;   out x:sum[5]         = 0, 0, 0, 0, 1
;   clocks <= 70

; test: without a carry
;   in  x:first[LENGTH]  = 1, 2, 3, 4
;   in  y:second[LENGTH] = $10, $20, $30, $40
;   out x:sum[5]         = $11, $22, $33, $44, 0

add     clr     a       #first,r0
        move            #second,r4
        move            #sum,r1
        move            #0,x1           ; X and Y are words without a sign
        move            #0,y1
        do      #LENGTH,added
        move            x:(r0)+,x0      y:(r4)+,y0
        add     x,a
        add     y,a
        move            a0,x:(r1)+
        move            a1,a0           ; the carry
        move            x1,a1
added   move            a0,x:(r1)
        rts
