; Motorola's own (ASM 3.7): bitwise binds tighter than shifts, & and | are one level, so are && and ||
        dc      1+2*3,(1+2)*3,7-2-1
        dc      1<<2|1,1|2&4,6^3|8
        dc      -2*3,~0&$F,!0+1,!5
        dc      1<<2+1,16>>2-1
        dc      3>2==1,1==1&&0||1,1||0&&0
        dc      -7/2,-7%3,7%-3,7/2
;= P:0000 000007 000009 000004 000008 000000 00000D FFFFFA 00000F 000002 000000 000008 000008 000001 000001 000000 FFFFFD FFFFFF 000001 000003
