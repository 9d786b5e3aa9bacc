; SPDX-License-Identifier: MIT
; Check of the image that the PC has written. A table at data_buffer has the number of segments; then, for each segment,
; the last one first, the last address, the bank (0 P, 1 X) and the number of words; then the checksum of all words
; (checksum_block.asm), the last word first. The code continues behind this file if the checksum is right. Runs in mode
; 3, where all of P is external.
image_check
        move    #>data_buffer,r1
        clr     a               #>0,x1
        clr     b
        move    x:(r1)+,n7
        do      n7,image_segments_end
        move    x:(r1)+,r0
        move    x:(r1)+,y0
        move    x:(r1)+,n6
        jset    #0,y0,image_x
        do      n6,_p_end
        movem   p:(r0)-,x0
        add     x,a
        add     a,b
_p_end
        jmp     image_segment_end
image_x
        do      n6,_end
        move    x:(r0)-,x0
        add     x,a
        add     a,b
_end
        nop
image_segment_end
        nop
        nop
image_segments_end
        jsr     fold
        move    x:(r1),x0
        eor     x0,a
        jne     image_damaged
