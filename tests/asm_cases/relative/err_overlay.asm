; Where a relocatable overlay is loaded is the linker's business (ASM chapter 6, ORG)
;> relative
        section s_
        org     x:
there   ds      1
        org     p:
start   nop
        org     p:start,x:$10   ;! A0562
        org     p:0,x:there     ;! A0561
        endsec
