; SPDX-License-Identifier: MIT
; BITSLICED DES: 24 blocks at once, each with its own key, in constant time and at constant addresses (Biham, "A Fast
; New DES Implementation in Software", 1997). A plane is a word with one bit of each block; the bit of block 0 is the
; highest. dsp56k.lib.kernels.slice_rounds generates the round.
;
; Memory: Y:$00-$3F the halves, a plane in each word; X:$00-$3F work; Y:$40-$7F C and D of the keys

        if      !@def(slice_rounds)
        if      !@exp(SLICE_KEYS)
SLICE_KEYS              equ     $0040           ; X: 768 words of round keys; internal memory saves a cycle for each
        endif
slice_left              equ     $00             ; Y
slice_right             equ     $20
slice_c                 equ     $40             ; Y, modulo 28
slice_d                 equ     $60
        include 'kernels/slice_round.asm'

; Offsets of the planes for the bits of a byte, the highest first: of plaintext (IP), of ciphertext, of a key (PC1)
        org     x:
slice_ip
        dc      $20,$00,$28,$08,$30,$10,$38,$18
slice_fp
        dc      $00,$20,$08,$28,$10,$30,$18,$38
slice_pc1
        dc      $00,$08,$10,$18,$30,$28,$20,$38
; For each round: number of bits by which C and D rotate, and address of the masks that invert key bits
slice_rotations
        dc      1,slice_inverted,1,slice_inverted+48,2,slice_inverted+48,2,slice_inverted
        dc      2,slice_inverted,2,slice_inverted+48,2,slice_inverted+48,2,slice_inverted
        dc      1,slice_inverted,2,slice_inverted+48,2,slice_inverted+48,2,slice_inverted
        dc      2,slice_inverted,2,slice_inverted+48,2,slice_inverted+48,1,slice_inverted
slice_inverted
        slice_inversions
        org     y:
slice_pc2                                       ; PC2, relative to the beginning of C or D
        dc      13,16,10,23,0,4,2,27,14,5,20,9,22,18,11,3,25,7,15,6,26,19,12,1
        dc      12,23,2,8,18,26,1,11,22,16,4,19,15,20,10,27,5,24,17,13,21,7,0,3
        org     p:

; Does a stage of a transposition: lines at a distance of \size exchange groups of \size columns.
slice_exchange  macro   size,mask
        move    #<0,r0
        move    #<8*size,r1
        move    #<8*size,n0
        move    r1,r2
        move    n0,n1
        move    #>$800000>>size,y0              ; shift right by \size bits
        move    #>mask,y1
        move    #>1<<(size-1),x1                ; shift left by \size bits
        do      #4/size,_groups
        move    x:(r2)+,x0
        do      #8*size,_pairs
        mpy     x0,y0,a         x:(r0),x0
        eor     x0,a            x:(r1),b
        and     y1,a
        eor     x0,a            a1,x0           ; bits that change in both lines
        mpy     x1,x0,a         a1,x:(r0)+
        move    a0,x0
        eor     x0,b            x:(r2)+,x0
        move    b1,x:(r1)+
_pairs
        move    (r1)+n1
        move    r1,r2
        move    (r0)+n0
_groups
        endm

; Transposes eight matrices of eight lines with 3 * 8 bits.
; In: X:$00-$3F line 0 of each matrix, line 1 ...
; Out: X:$00-$3F the transposed matrices in the same order.
; Changes: A B X Y R0-R2 N0 N1
slice_transpose
        slice_exchange 4,$0F0F0F
        slice_exchange 2,$333333
        slice_exchange 1,$555555
        rts

; Sets R0, R5 and R7 to the blocks 0, 8 and 16.
slice_thirds    macro
        move    #64,n3
        move    r3,r0
        lua     (r3)+n3,r5
        move    #>128,n3
        nop
        lua     (r3)+n3,r7
        endm

; Converts 24 blocks to planes.
; In: X:(R3) the blocks, 8 bytes each; Y:(R4) memory of 64 words; R6 slice_ip or slice_pc1.
; Out: Y:(R4) the planes.
; Changes: A B X Y R0-R2 R4-R7 N0 N1 N3 N4
; Clocks: 3194
slice_planes
        slice_thirds
        move    #<0,r1
        move    r1,x1
        move    #>$8000,y0
        move    #>$80,y1
        do      #64,_rows
        move    x:(r0)+,x0
        mpy     x0,y0,a         x:(r5)+,x0
        mac     x0,y1,a         x:(r7)+,x0
        add     x,a
        move    a0,x:(r1)+
_rows
        jsr     slice_transpose
        move    #<0,r1
        move    #7,n4
        nop
        move    (r4)+n4
        move    x:(r6)+,n4
        nop
        do      #8,_planes
        lua     (r4)+n4,r5
        do      #8,_plane
        move    x:(r1)+,x0
        move    x0,y:(r5)-
_plane
        move    x:(r6)+,n4
        nop
_planes
        rts

; Converts planes to 24 blocks.
; In: Y:(R4) 64 planes; X:(R3) memory for 24 blocks, 8 words each; R6 slice_fp.
; Out: X:(R3) the blocks.
; Changes: A B X Y R0-R2 R4-R7 N0 N1 N3 N4
; Clocks: 3580
slice_bytes
        move    #<0,r1
        move    #7,n4
        nop
        move    (r4)+n4
        move    x:(r6)+,n4
        nop
        do      #8,_planes
        lua     (r4)+n4,r5
        do      #8,_plane
        move    y:(r5)-,x0
        move    x0,x:(r1)+
_plane
        move    x:(r6)+,n4
        nop
_planes
        jsr     slice_transpose
        slice_thirds
        move    #<0,r1
        move    #>$80,y0
        move    #>$FF,y1
        move    #>$8000,x1
        do      #64,_rows
        move    x:(r1)+,x0
        mpy     x0,y0,a
        and     y1,a
        mpy     x1,x0,b         a1,x:(r0)+
        and     y1,b
        tfr     x0,a            b1,x:(r5)+
        and     y1,a
        move    a1,x:(r7)+
_rows
        rts

; Computes the round keys of 24 keys for encryption.
; In: X:(R3) the keys, 8 bytes each, whose lowest bits are ignored.
; Out: X:SLICE_KEYS the round keys.
; Changes: A B X Y R0-R7 N0-N4 M1 M2
; Clocks: 17264
slice_encrypt_keys
        jsr     slice_key_planes
        move    #>SLICE_KEYS,r3
        move    #<0,n3
        jmp     slice_schedule

; Computes the round keys of 24 keys for decryption.
; In: X:(R3) the keys, 8 bytes each, whose lowest bits are ignored.
; Out: X:SLICE_KEYS the round keys.
; Changes: A B X Y R0-R7 N0-N4 M1 M2
; Clocks: 17260
slice_decrypt_keys
        jsr     slice_key_planes
        move    #>SLICE_KEYS+15*48,r3
        move    #>-96,n3

; Computes the round keys from C and D.
; In: Y:slice_c, Y:slice_d C and D; R3 address of the first round key; N3 number of words between the keys of two
;   rounds.
; Out: X:SLICE_KEYS the round keys.
; Changes: A X0 R0-R4 R6 N1 N2 M1 M2
slice_schedule
        move    #<slice_c,r1
        move    #<slice_d,r2
        move    #27,m1
        move    m1,m2
        move    #>slice_rotations,r6
        do      #16,_rounds
        move    x:(r6)+,n1
        move    x:(r6)+,r4
        move    n1,n2
        move    (r1)+n1
        move    (r2)+n2
        move    #>slice_pc2,r0
        nop
        do      #24,_of_c
        move    y:(r0)+,n1
        move    x:(r4)+,x0
        move    y:(r1+n1),a
        eor     x0,a
        move    a1,x:(r3)+
_of_c
        do      #24,_of_d
        move    y:(r0)+,n2
        move    x:(r4)+,x0
        move    y:(r2+n2),a
        eor     x0,a
        move    a1,x:(r3)+
_of_d
        move    (r3)+n3
_rounds
        move    #>$FFFF,m1
        move    m1,m2
        rts

; Computes C and D of 24 keys.
; In: X:(R3) the keys.
; Out: Y:slice_c, Y:slice_d.
; Changes: A B X Y R0-R2 R4-R7 N0 N1 N3 N4
slice_key_planes
        move    #>slice_pc1,r6
        move    #<slice_c,r4
        jsr     slice_planes
        move    #<slice_c+28,r1
        move    #<slice_d+24,r2
        do      #4,_end
        move    y:(r1)+,x0
        move    x0,y:(r2)+
_end
        rts

; Processes 24 blocks in ECB mode, with the keys of slice_encrypt_keys or slice_decrypt_keys.
; In: X:(R3) the blocks, 8 bytes each.
; Out: X:(R3) the result.
; Changes: A B X Y R0-R2 R4-R7 N0 N1 N3 N4 M4 M5
; Clocks: 26572
slice_blocks
        move    #>slice_ip,r6
        move    #<slice_left,r4
        jsr     slice_planes
        jsr     slice_rounds
        move    #>slice_fp,r6
        move    #<slice_left,r4
        jmp     slice_bytes

; Computes the 16 rounds.
; In: Y:slice_left, Y:slice_right the halves of 24 blocks; X:SLICE_KEYS their round keys.
; Out: Y:slice_right, Y:slice_left the halves for the final permutation, in this order.
; Changes: A B X Y R0 R4 R5 M4 M5
; Clocks: 19772
slice_rounds
        move    #>SLICE_KEYS,r0
        move    #<slice_right+31,r4
        move    #<slice_left+31,r5
        move    #31,m4
        move    m4,m5
        do      #8,_end
        slice_round slice_right,slice_left,r4
        slice_round slice_left,slice_right,r5
_end
        move    #>$FFFF,m4
        move    m4,m5
        rts
        endif
