count   set     0
count   set     count+1
five    equ     5
six     =       6
io      equ     x:$ffc0
flt     equ     1.5
count   set     count+1
here    equ     *
NAME=7
eight   =8
nine=   4 + 5           ; whatever the blanks
;= count 2
;= five 5
;= six 6
;= io $ffc0
;= flt 1.5
;= here 0
;= NAME 7
;= eight 8
;= nine 9
