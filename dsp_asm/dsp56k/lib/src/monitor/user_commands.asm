; SPDX-License-Identifier: MIT
; User commands, opcodes $60 to $7F: the labels command_60 to command_7F of a file that is assembled with the firmware
; (dsp56k/lib/image.py). Each command reads and leaves `argument` bytes of data_buffer, so the reply has the checksums
; of these bytes.
;
; The firmware calls a handler with the argument in X0, R3 = data_buffer and linear M registers. A handler may change
; all registers and internal X and Y. The next user command finds internal X and Y unchanged if no other command came
; between. It must not change P and external X, except for X:USER_DATA to USER_DATA_END. It must leave the bytes with
; their upper bytes zero and the stack as it was, and return the status in A1: 0, or $40 to $7F.

; Calls the handler of a user command.
; In: X0 the argument; X:opcode the opcode.
; Out: A1 the status.
; Changes: all registers
user_command
        move    x:opcode,a
        move    #>user_handlers-FIRST_USER,x1
        add     x1,a
        move    a1,r0
        move    #>unknown_command,x1
        movem   p:(r0),r0
        move    r0,a
        cmp     x1,a
        jeq     unknown_command
        jsr     check_bytes
        jne     return
        clr     a               #>data_buffer,r3
        move    a1,x:md2_ready                  ; S is no longer in internal X
        jsr     (r0)
        move    #>0,x0
        move    x0,x:des_set_up                 ; DES's constants are no longer in internal Y
        move    #>$FFFF,m0
        move    m0,m1
        move    m0,m2
        move    m0,m3
        move    m0,m4
        move    m0,m5
        move    m0,m6
        move    m0,m7
        rts

; Space for the tables, whose contents are in opcodes.asm
opcodes
        ds      FIRST_USER+USER_OPCODES
opcodes_end
user_handlers
        ds      USER_OPCODES
user_slices
        ds      1                               ; number of slices of all code (idle_pass.asm), negative
