; SPDX-License-Identifier: MIT
; Octets of Khufu and Khafre, with halves that are not rotated (merkle.asm).

; A look-up and its changes: the word \first, then the word \second of a half.
; In: R0 the entry in one plane of a table, for the first word; R4 the first word's address.
; Out: A1 and B1 the new words; R4 moved on.
; Changes: A B Y R0
look_up macro   first,advance,second,next
        moves   'x:(r0)+n0,a','y:(r4)advance,first'
        besides 'eor first,a','x:(r0),b','y:(r4)next,second'
        endm

; The rest of a round whose new word in A1 is the next address.
; In: A1 and B1; \second the old word for B1; \place_a and \place_b their addresses.
; Out: R0 the address.
; Changes: B
window  macro   second,place_a,place_b
        beside  'eor second,b','a1,r0'
        move    a1,y:place_a
        move    b1,y:place_b
        endm

; The rest of a round where the upper byte of A1 is looked up next.
; In: as of window; X0 = 2^7; R6 the middle of the table.
; Out: R0 the address.
; Changes: A B X1 R6
product macro   second,place_a,place_b
        beside  'eor second,b','a1,x1'
        move    y:(r6)+,a
        beside  'mac x1,x0,a','b1,y:place_b'
        move    a1,r0
        move    x1,y:place_a
        endm

; Eight rounds; with \keyed 1 Khafre's keys for V in the first, for U in the last.
octet   macro   keyed
        look_up y0,'-',y1,'+n4'
        if      keyed
        beside  'eor y1,b','y:(r5)+,y0'
        beside  'eor y0,a','y:(r5)+,y1'
        endif
        window  y1,MERKLE_V0,MERKLE_V1
        look_up y1,'+',y0,'+'
        window  y0,MERKLE_U1,MERKLE_U0
        look_up y1,'+',y0,'+'
        window  y0,MERKLE_V1,MERKLE_V0
        look_up y1,'+',y0,'+'
        product y0,MERKLE_U1,MERKLE_U0
        look_up y1,'+',y0,'+n4'
        product y0,MERKLE_V1,MERKLE_V0
        look_up y0,'-',y1,'-'
        product y1,MERKLE_U0,MERKLE_U1
        look_up y0,'-',y1,'-'
        product y1,MERKLE_V0,MERKLE_V1
        look_up y0,'-',y1,'-'
        if      keyed
        beside  'eor y1,b','y:(r5)+,y0'
        beside  'eor y0,a','y:(r5)+,y1'
        endif
        window  y1,MERKLE_U0,MERKLE_U1
        endm

; Eight rounds backwards; with \keyed 1 Khafre's keys for U in the first, for V in the last.
back    macro   keyed
        look_up y0,'-',y1,'+n4'
        if      keyed
        beside  'eor y1,b','y:(r5)+,y0'
        beside  'eor y0,a','y:(r5)+,y1'
        endif
        product y1,MERKLE_U0,MERKLE_U1
        look_up y1,'+',y0,'+'
        product y0,MERKLE_V1,MERKLE_V0
        look_up y1,'+',y0,'+'
        product y0,MERKLE_U1,MERKLE_U0
        look_up y1,'+',y0,'+'
        window  y0,MERKLE_V1,MERKLE_V0
        look_up y1,'+',y0,'+n4'
        window  y0,MERKLE_U1,MERKLE_U0
        look_up y0,'-',y1,'-'
        window  y1,MERKLE_V0,MERKLE_V1
        look_up y0,'-',y1,'-'
        window  y1,MERKLE_U0,MERKLE_U1
        look_up y0,'-',y1,'-'
        if      keyed
        beside  'eor y1,b','y:(r5)+,y0'
        beside  'eor y0,a','y:(r5)+,y1'
        endif
        product y1,MERKLE_V0,MERKLE_V1
        endm
