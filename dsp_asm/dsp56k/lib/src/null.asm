; SPDX-License-Identifier: MIT
; A command that leaves the data buffer as it is: the cost of a job is that of the link, of the driver and
; of the firmware's protocol, for any cipher.

command_60
        clr     a
        rts
