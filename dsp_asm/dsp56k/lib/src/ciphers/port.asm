; SPDX-License-Identifier: MIT
; Transfers words through the host port (UM 10-10 to 10-15), for programs that share their work with a PC.

PORT_CONTROL            equ     $FFE0           ; X: 1 selects the host interface on port B
PORT_STATUS             equ     $FFE9           ; X: bit 0 a word has been received, bit 1 a word can be sent
PORT_DATA               equ     $FFEB           ; X: data register

port_begin      macro
        movep   #1,x:<<PORT_CONTROL
        endm

; Waits for a word from the PC and stores it in the operand.
from_pc macro   place
        jclr    #0,x:<<PORT_STATUS,*
        movep   x:<<PORT_DATA,place
        endm

; Sends a word to the PC.
to_pc   macro   place
        jclr    #1,x:<<PORT_STATUS,*
        movep   place,x:<<PORT_DATA
        endm
