; Labels are numbered from 0, and only those that something jumps to, as version 4.1 does (ten .LOOPs of DSPMIXER.LOD have
; Z_L00000 to Z_L00009)
        org     p:0
        .loop   2
        .loop   2
        nop
        .endl
        nop
        .endl
        .repeat
        nop
        .until  <eq>
        .for    r0 = #0 to #3
        .endf
        .loop   2
        .continue
        nop
        .endl
        .if     <eq>
        .else
        .endi
        .while  <eq>
        .endw
        .repeat
        .break
        .continue
        .break
        .until  <eq>
;= Z_L00000 6
;= Z_L00001 5
;= Z_L00002 6
;= Z_L00003 14
;= Z_L00004 21
;= Z_L00005 27
;= Z_L00006 26
;= Z_L00007 31
;= Z_L00008 31
;= Z_L00009 31
;= Z_L00010 34
;= Z_L00011 34
;= Z_L00012 41
;= Z_L00013 40
