one
_a      nop
two     jmp     _a              ;! A0212
_b      nop
_b      nop                     ;! A0209
