; SPDX-License-Identifier: MIT
; HMAC_DRBG with SHA-1 as a program in external P memory.
DRBG_INPUT              equ     $3400           ; X: up to 8043 bytes
DRBG_OUTPUT             equ     $5400           ; X: up to 32768 bytes
        org     p:$0200
        include 'digests/hmac_drbg.asm'
