; SPDX-License-Identifier: MIT
; Computes MD5 of two messages, two-way interleaved (md5.asm, STREAMS): a step of one message, then the same step of the
; other.
;
; A, B and all four data registers serve one message at a time. Both messages share the loops, the tables and the
; address registers that read the tables. The bytes of the first message come from X, those of the second from Y: an
; instruction can store a sum of one message while it loads bytes of the other.
;
; The words of both messages alternate in memory, so that one address register reads both.

MD5_PAIR_WORDS          equ     MD5_MEMORY+$C0  ; L: words of the two messages, alternating, modulo 32
MD5_SECOND              equ     MD5_MEMORY+$E0  ; L: state of the second message, modulo 4
MD5_SECOND_BEFORE       equ     MD5_MEMORY+$E4  ; L: its state before the block

; Computes the sum that is rotated; \word, \sine and \shift update the addresses after the reads.
pair_sum        macro   word,sine,shift
        move    b1,a0
        add     y,a             l:(r4)word,x
        add     x,a             l:(r5)sine,y
        add     y,a             l:(r0)shift,y
        endm

; Does for one message the same as turn, then starts the step of the other message.
pair_turn       macro   bits,own,next,mask,other,into
        move    a0,b
        lsr     b               a1,x1
        mpy     x1,y0,a         b1,x0
        if      bits==23
        mpy     -x0,y1,b        x:(r2)mask,x1   y:(r6),y0
        else
        mpy     x0,y1,b         x:(r2)mask,x1   y:(r6),y0
        endif
        and     x1,a            a0,x0
        add     x0,b            a1,x1
        mac     x1,y0,b         l:(own)-,x
        add     x,b             l:other,into
        move    b10,l:(own)next
        endm

; Computes the function of round 1 for one message; X = d.
pair_f  macro   own,by
        move    l:(own)-,ab
        eor     x1,a
        eor     x0,b            l:(own)-,y
        and     y1,a
        and     y0,b
        eor     x1,a
        eor     x0,b            l:(own)+,y
        endm
; Computes the function of round 2 for one message; X = c.
pair_g  macro   own,by
        move    l:(own)+by,ab
        eor     x1,a
        eor     x0,b            l:(own)+,y
        and     y1,a
        and     y0,b
        eor     x1,a
        eor     x0,b            l:(own)+,y
        endm
; Computes the function of round 3 for one message; X = d.
pair_h  macro   own,by
        move    l:(own)-,ab
        eor     x1,a
        eor     x0,b            l:(own)-,y
        eor     y1,a
        eor     y0,b            l:(own)+,y
        endm
; Computes the function of round 4 for one message; Y = all ones.
pair_i  macro   own,by
        move    l:(own)-,ab
        eor     y1,a            l:(own)-,x
        eor     y0,b            l:(own)-,y
        or      y1,a
        or      y0,b
        eor     x1,a
        eor     x0,b            l:(own)+,y
        endm

; Computes a step of both messages. \next_one and \next_other update the addresses from the new word to the first word
; of the next step, which \into receives from \first or \second.
pair_step       macro   function,bits,next_one,next_other,second,first,into
        function r1,n1
        pair_sum +,,
        pair_turn bits,r1,next_one,,second,into
        function r3,n3
        pair_sum +n4,+,+
        pair_turn bits,r3,next_other,+,first,into
        endm

; Sets the registers of a round: its first word, and the distance from each word to the next.
pair_round      macro   number,first,way
        move    #<MD5_PAIR_WORDS+2*first,r4
        move    #<2*way-1,n4
        move    #<MD5_SHIFTS+4*number,r0
        move    #<MD5_MASKS+4*number,r2
        endm

; Updates two states with complete blocks of two messages.
; In: X:(R3)+ and Y:(R7)+ the blocks, 64 bytes each; N7 the number of blocks, not 0; L:MD5_STATE and L:MD5_SECOND the
;   states.
; Out: L:MD5_STATE and L:MD5_SECOND the new states; R3 and R7 the ends of the blocks.
; Changes: A B X Y R0-R7 N1 N3 N4 N6 N7 M0-M4
; Bounds: |A|, |B| <= 5 * 2^47
md5_pair
        move    #<3,m0
        move    m0,m1
        move    m0,m2
        move    m0,m3
        move    #<31,m4
        move    #<2,n1
        move    n1,n3
        move    r3,n6
        do      n7,_end
        move    #>$FFFF,m3
        move    n6,r3
        move    #<MD5_PAIR_WORDS+31,r4
        move    #>$008000,x1
        move    #>$000080,y1
        move    x:(r3)+,x0
        move    x:(r3)+,y0
        do      #16,_words_end
        mpy     x0,x1,a         x:(r3)+,x0
        add     y0,a            b10,l:(r4)+
        mpy     x0,y1,b         x:(r3)+,x0
        mac     x0,x1,b         y:(r7)+,y0
        move    b0,x0
        add     x0,a            y:(r7)+,x0
        mpy     y0,x1,b         y:(r7)+,y0
        add     x0,b            a10,l:(r4)+
        mpy     y0,y1,a         y:(r7)+,y0
        mac     y0,x1,a         x:(r3)+,x0
        move    a0,y0
        add     y0,b            x:(r3)+,y0
_words_end
        move    b10,l:(r4)
        move    (r3)-n3
        move    r3,n6
        move    r7,n7
        move    m0,m3
        move    #<MD5_STATE,r1
        move    #<MD5_SECOND,r3
        move    #<MD5_BEFORE,r5
        move    #<MD5_SECOND_BEFORE,r7
        do      #4,_before_end
        move    l:(r1)+,x
        move    x,l:(r5)+
        move    l:(r3)+,x
        move    x,l:(r7)+
_before_end
        move    #<MD5_SINES,r5
        move    #<MD5_TO_TOP,r6
        move    #<MD5_ONES,r7
        move    (r1)-
        move    (r3)-
        move    l:(r1)-,x
        pair_round 0,0,1
        do      #16,_f_end
        pair_step pair_f,0,+n1,+n3,(r3)-,(r1)-,x
_f_end
        move    l:(r1)-,x
        move    (r3)-
        pair_round 1,1,5
        do      #16,_g_end
        pair_step pair_g,0,+,+,(r3)-,(r1)-,x
_g_end
        move    (r1)+n1
        move    l:(r1)-,x
        move    (r3)+
        pair_round 2,5,3
        do      #4,_h_end
        dupa    bits,4,11,16,23
        pair_step pair_h,bits,+n1,+n3,(r3)-,(r1)-,x
        endm
_h_end
        move    l:(r7),y
        move    (r1)+
        pair_round 3,0,7
        do      #16,_i_end
        pair_step pair_i,0,+n1,+n3,(r7),(r7),y
_i_end
        move    #<MD5_STATE,r1
        move    #<MD5_SECOND,r3
        move    #<MD5_BEFORE,r5
        move    #<MD5_SECOND_BEFORE,r7
        do      #4,_state_end
        move    l:(r1),a
        move    l:(r5)+,x
        add     x,a             l:(r7)+,x
        move    l:(r3),b
        add     x,b             a10,l:(r1)+
        move    b10,l:(r3)+
_state_end
        move    n7,r7
        nop
_end
        move    n6,r3
        move    #>$FFFF,m0
        move    m0,m1
        move    m0,m2
        move    m0,m3
        move    m0,m4
        rts
md5_pair_end
