; SPDX-License-Identifier: MIT
; SHA-1 and its HMAC as a program in external P memory.
        org     p:$0200
        include 'digests/sha1.asm'
