        msg     'Generating'    ;! A0803
        msg                     ;! A0803
        warn    'careful: ',1+1 ;! A0802
        opt     now
        warn    'not shown'
