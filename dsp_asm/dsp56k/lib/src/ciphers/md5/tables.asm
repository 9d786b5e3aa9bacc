; SPDX-License-Identifier: MIT
; Makes the tables of MD5, for the program of the variants and for the firmware.

; Copies the tables to the memory where the rounds read them.
; Changes: X R0-R2
md5_tables
        move    #>md5_constants,r0
        move    #>MD5_ONES,r1
        do      #65,_sines_end
        movem   p:(r0)+,x1
        movem   p:(r0)+,x0
        move    x,l:(r1)+
_sines_end
        move    #>MD5_SHIFTS,r1
        move    #>MD5_MASKS,r2
        do      #16,_shifts_end
        movem   p:(r0)+,x1
        movem   p:(r0)+,x0
        move    x,l:(r1)+
        movem   p:(r0)+,x0
        move    x0,x:(r2)+
_shifts_end
        move    #>$008000,x0
        move    x0,y:MD5_TO_TOP
        if      !COMPUTATION
        move    #>MD5_ORDER,r1
        move    #>MD5_REST,r2
        do      #64,_order_end
        movem   p:(r0)+,x1
        movem   p:(r0)+,x0
        move    x,l:(r1)+
        movem   p:(r0)+,x0
        move    x0,x:(r2)+
_order_end
        endif
        rts

md5_constants
        dc      $FFFFFF,$FF0000
sine    set     1
        dup     64                              ; floor(2^32 abs(sin(sine)))
        dc      @cvi(@flr(@abs(@sin(sine))*16777216.0))
        dc      @cvi(@flr(@abs(@sin(sine))*4294967296.0)-@flr(@abs(@sin(sine))*16777216.0)*256.0)<<16
sine    set     sine+1
        endm

shifts  macro   list
        dupa    bits,list
        dc      1<<bits,1<<(bits-1),(1<<bits)-1
        endm
        endm
        shifts  '7,12,17,22'
        shifts  '5,9,14,20'
        shifts  '4,11,16,23'
        shifts  '6,10,15,21'

        if      !COMPUTATION
; Defines the index of a step's word, its shift s, and 32 - s, for the steps of a round.
order   macro   first,way,one,two,three,four
word    set     first
        dup     4
        dc      word&15,one,32-one
        dc      (word+way)&15,two,32-two
        dc      (word+2*way)&15,three,32-three
        dc      (word+3*way)&15,four,32-four
word    set     word+4*way
        endm
        endm
        order   0,1,7,12,17,22
        order   1,5,5,9,14,20
        order   5,3,4,11,16,23
        order   0,7,6,10,15,21
        endif
