; SPDX-License-Identifier: MIT
; Processes packets that arrive and leave through the card's network line: operations 5 and 6 of a session
; (packets.asm).
;
;   5  associations: n, 1 to 64; for each one 32 bytes: the keys of DES and of the code, SPI, sequence number, IV.
;      Waiting frames are dropped. Output: status, 0
;   6  flow: n frames. Output: status, number of frames that have become packets
;
; An incoming frame is the number of its association, the next header, the payload, and their checksum of three bytes,
; the low one first. The checksum includes two zeros before the payload. An outgoing frame is the packet and its
; checksum. The association then receives the next sequence number, and the last block of the packet's ciphertext as IV.
; A frame that cannot become a packet is dropped; the status of the operation is that of the first dropped frame.

MAX_ASSOCIATIONS        equ     64
ASSOCIATION             equ     32              ; words of an association
FRAME_HEAD              equ     2               ; number of bytes before the payload

associations_count      equ     USER_DATA+13
association             equ     USER_DATA+14    ; address of the frame's association
flow_status             equ     USER_DATA+15
associations            equ     data_buffer+$1000

; Runs operation 5.
; Out: A1 is not 0 if the session must end with this status.
; Changes: A B X Y R0 R3 N7
take_associations
        jsr     take_byte
        move    x0,a
        tst     a               #>MAX_ASSOCIATIONS,x1
        jeq     bad_operation
        cmp     x1,a            x0,x:packets_left
        jgt     bad_operation
        move    x0,x:associations_count
        move    #>associations,r3
        rep     #5
        asl     a
        move    a1,n7
        jsr     take_bytes
        asr     a               r3,r0
        asr     a
        move    a1,n7
        jsr     sum_data_operation
        movep   #>LINE_CONTROL_RSF,y:<<LINE_CONTROL
        move    #>NO_LINE,a
        jclr    #LINE_STATUS_IDLE,y:<<LINE_STATUS,give_done
        clr     a
        jmp     give_done

; Runs operation 6.
; Changes: A B X Y R0-R6 N1 N2 N7
flow
        jsr     take_byte
        move    x0,x:packets_left
        jsr     sum_bare_operation
        clr     a
        move    a1,x:flow_status
        move    x:packets_left,b
        tst     b               #>BAD_OPERATION,a
        jeq     give_done
_frame
        jclr    #LINE_STATUS_FRAME,y:<<LINE_STATUS,*
        jsr     one_frame
        tst     a               x:flow_status,b
        jeq     _made
        tst     b
        jne     _next
        move    a1,x:flow_status
        jmp     _next
_made
        move    x:left_done,b
        move    #>1,x1
        add     x1,b
        move    b1,x:left_done
_next
        move    x:packets_left,b
        move    #>1,x1
        sub     x1,b
        move    b1,x:packets_left
        jne     _frame
        jclr    #LINE_STATUS_IDLE,y:<<LINE_STATUS,*
        move    x:flow_status,a
        tst     a               #>LINE_LOST,x1
        jne     give_done
        jclr    #LINE_STATUS_LOST,y:<<LINE_STATUS,give_done
        tfr     x1,a
        jmp     give_done

; Makes a packet from the oldest frame and sends it.
; Out: A1 the status.
; Changes: A B X Y R0-R6 N1 N2 N7
one_frame
; The length is the high byte times 256, plus the low byte
        movep   y:<<LINE_LENGTH_HIGH,x0
        move    #>$80,x1
        mpy     x0,x1,a
        movep   y:<<LINE_LENGTH_LOW,x1
        move    a0,a
        add     x1,a            #>FRAME_HEAD,x1
        move    a1,n7
        sub     x1,a            x:sums_wanted,x1
        sub     x1,a            #>MAX_BYTES,x1
        jle     drop_frame
        cmp     x1,a            a1,x:packet_bytes
        jgt     drop_frame
        movep   y:<<LINE_DATA,x0
        movep   y:<<LINE_DATA,x1
        move    x0,x:frame_head
        move    x1,x:frame_head+1
        move    x1,x:descriptor+1
        move    a1,n7
        move    #>text,r3
        do      n7,_taken
        movep   y:<<LINE_DATA,x:(r3)+
_taken
        move    x:sums_wanted,a
        tst     a               #>frame_sum,r0
        jeq     _whole
        do      #FRAME_SUM,_whole
        movep   y:<<LINE_DATA,x:(r0)+
_whole
        jsr     check_frame
        tst     a               x:frame_head,x0
        jne     return
        move    x0,a
        move    x:associations_count,x1
        cmp     x1,a            #>associations,x1
        jge     no_association
        rep     #5
        asl     a
        add     x1,a            #>cipher_key,r2
        move    a1,r1
        move    a1,x:association
        do      #16,_keys                       ; code_key follows cipher_key
        move    x:(r1)+,x0
        move    x0,x:(r2)+
_keys
        move    #>packet,r2
        do      #16,_prefix
        move    x:(r1)+,x0
        move    x0,x:(r2)+
_prefix
        protect
        jsr     next_of_association
        jsr     send_packet
        clr     a
        rts
no_association
        move    #>BAD_ASSOCIATION,a
        rts

; Drops a frame of N7 bytes that is too short or too long.
; Out: A1 the status.
; Changes: A X0
drop_frame
        do      n7,_end
        movep   y:<<LINE_DATA,x0
_end
        move    #>BAD_LENGTH,a
        rts

; Stores the sequence number and the IV for the next packet of an association.
; In: X:association its address; X:packet_blocks the number of blocks; X:text the ciphertext.
; Changes: A X R1 R2 N1 N2
next_of_association
        move    x:packet_blocks,a
        asl     a               #>23,n1
        asl     a               x:association,r1
        asl     a               #>text-8,r2
        move    a1,n2
        lua     (r1)+n1,r1
        move    #>1,x0
        move    #>$ff,x1
        do      #4,_counted                     ; starting with the last byte
        move    x:(r1),a
        add     x0,a
        and     x1,a
        move    a1,x:(r1)-
        jeq     _carry
        move    #<0,x0
_carry
        nop
_counted
        move    (r2)+n2
        move    #<5,n1
        nop
        move    (r1)+n1
        do      #8,_end
        move    x:(r2)+,x0
        move    x0,x:(r1)+
_end
        rts

; Sends a packet and its checksum to the line.
; In: X:packet_blocks the number of blocks; X:packet the packet; R3 the address after it.
; Changes: A B X Y R0 R1 R3 N7
send_packet
        move    r3,r0
        jsr     sum_packet
        jclr    #LINE_STATUS_ROOM,y:<<LINE_STATUS,*
        move    x:packet_blocks,a
        asl     a               #>24,x1
        asl     a               #>packet,r3
        asl     a
        add     x1,a            x:sums_wanted,x1
        add     x1,a            #>$8000,x1      ; 2^-8
        move    a1,x0
        move    a1,n7
        mpy     x0,x1,a
        movep   a1,y:<<LINE_LENGTH_HIGH
        movep   x0,y:<<LINE_LENGTH_LOW
        do      n7,_end
        movep   x:(r3)+,y:<<LINE_DATA
_end
        rts
