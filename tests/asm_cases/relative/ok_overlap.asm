;> relative
; separate sections do not overlap; the words of one section do
        section one
        org     p:
        dc      1
        org     p:$40
        dc      1
        org     p:$40
        dc      2                       ;! A0713
        endsec
        section two
        org     p:
        dc      2
        endsec
