; The logical operations work on A1 and B1, and may be written so (as ASM56000 6.3.0 takes it).
        org     p:0
        or      x1,b1
        or      x1,b
        and     y0,a1   x:(r0)+,x0
        eor     x0,b1
;= P:0000 20006A 20006A 44D856 20004B
