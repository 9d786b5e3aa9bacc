; A space ends the operand field (ASM 2.4): a genuine listing has "Extra fields ignored" (D.4) for DC %11 -RAT.
; Spaces next to a comma are allowed, and so are those in strings and on both sides of an operator (chapter 6, DEFINE).
        dc      %11 -1          ;! A0534
        dc      1 2             ;! A0534
        dc      'a' ++'b'       ;! A0534
        dc      1, 2 ,3 , ' a b', @max(1, 2)*0.25, ( 1 + 2 ), 1 << 2
        dcb     1 2             ;! A0534
        bsc     2 , 5 6         ;! A0534
