        dc      $               ;! A0305
        dc      $12G            ;! A0305
        dc      %               ;! A0306
        dc      %12             ;! A0306
        dc      `x              ;! A0307
        dc      1a              ;! A0307
        dc      0x10            ;! A0307
        dc      1e              ;! A0333
        dc      5e+             ;! A0333
        dc      1.5x            ;! A0333
        dc      1.2.3           ;! A0333
        dc      .               ;! A0333
        dc      $1000000000000  ;! A0308
        radix   3               ;! A0528
        radix   2
        dc      12              ;! A0306
        radix   `16
        dc      1g              ;! A0305
        radix   8
        dc      8               ;! A0307
