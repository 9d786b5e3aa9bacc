; the check of modulo buffers ends where nothing comes from above, or where the registers may have changed (UM 5-15)
        org     x:5
plain   ds      8
        org     p:$40
; after an unconditional change of flow the next word is another piece of code
        move    #plain,r0
        rts
        move    #7,m0
        move    #plain,r1
        rti
        move    #7,m1
        move    #plain,r2
        jmp     <$40
        move    #7,m2
        move    #plain,r3
        jmp     (r7)
        move    #7,m3
        move    #plain,r4
        illegal
        move    #7,m4
; a conditional one goes on here
        move    #plain,r5
        jcs     <$40
        move    #7,m5           ;! A0644
        move    #plain,r6
        jset    #0,x:$10,$40
        move    #7,m6           ;! A0644
        move    #plain,r7
        stop
        wait
        reset
        move    #7,m7           ;! A0644
; SWI calls the program of its vector
        move    #plain,r0
        swi
        move    #7,m0
; another origin is another piece of code
        move    #plain,r1
        org     p:$80
        move    #7,m1
; data memory in between is not
        move    #plain,r2
        org     x:
        dc      1
        org     p:
        move    #7,m2           ;! A0644
