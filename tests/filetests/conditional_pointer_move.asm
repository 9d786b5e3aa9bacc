; Tcc with address registers is a branch: only the edge on which its condition is true has a delayed write of R1.
; at: $0043
; region: if LT -> block1 [Move None] else block2 [no operation]
; region: block1: 2 instructions
; region: block2: 2 instructions
; region: delayed R1
; region not: fallback
        org     p:$40
start   movep   #0,x:$fffe
        clr     a
loop    move    #<$10,r0
        cmp     x0,a
        tlt     x0,a            r0,r1
        rol     b
        jmp     loop
