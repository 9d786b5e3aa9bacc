; SPDX-License-Identifier: MIT
; Program with HMAC_DRBG and SHA-1 in external P memory
DRBG_INPUT              equ     $3400           ; X: up to 8043 bytes
DRBG_OUTPUT             equ     $5400           ; X: up to 32768 bytes
        org     p:$0200
        include 'digests/hmac_drbg.asm'
