; SPDX-License-Identifier: MIT
; Computes octets of Khufu and Khafre without rotations of the halves (merkle.asm).

; Looks up an entry for the words \first and \second of a half, and xors the first word.
; In: R0 the entry's address in the plane for the first word; R4 the address of the first word.
; Out: A1 the new first word; B1 the entry for the second word, which is in \second; R4 the next address.
; Changes: A B Y R0
look_up macro   first,advance,second,next
        moves   'x:(r0)+n0,a','y:(r4)advance,first'
        besides 'eor first,a','x:(r0),b','y:(r4)next,second'
        endm

; Completes a round whose new word in A1 is the next address.
; In: A1 and B1 from look_up; \second the old second word; \place_a and \place_b the addresses of the words.
; Out: R0 the next address.
; Changes: B
window  macro   second,place_a,place_b
        beside  'eor second,b','a1,r0'
        move    a1,y:place_a
        move    b1,y:place_b
        endm

; Completes a round if the upper byte of A1 is looked up next.
; In: same as window; X0 = 2^7; Y:(R6) the middle of the table.
; Out: R0 the next address.
; Changes: A B X1 R6
product macro   second,place_a,place_b
        beside  'eor second,b','a1,x1'
        move    y:(r6)+,a
        beside  'mac x1,x0,a','b1,y:place_b'
        move    a1,r0
        move    x1,y:place_a
        endm

; Computes the eight rounds of an octet; with \keyed 1 it applies Khafre's keys to V in round 1 and to U in round 8.
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

; Computes the eight rounds of an octet in decryption; with \keyed 1 it applies Khafre's keys to U in the first round
; and to V in the last one.
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
