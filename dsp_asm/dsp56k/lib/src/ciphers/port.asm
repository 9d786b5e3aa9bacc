; SPDX-License-Identifier: MIT
; Words through the host port (UM 10-10 to 10-15), for programs that a PC helps.

PORT_CONTROL            equ     $FFE0           ; X: port B is the host interface if 1
PORT_STATUS             equ     $FFE9           ; X: bit 0 a word has come, bit 1 one can be sent
PORT_DATA               equ     $FFEB           ; X

port_begin      macro
        movep   #1,x:<<PORT_CONTROL
        endm

; The next word of the PC, to \place.
from_pc macro   place
        jclr    #0,x:<<PORT_STATUS,*
        movep   x:<<PORT_DATA,place
        endm

; A word for the PC.
to_pc   macro   place
        jclr    #1,x:<<PORT_STATUS,*
        movep   place,x:<<PORT_DATA
        endm
