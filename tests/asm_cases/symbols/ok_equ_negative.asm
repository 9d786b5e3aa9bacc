; The difference of two addresses is not an address: it may be negative, as an offset for an N register, and has no space.
        org     x:$74
first   ds      8
        org     y:$20
second  ds      1
offset  equ     @cvs(x,second)-first    ;= offset -84
before  equ     offset-1                ;= before -85
space   equ     @msp(first+8-first)     ;= space 0
        org     p:$40
        move    #>offset,n2             ;= P:0040 72F400 FFFFAC
        nop                             ;= P:0042 000000
        move    y:(r2+n2),x0            ;= P:0043 4CEA00
        move    #>before,n2             ;= P:0044 72F400 FFFFAB
