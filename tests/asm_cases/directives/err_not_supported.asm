        scsreg  y0,b            ;! A0557
