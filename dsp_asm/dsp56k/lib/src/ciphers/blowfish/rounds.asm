; SPDX-License-Identifier: MIT
; Computes the rounds of Blowfish (blowfish.asm), for the program of the variants and for the firmware.

; Computes v(i+1) from v(i).
; In: A1 and X0 the halves of v(i); Y0 = 2^15, Y1 = 2^7; L:(R6) the address of v(i), with v(i-1) at the other
;   address of the buffer; L:(R4) the subkey P(i+1); R5 the first constant of the round.
; Out: A1 and X0 the halves of v(i+1); R4-R6 for the next round; Y unchanged.
blowfish_round  macro
        moves   'a,x1','y:(r5)+,b'             ; the middle of S box 2
        beside  'mpy x1,y0,a','x,l:(r6)+'       ; A1 the first byte with the tag, A0 the second at the top
        beside  'mac x0,y1,b','a1,r0'           ; B1 the third, B0 the fourth at the top
        move    a0,x1
        move    y:(r5)+,a                       ; the middle of S box 1
        beside  'mac x1,y1,a','b1,r2'
        move    b0,x0
        move    a1,r1
        moves   'x:(r0)+n0,a','y:(r5)+,b'      ; the middle of S box 3
        beside  'mac x0,y1,b','x:(r0),a0'
        moves   'x:(r1)+n1,x1','y:(r5)+,y0'    ; $FFFF
        move    x:(r1),x0
        beside  'add x,a','x:(r2)+n2,x1'
        beside  'eor x1,a','x:(r2),x0'
        move    b1,r3
        move    a0,b
        beside  'eor x0,b','x:(r3)+n3,x1'
        move    b1,a0
        move    x:(r3),x0
        beside  'add x,a','l:(r6),x'
        beside  'and y0,a','a0,b'               ; remove the carries out of the upper half
        beside  'eor x0,b','l:(r4)+,y'
        beside  'eor y0,b','y:(r5)+,y0'         ; 2^15
        beside  'eor x1,a','b1,x0'
        beside  'eor y1,a','y:(r5)+,y1'         ; 2^7
        endm

; Computes the address of an S-box entry.
; In: \space:(R6) the half; \shift the number of bits below the byte, \box its S-box, \flip the mask of the index.
; Out: R3 the address.
entry   macro   space,shift,box,flip
        move    space:(r6),a
        if      shift
        rep     #shift
        lsr     a
        endif
        move    #>$FF,x0
        and     x0,a
        move    #>flip,x0
        eor     x0,a
        move    #>BLOWFISH_S+box,x0
        add     x0,a
        move    a1,r3
        nop
        endm

; Swaps the halves of the block.
; In: L:BLOWFISH_HALVES; R6 the address of the second half.
; Out: R6 the address of the first half.
blowfish_swap   macro
        move    l:(r6)+,x
        move    l:(r6),a10
        move    x,l:(r6)+
        move    a10,l:(r6)+
        endm

; Xors a half of the block with a subkey.
subkey  macro
        move    x:(r6),a
        move    x:(r4),x0
        eor     x0,a
        move    a1,x:(r6)
        move    y:(r6),a
        move    y:(r4)+,x0
        eor     x0,a
        move    a1,y:(r6)
        endm

; Encrypts or decrypts the block in L:BLOWFISH_HALVES with the given subkeys.
; In: R4 the subkeys from blowfish_key; R6 = BLOWFISH_HALVES; Y, R5, N0-N3, M4-M6 from blowfish_enter.
; Out: L:BLOWFISH_HALVES the new block; R4-R6 and Y unchanged.
; Changes: A B X Y R0-R6
; Bounds: |A|, |B| <= 2 * 2^47
blowfish
        if      COMPUTATION
        move    l:(r6),ab
        move    l:(r4)+,x
        eor     x0,b
        beside  'eor x1,a','b1,x0'
        do      #16,_end
        blowfish_round
_end
        move    a1,x1
        move    (r6)+
        move    l:(r6),ab
        move    x,l:(r6)+
        move    l:(r4)+,x
        eor     x0,b
        beside  'eor x1,a','b1,x0'
        move    a1,x1
        move    x,l:(r6)
        else
        do      #16,_end
        subkey                                  ; L ^= P[j]
        entry   x,8,$000,0                      ; S[0][L >> 24] + S[1][L >> 16 & 255]
        move    x:(r3)+n3,b
        move    x:(r3),b0
        entry   x,0,$100,$80
        move    x:(r3)+n3,x1
        move    x:(r3),x0
        add     x,b
        entry   y,16,$200,$80                   ; ^ S[2][L >> 8 & 255]
        move    x:(r3)+n3,x0
        eor     x0,b
        move    b0,a
        move    x:(r3),x0
        eor     x0,a
        move    a1,b0
        entry   y,8,$300,$80                    ; + S[3][L & 255]
        move    x:(r3)+n3,x1
        move    x:(r3),x0
        add     x,b
        move    #>$FFFF,x0
        and     x0,b
        move    (r6)+                           ; R ^= F
        move    x:(r6),x0
        eor     x0,b
        move    b1,x:(r6)
        move    b0,b
        move    y:(r6),x0
        eor     x0,b
        move    b1,y:(r6)
        blowfish_swap                           ; swap L, R
_end
        blowfish_swap
        subkey                                  ; R ^= P[16], L ^= P[17]
        move    (r6)+
        subkey
        endif
        rts
blowfish_end
