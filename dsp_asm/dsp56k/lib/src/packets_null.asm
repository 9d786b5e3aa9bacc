; SPDX-License-Identifier: MIT
; Packets as those of packets.asm with the null cipher (RFC 2410): the text is not encrypted, and the
; code of 8 bytes is zeros. Every byte moves as with DES, so the time is that of the link, the driver
; and the operations without the DES chip.

NULL_CIPHERS            equ     1

        include 'packets.asm'
