; fractions are rounded convergently: to even at the half (ASM 3.8, @FRC)
        org     y:0
        dc      1.5/8388608.0,2.5/8388608.0,-1.5/8388608.0
        dc      0.1,1e-3,.6,6.0e-1
;= Y:0000 000002 000002 FFFFFE 0CCCCD 0020C5 4CCCCD 4CCCCD
