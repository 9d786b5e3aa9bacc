"""Programs for tests of the debugger's front ends: an interrupt, a subroutine, a loop, a counter in memory."""

SOURCE = """\
        org     p:8
        move    (r7)+
        nop
        org     p:$40
start   movep   #7,x:$ffff
        andi    #$fc,mr
        move    #>3,r0
        jsr     sub
        move    r1,x:count
loop    move    (r2)+
        jmp     loop
sub     do      r0,over
        move    (r1)+
over    rts
        org     x:$20
count   ds      1
        end     start
"""
