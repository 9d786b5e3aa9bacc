; SPDX-License-Identifier: MIT
; The octets of Khufu and Khafre (merkle.asm), for the program of the variants and for the firmware.

        if      COMPUTATION
        include 'rounds.asm'
        else
        include 'plain_rounds.asm'
        endif

; All octets of a cipher.
forwards        macro   keyed
        do      n3,_end
        octet   keyed
_end
        rts
        endm

; All octets of a cipher, backwards.
backwards       macro   keyed
        do      n3,_end
        back    keyed
_end
        rts
        endm

; The octets of Khufu.
; In: Y:MERKLE_V1 the halves; N3 the octets; R0 the first address; R1, R4, R6, N0, N1, N4, X0, M4 of
;   merkle_enter.
; Out: Y:MERKLE_V1 the new halves.
; Changes: A B X1 Y R0 R1 R4 R6
; Bounds: |A|, |B| <= 2 * 2^47
khufu
        forwards 0
khufu_end

; The octets of Khafre.
; In: as of khufu; Y:(R5) the keys between.
; Out: Y:MERKLE_V1 the new halves.
; Changes: A B X1 Y R0 R1 R4-R6
; Bounds: |A|, |B| <= 2 * 2^47
khafre
        forwards 1
khafre_end

; The octets of Khufu backwards.
; In: Y:MERKLE_V1 the halves; N3 the octets; R0 the first address; R1, R4, R6, N0, N1, N4, X0, M0, M4 of
;   merkle_enter_last.
; Out: Y:MERKLE_V1 the new halves.
; Changes: A B X1 Y R0 R1 R4 R6
; Bounds: |A|, |B| <= 2 * 2^47
khufu_back
        backwards 0

; The octets of Khafre backwards.
; In: as of khufu_back; Y:(R5) the keys between.
; Out: Y:MERKLE_V1 the new halves.
; Changes: A B X1 Y R0 R1 R4-R6
; Bounds: |A|, |B| <= 2 * 2^47
khafre_back
        backwards 1
