; .FOR: A counts, X0 holds the step, Y0 the last value (ASM 7.3.4)
targ    equ     4
        org     p:0
        .for    x:$10 = #0 to y:(targ*2)+1 by #@cvi(@pow(2.0,@cvf(3)))
        nop
        .endf
        .for    r1 = #9 downto x0 do    ; X0 goes to Y0 before the step comes into it
        .if     <cs>
        .break
        .endi
        .continue
        .endf
        .for    a = b1 to #10 by #>$10
        .endf
;= P:0000 44F400 000008 4E8900 2E0000 561000 200055 0AF0A7 00000D
;= P:0008 000000 569000 200040 561000 0C0005 208600 44F400 000001
;= P:0010 56F400 000009 21D100 200055 0AF0A9 000020 0AF0A0 00001A
;= P:0018 0AF080 000020 0AF080 00001C 222E00 200044 21D100 0C0013
;= P:0020 44F400 000010 46F400 00000A 21AE00 200055 0AF0A7 00002A
;= P:0028 200040 0C0025
