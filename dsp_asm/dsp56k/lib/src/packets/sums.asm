; SPDX-License-Identifier: MIT
; Computes the checksums of the data of a session of packets (packets.asm). They are computed as those of the data of
; commands: over groups of four bytes, from the last group to the first, by the loop in internal P
; (monitor/checksum_block.asm). The parts of an operation are summed from the last to the first, with one sum in A and
; B.

sums_wanted             equ     USER_DATA+40    ; FRAME_SUM; 0 in a session without checksums
sum_taken               equ     USER_DATA+41    ; checksum of the operation's input
sum_read                equ     USER_DATA+42    ; checksum of the bus master's reads for a packet
left                    equ     USER_DATA+44    ; status, number of completed operations, 0, 0
left_done               equ     USER_DATA+45
frame_head              equ     USER_DATA+48    ; number of the association, next header, 0, 0
frame_sum               equ     USER_DATA+52    ; received three bytes of the checksum, then the computed ones
frame_own               equ     USER_DATA+55

; Initialises the sums.
; Out: A = B = X1 = 0, Y0 and Y1 the constants of the loop.
; Changes: A B X1 Y
sums_begin
        clr     a               #>0,x1
        clr     b               #>$000080,y0
        move    #>$008000,y1
        rts

; Adds a part of the data to the sums.
; In: R0 the address after the part; N7 its number of groups; A, B the sums so far.
; Out: A, B the sums.
; Changes: A B X0 R0
sum_part
        move    (r0)-
        move    x:(r0)-,x0
        jmp     <group_more

; Computes the checksum of an operation's input: data, keys, and the words at its start.
; In: R0 the address after the data, N7 its number of groups; R1 the address after the keys, N1 their number of groups.
; Out: X:sum_taken the checksum.
; Changes: A B X Y R0 N7
sum_operation
        move    x:sums_wanted,a
        tst     a
        jeq     return
        jsr     sums_begin
        jsr     sum_part
        move    r1,r0
        move    n1,n7
        jmp     sum_earlier
; Computes the checksum of the input of an operation without keys.
; In: R0 the address after the data; N7 its number of groups.
; Out: X:sum_taken the checksum.
; Changes: A B X Y R0 N7
sum_data_operation
        move    x:sums_wanted,a
        tst     a
        jeq     return
        jsr     sums_begin
sum_earlier
        jsr     sum_part
        jmp     sum_head
; Computes the checksum of the input of an operation without keys and data.
; Out: X:sum_taken the checksum.
; Changes: A B X Y R0 N7
sum_bare_operation
        move    x:sums_wanted,a
        tst     a
        jeq     return
        jsr     sums_begin
sum_head
        move    #>operation+8,r0
        move    #<2,n7
        jsr     sum_part
        jsr     fold
        move    a1,x:sum_taken
        rts

; Ends an operation's output with two checksums: that of the input, and that of status and data.
; In: R0 the address after the data; N7 its number of groups; X:left the status.
; Out: A = 0.
; Changes: A B X Y R0 N7
give_sums
        move    x:sums_wanted,a
        tst     a
        jeq     return
        jsr     sums_begin
        jsr     sum_part
        jmp     sum_status
; Ends the output of an operation without data with the two checksums.
; In: X:left the status.
; Out: A = 0.
; Changes: A B X Y R0 N7
give_sums_of_status
        move    x:sums_wanted,a
        tst     a
        jeq     return
        jsr     sums_begin
sum_status
        move    #>left+4,r0
        move    #<1,n7
        jsr     sum_part
        jsr     fold
        move    x:sum_taken,x0
        jsr     give_byte
        move    a1,x0
        jsr     give_byte
        clr     a
        rts

; Appends zeros to the payload up to a complete group, and starts sums with it.
; In: X:text the payload; X:packet_bytes its number of bytes.
; Out: A, B the sums; X1 and Y the inputs of sum_part.
; Changes: A B X Y R0 N7
sum_text
        move    x:packet_bytes,a
        move    #>text,x1
        add     x1,a            #>3,x0
        move    a1,r0
        clr     a
        rep     #3
        move    a1,x:(r0)+
        move    x:packet_bytes,a
        add     x0,a            #>$FFFFFC,x0
        and     x0,a
        move    a1,b
        add     x1,b
        asr     a               b1,r0
        asr     a
        move    a1,n7
        jsr     sums_begin
        jmp     sum_part

; Computes the checksum of the bus master's reads: descriptor, keys, payload.
; Out: X:sum_read the checksum.
; Changes: A B X Y R0 N7
sum_memory_read
        move    x:sums_wanted,a
        tst     a
        jeq     return
        jsr     sum_text
        move    #>cipher_key+16,r0
        move    #<4,n7
        jsr     sum_part
        move    #>descriptor+32,r0
        move    #<8,n7
        jsr     sum_part
        jsr     fold
        move    a1,x:sum_read
        rts

; Computes the checksum of a packet before it is sent.
; In: X:packet the packet; X:packet_blocks its number of blocks; R0 the address of three bytes for the checksum.
; Out: X:(R0)+ the checksum.
; Changes: A B X Y R0 R1 N7
sum_packet
        move    x:sums_wanted,a
        tst     a               r0,r1
        jeq     return
        move    x:packet_blocks,a
        asl     a               #>6,x0
        add     x0,a            #>packet,x1     ; two blocks before the text, and the code after it
        move    a1,n7
        asl     a
        asl     a
        add     x1,a
        move    a1,r0
        jsr     sums_begin
        jsr     sum_part
        jsr     fold
        move    r1,r0

; Stores a checksum as three bytes, the low one first.
; In: A1 the checksum.
; Out: X:(R0)+ the bytes.
; Changes: A X R0
put_sum
        move    a1,x0
        move    #>$FF,x1
        and     x1,a
        move    a1,x:(r0)+
        move    #>$008000,x1                    ; 2^-8
        mpy     x0,x1,a         #>$FF,x1
        and     x1,a
        move    a1,x:(r0)+
        move    #>$000080,x1                    ; 2^-16
        mpy     x0,x1,a         #>$FF,x1
        and     x1,a
        move    a1,x:(r0)+
        rts

; Compares the checksum of a received frame with the one that the frame contains.
; In: X:frame_head the first bytes; X:text the payload; X:packet_bytes its number of bytes; X:frame_sum the checksum.
; Out: A1 0 or the status.
; Changes: A B X Y R0 R1 N7
check_frame
        move    x:sums_wanted,a
        tst     a
        jeq     return
        jsr     sum_text
        move    #>frame_head+4,r0
        move    #<1,n7
        jsr     sum_part
        jsr     fold
        move    #>frame_own,r0
        jsr     put_sum
        move    #>frame_sum,r0
        move    #>frame_own,r1
        do      #FRAME_SUM,_end
        move    x:(r0)+,a
        move    x:(r1)+,x0
        eor     x0,a
        jne     _damaged
        nop
_end
        clr     a
        rts
_damaged
        enddo
        move    #>BAD_FRAME,a
        rts
