; Both arms of a branch are in the region and meet again.
; at: $0044
; region: if 
; region 1: else block
; region 3: instructions,
; region 1: entry block
; clif 2: brif
; clif 0: call_indirect
        org     p:$40
start   movep   #0,x:$fffe
        move    #>1,x0
loop    add     x0,a
        jpl     even
        neg     a
even    asr     a
        jmp     loop
