; Arguments by number, of another dialect, are one error: calls, words and labels cause no other
readhost macro
        jclr    #0,x:<<$ffe9,*  ; \1 in a comment
        movep   x:<<$ffeb,\1            ;! A0421
        endm
writhost macro
wait\@  jclr    #1,x:<<$ffe9,wait\@
        movep   \1,x:<<$ffeb
        endm
        org     p:0
        do      #4,loop
        readhost x0     ; a comment
        writhost a
loop
        writhost x:5
