; SPDX-License-Identifier: MIT
; Computes SEAL for two positions, two-way interleaved (seal.asm, STREAMS): 16 bytes of one, then 16 bytes of the other.
;
; A, B and all four data registers serve one position at a time. Both positions use the same tables; the data of the
; first is in X, the data of the second in Y.

; Xors data with 1024 bytes of the keystreams of two positions, in 64 iterations of 16 bytes.
; In: L:SEAL_A and L:SEAL_SECOND a to d; L:SEAL_N n1 to n4 of each; X:(R7) and Y:(R7) 1024 bytes of data; Y0 = 2^14; M0,
;   M1, M3, N4 and R3 from seal_pair_part; Y:SEAL_14 the constants from seal_enter.
; Out: X:(R7) and Y:(R7) the new data; R7 the ends of the data.
; Changes: A B X Y R0-R3 R6 R7 N0-N2 N6 N7
; Bounds: |A|, |B| <= 2 * 2^47
seal_pair
        move    #>SEAL_S,r2
        move    #<3,n2
        move    #<15,n6
        move    n6,n7
        move    r7,r6
        move    n4,r0
        move    n4,r1
        do      #64,_end
        sixteen SEAL_A,SEAL_B,SEAL_C,SEAL_D,x:(r6)+,x:(r7)+,x:(r6)-n6,x:(r7)-n7,-n2
        sixteen SEAL_SECOND,SEAL_SECOND+1,SEAL_SECOND+2,SEAL_SECOND+3,y:(r6)+,y:(r7)+,y:(r6)+,y:(r7)+,+
_end
        rts
seal_pair_end
