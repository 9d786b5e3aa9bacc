        org     100             ;! A0503
        org     q:0             ;! A0504
        org     xz:0            ;! A0505
        org     xb:0            ;! A0506
        org     l:0,x:0         ;! A0507
        org     x:0,l:0         ;! A0508
        org     x:later         ;! A0316
        org     p:$10000        ;! A0609
        org     p:1.5           ;! A0315
        org     p:0,x:0,y:0     ;! A0501
later   equ     5
