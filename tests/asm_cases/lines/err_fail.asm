        fail    'Parameter out of range'  ;! A0801
        fail                    ;! A0801
        fail    'open           ;! A0327
        fail    'a'b            ;! A0329
