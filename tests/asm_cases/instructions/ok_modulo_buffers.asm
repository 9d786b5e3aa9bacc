; a modulo buffer begins at a multiple of 2**k, 2**k >= its size (UM 5-15)
        org     x:5
plain   ds      8
placed  dsm     8
; what begins at the boundary may end before the buffer begins
        org     y:$40
some    ds      3
behind  ds      8
; or may be its first part
        org     y:$50
first   ds      4
second  ds      4
more    ds      1
; labels of another memory do not count
        org     y:$61
alone   ds      8
        org     x:$60
another ds      1
        org     p:$40
        move    #plain,r0
        move    #7,m0           ;! A0644
        move    #placed,r1
        move    #7,m1
; the middle of a buffer, which is at its boundary
        move    #placed+3,r2
        move    #7,m2
; beyond the last of five words
        move    #4,m3
        move    #placed+6,r3    ;! A0644
; reverse carry, linear addressing
        move    #0,m4
        move    #plain,r4
        move    #$ffff,m4
        move    #plain,r4
; after a register has changed, a call or a label, its value is unknown
        move    #plain,r5
        nop
        move    x:(r5)+,a
        move    #7,m5
        move    #plain,r6
        jsr     <next
        move    #7,m6
        move    #plain,r7
next    move    #7,m7
        move    #behind,r0
        move    #7,m0           ;! A0644
        move    #second,r1
        move    #7,m1
        move    #alone,r2
        move    #7,m2           ;! A0644
;= P:0040 300500 0507A0 311000 0507A1 321300 0507A2 0504A3 331600
;= P:0048 0500A4 340500 05F424 00FFFF 340500 350500 000000 56DD00 0507A5
;= P:0051 360500 0D0055 0507A6 370500 0507A7
;= P:0056 304300 0507A0 315400 0507A1 326100 0507A2
