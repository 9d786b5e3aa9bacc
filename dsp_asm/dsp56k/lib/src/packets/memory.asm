; SPDX-License-Identifier: MIT
; The PC's memory by the bus master, in bursts (packets.asm).

; Memory of the PC.
; In: R1 three bytes of its address, the low one first; A1 the bytes, at least one.
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

; The other direction.
; In: R1 three bytes of its address, the low one first; A1 the bytes, at least one; X:(R3)+ the bytes.
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

; The address to the bus master.
; In: R1 three bytes, the low one first; A1 a count.
; Out: Z set: it is in the memory of packets, Y1 the count; else A1 the status.
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

; A burst of at most 16 bytes.
; In: Y1 the bytes left.
; Out: Y0 those of the burst; Y1 those left after it.
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

; Until the bus master has had the bus: four milliseconds at most, longer than other boards hold it.
; Out: Z set: it had; else A1 the status.
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
