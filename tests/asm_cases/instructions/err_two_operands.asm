; Each wrong operand is reported, and once.
        jclr    #99,x:zz,yy             ;! A0612 A0212 A0212
        do      #99999,qq               ;! A0612 A0212
        movep   #u,x:v                  ;! A0212 A0212
