; The one's complement of a word is a word, that of a long word a long word (ASM 3.4, 3.6.1).
        org     x:
        dc      ~0,~1,~$7FFFFF,~$800000,~$FFFFFE,~~$800000
        org     l:8
        dc      ~$FFFFFFFFFFFE,~0
;= X:0000 FFFFFF FFFFFE 800000 7FFFFF 000001 800000
;= X:0008 000000 FFFFFF
;= Y:0008 000001 FFFFFF
