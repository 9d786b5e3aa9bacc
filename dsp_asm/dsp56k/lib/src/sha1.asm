; SPDX-License-Identifier: MIT
; Program with SHA-1 and its HMAC in external P memory
        org     p:$0200
        include 'digests/sha1.asm'
