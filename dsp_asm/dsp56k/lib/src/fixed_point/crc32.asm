; SPDX-License-Identifier: MIT
; Computes CRC-32 of IEEE 802.3 with a table, least significant bit first.

        if      !@def(fx_crc32)
; Defines the table. The upper byte of an entry is in bits 16-23 of a word of X, its lower three bytes are in Y.
fx_crc32_words  macro   space
index   set     0
        dup     256
low     set     index
high    set     0
        dup     8
carry   set     low&1
low     set     ((low>>1)|((high&1)<<23))^($B88320*carry)
high    set     (high>>1)^($ED*carry)
        endm
        if      space
        dc      low
        else
        dc      high<<16
        endif
index   set     index+1
        endm
        endm
        org     x:
fx_crc32_high
        fx_crc32_words 0
        org     y:
fx_crc32_low
        fx_crc32_words 1
fx_crc32_constants
        dc      $008000,$00FFFF
        org     p:

; Updates a CRC with bytes.
; In: X:(R0) the bytes, one in each word; N7 the number of bytes, not 0; X the CRC of the preceding bytes, 0 if there
;   are none.
; Out: X the new CRC, with its lower 24 bits in X0; R0 the address after the bytes.
; Changes: A B X Y R0 R3-R5 N3 N4
; Clocks: 30 N7 + 56, with the table in external memory
fx_crc32
        move    #>fx_crc32_high,r3
        move    #>fx_crc32_low,r4
        move    #>fx_crc32_constants,r5
        move    #>$FF,y1
        tfr     x1,a            y:(r5)+,y0
        eor     y1,a
        move    a1,x1
        mpy     x1,y0,b                         ; X1 = the upper byte in bits 16-23
        tfr     x0,a            b0,x1
        not     a
        move    a1,x0
        do      n7,_end
        mpy     x0,y0,a         x:(r0)+,b       y:(r5)-,y0
        eor     x0,b
        and     y1,b
        and     y0,a            b1,n4
        or      x1,a            b1,n3
        move    y:(r5)+,y0
        move    y:(r4+n4),x0
        eor     x0,a            x:(r3+n3),x1
        move    a1,x0
_end
        move    #>$80,y0
        mpy     x1,y0,a
        eor     y1,a            x0,b
        and     y1,a
        not     b               a1,x1
        move    b1,x0
        rts
        endif
