; SPDX-License-Identifier: MIT
; Defines the commands of packets.asm with the null cipher (RFC 2410): the text is not encrypted, and the code of 8
; bytes is zeros. Every byte is transferred as with DES, so that the clocks are those of the link, the driver and the
; operations without the DES chip.

NULL_CIPHERS            equ     1

        include 'packets.asm'
