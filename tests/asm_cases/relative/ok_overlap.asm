;> relative
; sections of their own overlap nothing; the words of one do
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
