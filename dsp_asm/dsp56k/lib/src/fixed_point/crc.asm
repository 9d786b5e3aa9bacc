; SPDX-License-Identifier: MIT
; Computes a CRC of up to 24 bits with a table, most significant bit first. The CRC register and the polynomial
; CRC_POLYNOMIAL, without its highest term, are in the upper bits of a word. The program that includes this file may
; define the polynomial; the default is CRC-CCITT with 16 bits.

        if      !@def(fx_crc)
        if      !@exp(CRC_POLYNOMIAL)
CRC_POLYNOMIAL          equ     $102100         ; in the upper bits of a word, without its highest term
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

; Updates a CRC with bytes.
; In: X:(R0) the bytes, one in each word; N7 the number of bytes, not 0; X0 the CRC register, in the upper bits.
; Out: X0 the new CRC register; R0 the address after the bytes.
; Changes: A B X Y R0 R4 N4
; Clocks: 18 N7 + 22
fx_crc
        move    #>fx_crc_table,r4
        move    #>$80,y0
        move    #>$FF,y1
        do      n7,_end
        mpy     x0,y0,a         x:(r0)+,x1      ; A1 = the upper byte, A0 = the other bits
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
