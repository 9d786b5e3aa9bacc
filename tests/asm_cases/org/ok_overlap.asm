; words that another piece of the program replaces, in each memory space and by whatever made them
        org     p:$40
        nop
        jmp     >$100
        org     p:$41
        dc      3                       ;! A0713
        org     x:5
        dc      1,2,3
        org     l:6
        dc      $000009000008           ;! A0713
        org     y:6
        dc      7                       ;! A0713
        org     x:$20
        bsc     4,1
        org     x:$22
        dup     2
        dc      2                       ;! A0713
        endm
        org     p:$80
        include 'words'
        org     p:$81
one     macro   word
        dc      word                    ;! A0713
        endm
        one     5
; equal words, storage without words, another counter's storage
        org     p:$40
        nop
        org     x:$20
        ds      4
        org     x:$22
        dc      2,2
; overlays that run at one address and are loaded at their own
        org     p:$200,p:$1000
        dc      1
        org     p:$200,p:$1001
        dc      2
; external and internal memory
        org     pi:$300
        dc      1
        org     pe:$300
        dc      2
; accepted
        opt     noovl
        org     p:$40
        rts
        opt     ovl
        org     p:$40
        rti                             ;! A0713
