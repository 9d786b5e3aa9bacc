; An access by an absolute external address has no path for internal memory, and is compiled at the first time. The
; branches are the clock check, and for each access the miss of the soft TLB and the refusal to fill it.
; at: $0042
; region 2: external access
; region not: fallback
; clif 5: brif
; clif 2: preserve_all
        org     p:$40
start   movep   #0,x:$fffe
loop    move    x:>$0200,x0
        move    x0,y:>$0201
        jmp     loop
