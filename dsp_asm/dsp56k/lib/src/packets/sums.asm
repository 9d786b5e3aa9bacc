; SPDX-License-Identifier: MIT
; Checksums of the data of a session of packets (packets.asm), as those over the data of commands: groups of
; four bytes, the last one first, by the loop in internal P (monitor/checksum_block.asm). Parts are summed
; from the last to the first, A and B going on.

sums_wanted             equ     USER_DATA+40    ; FRAME_SUM; 0 in a session without sums
sum_taken               equ     USER_DATA+41    ; over the operation's input
sum_read                equ     USER_DATA+42    ; over the bus master's reads for a packet
left                    equ     USER_DATA+44    ; status, how many are done, 0, 0
left_done               equ     USER_DATA+45
frame_head              equ     USER_DATA+48    ; association, next header, 0, 0
frame_sum               equ     USER_DATA+52    ; three bytes that came, and three of ours
frame_own               equ     USER_DATA+55

; Sums of nothing yet.
; Out: A = B = X1 = 0, Y0 and Y1 as the loop wants them.
; Changes: A B X1 Y
sums_begin
        clr     a               #>0,x1
        clr     b               #>$000080,y0
        move    #>$008000,y1
        rts

; A part, to sums that sums_begin has begun.
; In: R0 after its last word, N7 groups; A, B the sums so far.
; Out: A, B the sums.
; Changes: A B X0 R0
sum_part
        move    (r0)-
        move    x:(r0)-,x0
        jmp     <group_more

; The sum over an operation's input: data, keys, and the words that it begins with.
; In: R0 after the data, N7 groups; R1 after the keys, N1 groups.
; Out: X:sum_taken.
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
; The same of one that has no keys.
; In: R0 after the data, N7 groups.
; Out: X:sum_taken.
; Changes: A B X Y R0 N7
sum_data_operation
        move    x:sums_wanted,a
        tst     a
        jeq     return
        jsr     sums_begin
sum_earlier
        jsr     sum_part
        jmp     sum_head
; The same of one that has no data either.
; Out: X:sum_taken.
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

; The end of an operation's output: the sums over its input, and over status and data.
; In: R0 after the data, N7 groups; X:left.
; Out: A = 0.
; Changes: A B X Y R0 N7
give_sums
        move    x:sums_wanted,a
        tst     a
        jeq     return
        jsr     sums_begin
        jsr     sum_part
        jmp     sum_status
; The same of one that leaves no data.
; In: X:left.
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

; The payload, filled up with zeros, to sums that begin with it.
; In: X:text, X:packet_bytes.
; Out: A, B the sums, and what sum_part wants.
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

; The sum over the bus master's reads: descriptor, keys, payload.
; Out: X:sum_read.
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

; The sum over the packet, before it leaves.
; In: X:packet, X:packet_blocks; R0 where three bytes of the sum go.
; Out: X:(R0)+ they.
; Changes: A B X Y R0 R1 N7
sum_packet
        move    x:sums_wanted,a
        tst     a               r0,r1
        jeq     return
        move    x:packet_blocks,a
        asl     a               #>6,x0
        add     x0,a            #>packet,x1     ; two blocks before the text, and the code
        move    a1,n7
        asl     a
        asl     a
        add     x1,a
        move    a1,r0
        jsr     sums_begin
        jsr     sum_part
        jsr     fold
        move    r1,r0

; Three bytes of a sum, the low one first.
; In: A1 the sum.
; Out: X:(R0)+ they.
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

; The sum over a frame that has come, against the one that came with it.
; In: X:frame_head; X:text, X:packet_bytes; X:frame_sum.
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
