        dc      $               ;! A0305
        dc      $12G            ;! A0305
        dc      %               ;! A0306
        dc      %12             ;! A0306
        dc      `x              ;! A0307
        dc      1a              ;! A0307
        dc      $1000000000000  ;! A0308
        radix   3               ;! A0528
        radix   2
        dc      12              ;! A0307
