; SPDX-License-Identifier: MIT
; RECODING OF EXPONENTS to pairs of words at X:(X:mp_list): number of squarings, address of the table entry to multiply
; by. The power starts from the first entry, which is 0 for an exponent zero; the word of its squarings is instead the
; number of table entries that sliding windows need. The last pair has entry 0: only squarings. If RSA_SLIDING is set,
; three words precede the first entry: the number of table entries, the number of squarings at the end, and the number
; of pairs between. The first entry then has its highest bit set if the power starts from the product of this entry and
; the last entry of the table: with windows of five bits, if the six highest bits of the exponent end in 00.

        if      !@def(recode)
        include 'mp_memory.asm'

; Converts an exponent to windows for the table X:mp_tab.
; In: X:mp_exp address of the exponent, plain words; X:mp_left number of its words; X:mp_list address of the list;
;   X:mp_fixed not 0 for fixed windows, X:mp_part of them in the highest word, or 0 for sliding windows; X:mp_tab and
;   X:mp_len of key_load.
; Out: X:(X:mp_list) the list.
; Changes: A B X Y R0-R3 N0 N7
recode
        move    x:<mp_exp,r0
        move    x:<mp_left,n0
        move    x:<mp_list,r3
        move    x:<mp_fixed,b
        tst     b
        move    (r0)+n0
        if      RSA_SLIDING
        move    (r3)+
        move    (r3)+
        endif
        jeq     recode_sliding
        if      RSA_SLIDING
        move    #>16,x0
        move    x0,x:<mp_ents
        endif

; Fixed windows: four bits at a time, the highest first; the offset of an entry is the window times n.
        move    x:-(r0),b
        move    #>6,a
        move    x:<mp_part,x0
        sub     x0,a            x0,n7
        jeq     _aligned
        do      a1,_aligned
        lsl     b
        lsl     b
        lsl     b
        lsl     b
_aligned
        move    x:<mp_len,x0
        move    #>8,y0
        mpy     x0,y0,a         #4,n0
        move    a0,y0                           ; 16 n: the window is in bits 19 to 22
        move    #>$780000,y1
        move    x:<mp_tab,x1
        do      x:<mp_left,_words
        do      n7,_windows
        tfr     b,a             n0,x:(r3)+
        lsr     a
        and     y1,a
        move    a1,x0
        mpy     x0,y0,a
        lsl     b
        lsl     b
        lsl     b
        add     x1,a
        lsl     b               a1,x:(r3)+
_windows
        move    #6,n7
        move    x:-(r0),b
_words
        clr     b
        if      RSA_SLIDING
; Ends the list of pairs: stores the number of entries, B1 squarings after the last product, and the number of pairs.
; The last pair ends at X:(R3).
; Changes: A B X0 R0 R3
recode_counted
        move    x:<mp_list,r0
        move    r3,a
        move    r0,x0
        sub     x0,a            #>4,x0
        sub     x0,a            x:<mp_ents,x0
        asr     a               x0,x:(r0)+
        move    b1,x:(r0)+
        clr     b               a1,x:(r0)
        move    (r3)+
        move    b1,x:(r3)                       ; exponent zero: no entry to start from
        rts
        else
; Ends the list of pairs: stores B1 squarings after the last product, and entry 0.
; Changes: B R3
recode_end
        move    b1,x:(r3)+
        clr     b
        move    b1,x:(r3)
        rts
        endif

        if      !RSA_SLIDING
; Each bit that is 1 is a window.
recode_sliding
        move    x:<mp_tab,r2
        move    #0,r1
        do      x:<mp_left,_words
        move    x:-(r0),b
        do      #24,_bits
        lsl     b               (r1)+
        jcc     _next
        move    r1,x:(r3)+
        move    r2,x:(r3)+
        move    #0,r1
_next
        nop
_bits
        nop
_words
        move    r1,b
        jmp     recode_end
        else
; Leading zero words are skipped. The number of the other words determines the width of the windows.
recode_sliding
        move    x:<mp_left,a
        tst     a               #>1,x0
        move    x:-(r0),b
_skip
        jeq     _skipped
        tst     b
        jne     _skipped
        sub     x0,a            x:-(r0),b
        jmp     _skip
_skipped
        move    (r0)+
        move    a1,x:<mp_left
        move    #>1,x1
        move    x1,x:<mp_ents
        move    #>$800001,x1                    ; first 1 of the window, and its marker bit
        cmp     x0,a            #>4,x0
        jle     _width
        move    x0,x:<mp_ents
        move    #>$200001,x1
        cmp     x0,a            #>16,x0
        jle     _width
        move    x0,x:<mp_ents
        move    #>$080001,x1
        bset    #5,x:<mp_ents                   ; the leading window is not processed yet
_width
        move    x1,x:<mp_mark
        clr     a               #0,r1
        jmp     _scan

; Gets the next exponent word: its first bit in the carry, the other bits and a closing 1 in A1. After the last word,
; drops the return address and jumps to _finish.
_next_word
        move    x:<mp_left,a
        tst     a               #>1,x0
        jeq     _finish
        sub     x0,a
        move    a1,x:<mp_left
        move    x:-(r0),a
        ori     #1,ccr
        rol     a
        rts

; Scan the exponent bit by bit, in A, followed by a closing 1; R1 counts the squarings to do.
_scan
        clr     b                               ; no window is open
_zeros
        lsl     a               (r1)+
        jseq    _next_word
        jcc     _zeros

; Collect the bits after the first 1 until the marker bit reaches the sign.
        move    x:<mp_mark,b
        tst     b
        jmi     _full
_more
        lsl     a               (r1)+
        jseq    _next_word
        rol     b
        jpl     _more

_full
        jset    #5,x:<mp_ents,_leading
_served
        move    a1,x:<mp_word
        jsr     _strip
        move    x:<mp_word,a
        jmp     _scan

; The leading window: if it ends in 0 and the next bit is 0 too, its six bits have the value 32 + 2 i = 31 + (2 i + 1).
; The product of the last entry (31) and the entry of 2 i + 1 replaces at least two squarings.
_leading
        bclr    #5,x:<mp_ents
        jset    #0,b1,_served
        lsl     a
        jseq    _next_word
        jcs     _opened
        lsl     b               a1,x:<mp_word
        move    #0,r2
        jsr     _odd
        bset    #23,x:-(r3)
        move    (r3)+
        move    x:<mp_word,a
        jmp     _scan
_opened
        move    a1,x:<mp_word
        jsr     _strip
        move    (r1)+
        move    x:<mp_word,a
        move    x:<mp_mark,b
        jmp     _more

; Strip the zeros at the end of a window; the odd window value v = 2 i + 1 has table entry i.
_strip
        move    #0,r2                           ; squarings after the product
_stripped
        jset    #0,b1,_odd
        lsr     b               (r1)-
        move    (r2)+
        jmp     _stripped
_odd
        move    r1,x:(r3)+
        move    r2,r1
        move    #>$1E,x0
        and     x0,b            x:<mp_len,x1
        move    b1,y0
        mpy     x1,y0,a         x:<mp_tab,x0    ; 4 i n
        asr     a
        asr     a
        move    a0,a
        add     x0,a
        move    a1,x:(r3)+
        rts

; The exponent ends: an open window is processed first; no bits are left to shift.
_finish
        move    ssh,x0
        tst     b               (r1)-
        jne     _served
        move    r1,b
        jmp     recode_counted
        endif
        endif
