; SPDX-License-Identifier: MIT
; Transfers packets through the two FIFOs between PC and DSP that some cards have: operation 7 of a session
; (packets.asm). The PC writes the next operations and reads the output of the last ones while the DSP works.
;
;   7  FIFOs: number of operations. Each is an operation 1 to 3, whose bytes arrive through the input FIFO and whose
;      output leaves through the output FIFO. Output: status, number of completed operations
;
; After the last byte of an operation the PC writes the number of the operation, 1 for the first, to the host port. All
; bytes of the operation are then in the FIFO; before that, a half-full FIFO contains CHUNK bytes. When the DSP has
; written all output of an operation, it writes the status to the host port. The output is the data, the checksum of the
; operation's input, and the checksum of a 0, the operation's number, two zeros and the data; a checksum has three
; bytes, the low one first. After a status other than 0 there is no output. The DSP then discards the PC's numbers up to
; a 0, and resets both FIFOs.

CHUNK                   equ     256             ; number of bytes; every FIFO has at least twice this size

fifo_operations         equ     USER_DATA+60    ; number of operations
fifo_number             equ     USER_DATA+61    ; number of the current operation
fifo_status             equ     USER_DATA+62

; Runs operation 7.
; Changes: A B X Y R0-R7 N1-N3 N6 N7
by_fifo
        jsr     take_byte
        move    x0,x:fifo_operations
        clr     a
        move    a1,x:fifo_number
_operation
        clr     a               #>operation,r0
        rep     #8
        move    a1,x:(r0)+
        move    a1,x:left
        move    x:fifo_number,a
        move    #>1,x0
        add     x0,a
        move    a1,x:fifo_number
        move    a1,x:left_done
        jsr     fifo_operation
        move    a1,x0
        tst     a               x0,x:fifo_status
        jsr     give_byte
        jne     _drop
        move    x:fifo_number,a
        move    x:fifo_operations,x0
        cmp     x0,a
        jlt     _operation
        jmp     _over
_drop
        jsr     take_byte
        move    x0,a
        tst     a
        jne     _drop
        movep   #>FIFO_CONTROL_RSF,y:<<FIFO_CONTROL
        move    x:fifo_number,a
        move    #>1,x0
        sub     x0,a
        move    a1,x:fifo_number
_over
        clr     a               #>operation,r0
        rep     #8
        move    a1,x:(r0)+
        move    #>OP_FIFO,x0
        move    x0,x:operation
        move    x:fifo_operations,x0
        move    x0,x:packets_left
        move    x:fifo_number,x0
        move    x0,x:left_done
        jsr     sum_bare_operation
        move    x:fifo_status,a
        jmp     give_done

; Runs the next operation of the FIFO.
; In: X:fifo_number the operation's number; X:operation zeros.
; Out: A1 the status.
; Changes: A B X Y R0-R7 N1-N3 N6 N7
fifo_operation
        move    #<0,n6                          ; bit 0: the PC has sent the number of the operation
        jsr     fifo_byte
        move    x0,x:operation
        move    x0,a
        tst     a               #>OP_DESCRIPTORS,x1
        jeq     bad_operation
        cmp     x1,a            x0,r7
        jge     bad_operation
        jsr     fifo_byte
        taken_operation fifo_take
        tst     a               #>text,r3
        jne     return
        left_operation
        move    a1,n3
        asr     a
        asr     a
        move    a1,n7
        lua     (r3)+n3,r0
        jsr     fifo_sums
        move    r0,a
        move    r3,x0
        sub     x0,a
        move    a1,n7
        jsr     fifo_give
_ring
        jset    #0,n6,_rung
        jclr    #HSR_HRDF,x:<<HSR,_ring
        jsr     fifo_bell
_rung
        jset    #FIFO_FLAGS_UNDER,y:<<FIFO_FLAGS,fifo_lost
        jset    #FIFO_FLAGS_OVER,y:<<FIFO_FLAGS,fifo_lost
        jset    #1,n6,_other
        clr     a
        rts
_other
        move    #>BAD_BELL,a
        rts
fifo_lost
        move    #>FIFO_LOST,a
        rts

; Waits for a byte of the FIFO and reads it.
; Out: X0 the byte.
; Changes: X0
fifo_byte
        jset    #FIFO_FLAGS_IE,y:<<FIFO_FLAGS,*
        movep   y:<<FIFO_BYTE,x0
        rts

; Reads the PC's number of a completely sent operation.
; Out: N6 1 if it is the current operation, 3 if it is another one.
; Changes: B X0 N6
fifo_bell
        movep   x:<<HRX,x0
        move    x:fifo_number,b
        cmp     x0,b            #<1,n6
        jeq     return
        move    #<3,n6
        rts

; Reads bytes of the FIFO.
; In: N7 the number of bytes, at least one.
; Out: X:(R3)+ the bytes.
; Changes: B X Y1 R3 N6
fifo_take
        move    n7,y1
_more
        jset    #0,n6,_all
        jclr    #HSR_HRDF,x:<<HSR,_silent
        jsr     fifo_bell
_silent
        jset    #0,n6,_all
        jclr    #FIFO_FLAGS_IH,y:<<FIFO_FLAGS,_more
        move    y1,b
        move    #>CHUNK,x1
        sub     x1,b
        jle     _all
        rep     #CHUNK
        movep   y:<<FIFO_BYTE,x:(r3)+
        move    b1,y1
        jmp     _more
_all
        rep     y1
        movep   y:<<FIFO_BYTE,x:(r3)+
        rts

; Writes bytes to the FIFO.
; In: X:(R3)+ the bytes; N7 the number of bytes, at least one.
; Changes: B X1 R3
fifo_give
        move    n7,b
        move    #>CHUNK,x1
_more
        jset    #FIFO_FLAGS_OH,y:<<FIFO_FLAGS,*
        cmp     x1,b
        jle     _rest
        rep     #CHUNK
        movep   x:(r3)+,y:<<FIFO_BYTE
        sub     x1,b
        jmp     _more
_rest
        rep     b1
        movep   x:(r3)+,y:<<FIFO_BYTE
        rts

; Computes the checksums of an operation's input and output.
; In: R0 the address after the data; N7 its number of groups; X:left the status.
; Out: X:(R0)+ six bytes; none in a session without checksums.
; Changes: A B X Y R0 R1 N7
fifo_sums
        move    x:sums_wanted,a
        tst     a               r0,r1
        jeq     return
        jsr     sums_begin
        jsr     sum_part
        move    #>left+4,r0
        move    #<1,n7
        jsr     sum_part
        jsr     fold
        move    a1,y1
        move    x:sum_taken,a
        move    r1,r0
        jsr     put_sum
        move    y1,a
        jmp     put_sum
