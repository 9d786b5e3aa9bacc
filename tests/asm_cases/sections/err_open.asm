        section left_open       ;! A0111
