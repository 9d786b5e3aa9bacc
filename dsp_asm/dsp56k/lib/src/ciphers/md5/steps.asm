; SPDX-License-Identifier: MIT
; Computes the rounds of MD5, four steps in each loop iteration. The words a, b, c, d are in a circular buffer, in which
; the new word replaces a.
;
; Between steps X = c and A1 = its upper word. R1 is the address of d, in round 2 of b; R4 the address of the block's
; word, N4 the distance to the next word; R5 the address of the constant; R0 and R2 the addresses of the shift's
; multiplier and mask.

; Computes the sum that is rotated.
; In: A1 and B1 the words of the function's value; Y the word a.
sum     macro
        move    b1,a0
        beside  'add y,a','l:(r4)+n4,x'
        beside  'add x,a','l:(r5)+,y'
        beside  'add y,a','l:(r0)+,y'
        endm

; Rotates the sum left by \bits, computes the new word and starts the next step. The product of the upper word has the
; remaining bits in A0. In A1 it has the bits that enter at the lower end, after a mask has removed the copies of the
; sign. The lower word is shifted right by 1 first, because MPY takes its top bit as a sign. For the same reason the
; product with the multiplier 2^23 is negated.
; In: A the sum; Y = 2^s and 2^(s-1).
turn    macro   bits,ahead,next
        move    a0,b
        beside  'lsr b','a1,x1'
        beside  'mpy x1,y0,a','b1,x0'
        if      bits==23
        beside  'mpy -x0,y1,b','x:(r2)+,x1 y:(r6),y0'
        else
        beside  'mpy x0,y1,b','x:(r2)+,x1 y:(r6),y0'
        endif
        beside  'and x1,a','a0,x0'
        beside  'add x0,b','a1,x1'
        beside  'mac x1,y0,b','l:(r1)-,x'
        if      ahead                           ; load all ones, for round 4
        beside  'add x,b','l:(r7),y'
        else
        add     x,b
        endif
        beside  'tfr x1,a','b10,l:(r1)next'
        endm

; Computes a step of round 1, d xor (b and (c xor d)), in 20 instruction cycles.
step_f  macro   bits
        beside  'tfr x0,b','l:(r1)+n1,x'
        eor     x1,a
        beside  'eor x0,b','l:(r1)-,y'
        and     y1,a
        and     y0,b
        eor     x1,a
        beside  'eor x0,b','l:(r1)+,y'
        sum
        turn    bits,0,+n1
        endm
; Computes a step of round 2, c xor (d and (b xor c)), in 20 instruction cycles.
step_g  macro   bits
        beside  'tfr x0,b','l:(r1)+n1,y'
        eor     y1,a
        beside  'eor y0,b','l:(r1)+,y'
        and     y1,a
        and     y0,b
        eor     x1,a
        beside  'eor x0,b','l:(r1)+,y'
        sum
        turn    bits,0,
        endm
; Computes a step of round 3, b xor c xor d, in 18 instruction cycles.
step_h  macro   bits
        beside  'tfr x0,b','l:(r1)+n1,x'
        eor     x1,a
        beside  'eor x0,b','l:(r1)-,y'
        eor     y1,a
        beside  'eor y0,b','l:(r1)+,y'
        sum
        turn    bits,0,+n1
        endm
; Computes a step of round 4, c xor (b or not d), in 20 instruction cycles; Y = all ones.
step_i  macro   bits
        move    l:(r1)+n1,ab
        eor     y1,a
        beside  'eor y0,b','l:(r1)-,y'
        or      y1,a
        or      y0,b
        eor     x1,a
        beside  'eor x0,b','l:(r1)+,y'
        sum
        turn    bits,1,+n1
        endm

; Computes a round from the macro of its steps, its first word, the distance from each word to the next, and its shifts.
md5_round       macro   step,number,first,way,one,two,three,four
        move    #MD5_WORDS+first,r4
        move    #way,n4
        move    #MD5_SHIFTS+4*number,r0
        move    #MD5_MASKS+4*number,r2
        do      #4,_end
        step    one
        step    two
        step    three
        step    four
_end
        endm

md5_rounds      macro
        move    #15,m4
        move    #3,m0
        move    m0,m1
        move    m0,m2
        move    #2,n1
        move    #MD5_SINES,r5
        move    #MD5_TO_TOP,r6
        move    #MD5_ONES,r7
        move    (r1)+n1
        move    l:(r1)+,x
        move    x1,a
        md5_round step_f,0,0,1,7,12,17,22
        move    (r1)+n1
        md5_round step_g,1,1,5,5,9,14,20
        move    (r1)+n1
        md5_round step_h,2,5,3,4,11,16,23
        move    l:(r7),y
        md5_round step_i,3,0,7,6,10,15,21
        move    #>$FFFF,m0
        move    m0,m1
        move    m0,m2
        move    m0,m4
        endm
