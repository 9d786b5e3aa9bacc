; .WHILE and .REPEAT with .BREAK and .CONTINUE (ASM 7.3.2, 7.3.3); labels of the user stay valid around them
        org     p:0
        scsjmp  long
        .while  x:(r1)+ <gt> #0 do
        .if     <cs>
        .break
        .endi
        nop
        .endw
        scsjmp  short
start   .repeat
_own    sub     y0,a
        .if     <mi>
        .continue
        .endi
        .if     <eq>
        .break
        .endi
        scsjmp  none
        jmp     _own
        .until  <lt> or <ec>
;= P:0000 56D900 240000 200045 0AF0AF 00000C 0AF0A0 000009 0AF080
;= P:0008 00000C 000000 0AF080 000000 200054 0E300F 0C0012 0E2011
;= P:0010 0C0015 0C000C 0AF0A9 000015 0ED00C
