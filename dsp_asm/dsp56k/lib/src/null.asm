; SPDX-License-Identifier: MIT
; A command that leaves the data buffer as it is: a job of it costs what the link, the driver and the
; firmware's protocol cost, for any cipher.

command_60
        clr     a
        rts
