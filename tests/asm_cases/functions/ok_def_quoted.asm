; @DEF of a name in quotes tests a DEFINE symbol (1996 manual): its replacement cannot be tested
;> GIVEN=1
        define  HERE    '2'
a_      equ     @def('GIVEN')+@def('HERE')*2+@def('LATER')*4
        define  LATER   '3'
        undef   HERE
        section s_
        define  INNER   '4'
b_      equ     @def('HERE')+@def('LATER')*2+@def('INNER')*4
        endsec
c_      equ     @def('INNER')+@def('a_')*2
;= a_ 3
;= b_ 6
;= c_ 0
