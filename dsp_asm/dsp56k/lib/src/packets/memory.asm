; SPDX-License-Identifier: MIT
; Reads and writes the PC's memory with the bus master, in bursts (packets.asm).

; Reads bytes of the PC's memory.
; In: R1 the address of three address bytes, the low one first; A1 the number of bytes, at least one.
; Out: X:(R3)+ the bytes; A1 the status.
; Changes: A B X Y R1 R3
read_memory
        jsr     to_address
        jne     return
_burst
        jsr     next_burst
        movep   y0,y:<<MASTER_COMMAND
        jsr     bus_over
        jne     return
        do      y0,_taken
        movep   y:<<MASTER_DATA,x:(r3)+
_taken
        move    y1,a
        tst     a
        jne     _burst
        rts

; Writes bytes to the PC's memory.
; In: R1 the address of three address bytes, the low one first; A1 the number of bytes, at least one; X:(R3)+ the bytes.
; Out: A1 the status.
; Changes: A B X Y R1 R3
write_memory
        jsr     to_address
        jne     return
_burst
        jsr     next_burst
        do      y0,_given
        movep   x:(r3)+,y:<<MASTER_DATA
_given
        move    y0,a
        move    #>MASTER_COMMAND_WRITE,x1
        or      x1,a
        movep   a1,y:<<MASTER_COMMAND
        jsr     bus_over
        jne     return
        move    y1,a
        tst     a
        jne     _burst
        rts

; Checks an address in the PC's memory and writes it to the bus master.
; In: R1 the address of three address bytes, the low one first; A1 a number of bytes.
; Out: Z set if the address is in the memory of packets, Y1 the number of bytes; otherwise A1 the status.
; Changes: A B X1 Y1 R1
to_address
        lua     (r1)+,r1
        move    a1,y1
        move    #>BAD_ADDRESS,a
        lua     (r1)+,r1
        move    x:first_page,x1
        move    x:(r1),b
        cmp     x1,b            x:last_page,x1
        jlt     _outside
        cmp     x1,b
        jgt     _outside
        movep   x:(r1)-,y:<<MASTER_ADDRESS
        movep   x:(r1)-,y:<<MASTER_ADDRESS
        movep   x:(r1),y:<<MASTER_ADDRESS
        clr     a
        rts
_outside
        tst     a
        rts

; Computes the length of the next burst, at most 16 bytes.
; In: Y1 the number of remaining bytes.
; Out: Y0 the length of the burst; Y1 the number of bytes that remain after it.
; Changes: A X1 Y
next_burst
        move    y1,a
        move    #>16,x1
        cmp     x1,a            a1,y0
        jle     _last
        move    x1,y0
_last
        sub     y0,a
        move    a1,y1
        rts

; Waits until the bus master has completed a burst, for at most 4 ms, which is longer than other boards hold the bus.
; Out: Z set if the burst is completed; otherwise A1 the status.
; Changes: A B X0
bus_over
        move    x:chip_limit,b
        asl     b               #>1,x0
        asl     b
_poll
        jclr    #MASTER_STATUS_BSY,y:<<MASTER_STATUS,_over
        sub     x0,b
        jne     _poll
        movep   #>0,y:<<MASTER_COMMAND
        move    #>BUS_NOT_GIVEN,a
        tst     a
        rts
_over
        clr     a
        rts
