; SPDX-License-Identifier: MIT
; CRC of up to 24 bits by a table, the highest bit first. The register is at the upper end of a word, and so is the
; polynomial CRC_POLYNOMIAL, without its highest bit, which the program that includes this may define: CCITT's of 16
; bits by default.

        if      !@def(fx_crc)
        if      !@exp(CRC_POLYNOMIAL)
CRC_POLYNOMIAL          equ     $102100         ; at the upper end of a word, without its highest bit
        endif
        org     y:
fx_crc_table
index   set     0
        dup     256
value   set     index<<16
        dup     8
value   set     ((value<<1)^(CRC_POLYNOMIAL*(value>>23)))&$FFFFFF
        endm
        dc      value
index   set     index+1
        endm
        org     p:

; A CRC of bytes.
; In: X:(R0) the bytes, one in each word; N7 their number, not 0; X0 the register, at the upper end.
; Out: X0 the new register; R0 behind the bytes.
; Changes: A B X Y R0 R4 N4
; Clocks: 18 N7 + 22
fx_crc
        move    #>fx_crc_table,r4
        move    #>$80,y0
        move    #>$FF,y1
        do      n7,_end
        mpy     x0,y0,a         x:(r0)+,x1      ; A1 the highest byte, A0 the rest
        eor     x1,a            a0,x0
        and     y1,a
        move    a1,n4
        nop
        move    y:(r4+n4),b
        eor     x0,b
        move    b1,x0
_end
        rts
        endif
