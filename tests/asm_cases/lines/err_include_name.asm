        include                 ;! A0520
        include ''              ;! A0520
        include part            ;! A0326
        include 'part' more     ;! A0329
