xtab    equ     x:$10
        end     xtab            ;! A0512
        end     1.5             ;! A0315
        end     $10000          ;! A0609
