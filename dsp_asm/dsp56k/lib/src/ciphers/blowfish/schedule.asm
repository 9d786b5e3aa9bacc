; SPDX-License-Identifier: MIT
; Computes the key schedule of Blowfish (blowfish.asm), for the program of the variants and for the firmware.

; Inserts the tag into the upper half of a subkey.
; In: X0 the tag.
tag     macro   number
        move    x:BLOWFISH_ENCRYPT+number,a
        or      x0,a
        move    a1,x:BLOWFISH_ENCRYPT+number
        endm

; Computes the key schedule.
; In: X:BLOWFISH_KEY the key; X:BLOWFISH_LENGTH its number of bytes; L:BLOWFISH_ENCRYPT and the S-boxes the digits of
;   pi.
; Out: L:BLOWFISH_ENCRYPT, L:BLOWFISH_DECRYPT the subkeys, with tags; the S-boxes.
; Changes: A B X Y R0-R7 N0-N3 N7 M4-M7
; Clocks: 457444 (placement)
; Bounds: |A|, |B| <= 2 * 2^47
blowfish_key
        jsr     blowfish_enter
        move    x:BLOWFISH_LENGTH,r7
        move    #>BLOWFISH_ENCRYPT,r0
        move    (r7)-
        move    r7,m7
        move    #>BLOWFISH_KEY,r7
        do      #18,_key_end
        blowfish_pack
        move    l:(r0),x
        beside  'eor x1,a','a0,b'
        beside  'eor x0,b','a1,x1'
        move    b1,x0
        move    x,l:(r0)+
_key_end
        move    #>$FFFF,m7
        clr     a               #>BLOWFISH_ENCRYPT,r7
        move    a10,l:(r6)+
        move    a10,l:(r6)+
        do      #9,_subkeys_end
        jsr     blowfish_tag
        move    #>BLOWFISH_ENCRYPT,r4
        jsr     blowfish
        move    l:(r6)+,x
        move    x,l:(r7)+
        move    l:(r6)+,x
        move    x,l:(r7)+
_subkeys_end
        jsr     blowfish_tag
        move    #>$FF,m7
        move    #>BLOWFISH_PLANE,n7
        move    #>BLOWFISH_S,r7
        jsr     blowfish_box
        move    #>BLOWFISH_S+$180,r7
        jsr     blowfish_box
        move    #>BLOWFISH_S+$280,r7
        jsr     blowfish_box
        move    #>BLOWFISH_S+$380,r7
        jsr     blowfish_box
        move    #>BLOWFISH_ENCRYPT+17,r0
        move    #>BLOWFISH_DECRYPT,r1
        do      #18,_reversed_end
        move    l:(r0)-,x
        move    x,l:(r1)+
_reversed_end
        jmp     blowfish_leave

; Computes an S-box from 128 successive encryptions.
; In: R7 the address of the S-box; N7 = BLOWFISH_PLANE; M7 = 255; otherwise same as blowfish.
; Out: X:(R7) the S-box.
; Changes: A B X Y R0-R7
blowfish_box
        do      #128,_end
        move    #>BLOWFISH_ENCRYPT,r4
        jsr     blowfish
        do      #2,_store_end
        move    l:(r6)+,x
        move    x1,x:(r7)+n7
        move    x0,x:(r7)-n7
        move    (r7)+
_store_end
        nop
_end
        rts

; Inserts the tag into the two subkeys that add it to the halves of a block, and into the two that remove it.
; Changes: A X0
blowfish_tag
        move    #>BLOWFISH_PAGE<<16,x0
        tag     0
        tag     1
        tag     16
        tag     17
        rts
