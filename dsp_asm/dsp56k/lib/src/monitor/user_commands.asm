; SPDX-License-Identifier: MIT
; Commands $60 to $7F are the user's: the labels command_60 to command_7F of a file that is
; assembled with the firmware (dsp56k/lib/image.py). Each reads and leaves `argument` bytes of
; data_buffer, so the reply's sums are over these.
;
; A handler is called with the argument in X0, R3 = data_buffer and the M registers linear. It may
; change all registers and internal X and Y, which the next of the user's commands finds as it was
; left if no other came between; P and external X are not its own, but for X:USER_DATA to
; USER_DATA_END. It leaves the bytes with their upper bytes zero, the stack as it was and the status
; in A1: 0, or $40 to $7F.

; A command of the user's.
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
        move    a1,x:md2_ready                  ; S is not in internal X any more
        jsr     (r0)
        move    #>0,x0
        move    x0,x:des_set_up                 ; nor DES's constants in internal Y
        move    #>$FFFF,m0
        move    m0,m1
        move    m0,m2
        move    m0,m3
        move    m0,m4
        move    m0,m5
        move    m0,m6
        move    m0,m7
        rts

; Their addresses are here, their contents in opcodes.asm
opcodes
        ds      FIRST_USER+USER_OPCODES
opcodes_end
user_handlers
        ds      USER_OPCODES
user_slices
        ds      1                               ; of all code (idle_pass.asm), less than zero
