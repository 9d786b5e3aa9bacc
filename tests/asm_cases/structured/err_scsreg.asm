        scsreg  foo             ;! A0919
        scsreg  x0,a,y0,y1,x1   ;! A0919
