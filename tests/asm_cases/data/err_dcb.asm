        org     x:0
        dcb     256             ;! A0314
        org     l:0
        dcb     1               ;! A0711
