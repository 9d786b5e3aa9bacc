; FORCE SHORT holds for the address of JSET, whose three numbers are the most that a form has (ASM chapter 6, FORCE).
        org     p:0
        force   short
        jset    #1,x:$1000,$30          ;! A0614
