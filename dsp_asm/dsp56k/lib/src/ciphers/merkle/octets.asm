; SPDX-License-Identifier: MIT
; Computes the octets of Khufu and Khafre (merkle.asm), for the program of the variants and for the firmware.

        if      COMPUTATION
        include 'rounds.asm'
        else
        include 'plain_rounds.asm'
        endif

; Computes all octets of encryption.
forwards        macro   keyed
        do      n3,_end
        octet   keyed
_end
        rts
        endm

; Computes all octets of decryption.
backwards       macro   keyed
        do      n3,_end
        back    keyed
_end
        rts
        endm

; Computes the octets of Khufu's encryption.
; In: Y:MERKLE_V1 the halves; N3 the number of octets; R0 the first entry's address; R1, R4, R6, N0, N1, N4, X0, M4 from
;   merkle_enter.
; Out: Y:MERKLE_V1 the new halves.
; Changes: A B X1 Y R0 R1 R4 R6
; Bounds: |A|, |B| <= 2 * 2^47
khufu
        forwards 0
khufu_end

; Computes the octets of Khafre's encryption.
; In: same as khufu; Y:(R5) the keys of the octets.
; Out: Y:MERKLE_V1 the new halves.
; Changes: A B X1 Y R0 R1 R4-R6
; Bounds: |A|, |B| <= 2 * 2^47
khafre
        forwards 1
khafre_end

; Computes the octets of Khufu's decryption.
; In: Y:MERKLE_V1 the halves; N3 the number of octets; R0 the first entry's address; R1, R4, R6, N0, N1, N4, X0, M0, M4
;   from merkle_enter_last.
; Out: Y:MERKLE_V1 the new halves.
; Changes: A B X1 Y R0 R1 R4 R6
; Bounds: |A|, |B| <= 2 * 2^47
khufu_back
        backwards 0

; Computes the octets of Khafre's decryption.
; In: same as khufu_back; Y:(R5) the keys of the octets.
; Out: Y:MERKLE_V1 the new halves.
; Changes: A B X1 Y R0 R1 R4-R6
; Bounds: |A|, |B| <= 2 * 2^47
khafre_back
        backwards 1
