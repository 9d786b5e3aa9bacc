; SPDX-License-Identifier: MIT
; Defines a command that does not change the data buffer. The cost of its job is the cost of the link, of the driver and
; of the firmware's protocol for any cipher.

command_60
        clr     a
        rts
