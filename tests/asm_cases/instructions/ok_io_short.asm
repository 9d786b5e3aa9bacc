; I/O addresses become short by themselves in MOVEP, bit and bit jump instructions, not in MOVE
        bset    #4,x:$ffe4
        movep   #$1234,x:$fffe
        movep   x:$ffe9,a
        movep   x:$ffee,x:$ffef
        jclr    #0,x:$ffe9,*
        btst    #4,y:fwd
        move    x:$ffe4,a
        bclr    #1,x:<<$ffe0
fwd     equ     y:$fff3
;= P:0000 0AA424 08F4BE 001234 084E29 0870AE 00FFEF 0AA980 000006 0B7064 00FFF3 56F000 00FFE4 0AA001
