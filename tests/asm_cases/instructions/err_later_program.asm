; A program for a newer chip is reported as such, once.
        org     p:0
        inc     a                       ;! A0202
        bra     *                       ;! A0202
;!! A0117
