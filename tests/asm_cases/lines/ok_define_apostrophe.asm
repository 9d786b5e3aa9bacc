; An apostrophe within "..." begins no string that would keep DEFINE out (ASM 2.3)
        define  LONG    'short'
        org     x:0
        dc      "it's LONG, isn't it"
        dc      'it''s LONG'
;= X:0000 697427 732073 686F72 742C20 69736E 277420 697400
;= X:0007 697427 73204C 4F4E47
