; SPDX-License-Identifier: MIT
; Defines packets of ESP (SPI, sequence number, IV, DES-CBC, authentication code), computed by the DES chip, as user's
; commands, for banks of 32K words and cards with the bus master.
;
; PACKETS is a session: between its command words and its reply the host port carries bytes, one in each word, whose
; upper two bytes are zero. Each operation of the PC begins with a byte:
;
;   0  end of the session: the command's reply follows
;   1  DES: number n of blocks; key, IV, n blocks. Output: status, n blocks
;   2  authentication: number n of blocks; key, n blocks. Output: status, 8 bytes
;   3  both: number n of blocks; two keys; two blocks that are only authenticated, the second of which is the IV; n
;      blocks. Output: status, n blocks, 8 bytes
;   4  descriptors: their number; the first and the last 64 KB page of the memory that a packet may use; three bytes
;      of the address of the first descriptor, low byte first. Output: status, number of completed packets
;   5, 6  for cards with a network line: packets/flow.asm
;   7  for cards with two FIFOs, which carry operations 1 to 3: packets/fifo.asm
;
; The output ends with two words of 24 bits: the checksum of the operation's input and that of its output
; (packets/sums.asm). The input is eight bytes, of which the first is the number of the operation and unused ones are
; zeros; then the keys; then the other bytes. The output is the status, the number of completed packets, two zeros, and
; then the other bytes. If the status is not 0, operations 1 to 3 have no further output.
;
; A descriptor is 32 bytes in the PC's memory; addresses have three bytes, the low one first:
;
;    0  state: 1 ready, 2 done      10  address of the keys of DES and of the code
;    1  next header                 13  address of the next descriptor
;    2  length, low byte first      16  SPI, sequence number
;    4  address of the payload      24  IV
;    7  address for the packet
;
; A completed descriptor contains two checksums of three bytes, the low one first: at 1 that of descriptor, keys and
; payload as they were read, at 4 that of the packet as it was written.
;
; A session without checksums has neither these nor the two words at the end of the output, and frames of the line have
; no checksum. It serves to measure the cost of the checksums.
;
; The code is a CBC-MAC with a separate key of all bytes before it. The chip's known answer is requested at both ends of
; a session: if the last one is wrong, all results of the session are invalid.

        if      !@def(NULL_CIPHERS)
NULL_CIPHERS            equ     0               ; 1: the text is not encrypted, and the code is zeros
        endif

BAD_OPERATION           equ     $40             ; unknown operation, or an operation without blocks
RING_LOOPS              equ     $41             ; a descriptor that is already done
NOT_READY               equ     $42             ; a descriptor that is neither ready nor done
BAD_LENGTH              equ     $43             ; length of a packet is 0, or above MAX_BYTES
BAD_ADDRESS             equ     $44             ; address outside of the PC's memory for packets
BUS_NOT_GIVEN           equ     $45             ; the bus master did not receive the bus
BAD_ASSOCIATION         equ     $46             ; unknown association in a frame
LINE_LOST               equ     $47             ; the line received more than the card could store
NO_LINE                 equ     $48             ; the card has no line
BAD_FRAME               equ     $49             ; checksum of a frame is wrong
FIFO_LOST               equ     $4A             ; the DSP read an empty FIFO, or wrote to a full one
BAD_BELL                equ     $4B             ; the PC's number of an operation is not that of the current one

OP_DES                  equ     0               ; bit numbers of the operations
OP_CODE                 equ     1
OP_DESCRIPTORS          equ     4
OP_ASSOCIATIONS         equ     5
OP_FLOW                 equ     6
OP_FIFO                 equ     7
READY                   equ     1
DONE                    equ     2
MAX_BYTES               equ     1518            ; length of an Ethernet frame
FRAME_SUM               equ     3               ; number of bytes of a frame's checksum

operation               equ     USER_DATA       ; first bytes of the operation: its number,
packets_left            equ     USER_DATA+1     ; number of blocks or packets,
first_page              equ     USER_DATA+2     ; and for descriptors further bytes
last_page               equ     USER_DATA+3
next_address            equ     USER_DATA+4     ; three bytes, low byte first
packet_blocks           equ     USER_DATA+8     ; number of DES blocks in the packet
packet_bytes            equ     USER_DATA+9
this_address            equ     USER_DATA+10
cipher_key              equ     USER_DATA+16    ; eight bytes, followed by code_key
code_key                equ     USER_DATA+24
no_iv                   equ     USER_DATA+32    ; eight zeros

descriptor              equ     data_buffer
packet                  equ     data_buffer+16  ; SPI, sequence number, IV
packet_iv               equ     data_buffer+24
text                    equ     data_buffer+32
chained                 equ     data_buffer+$800        ; output of CBC for the code

CHAINS                  equ     DES_COMMAND_LDKEY|DES_COMMAND_LDIV|DES_COMMAND_CBC|DES_COMMAND_ENC|DES_COMMAND_ACT

; PACKETS without checksums: runs a session; the argument is 0.
; Changes: A B X Y R0-R7 N1-N3 N6 N7
command_69
        clr     a
        jmp     session

; PACKETS: runs a session; the argument is 0.
; Changes: A B X Y R0-R7 N1-N3 N6 N7
command_68
        move    #>FRAME_SUM,a
session
        move    a1,x:sums_wanted
        clr     a               #>frame_head,r0
        rep     #4
        move    a1,x:(r0)+
        move    #>no_iv,r0
        rep     #8
        move    a1,x:(r0)+
        jsr     chip_sample_right
        tst     a
        jne     return
_operation
        clr     a               #>operation,r0
        rep     #8
        move    a1,x:(r0)+
        move    #>left,r0
        rep     #4
        move    a1,x:(r0)+
        jsr     take_byte
        move    x0,x:operation
        move    x0,a
        tst     a               #>OP_DESCRIPTORS,x1
        jeq     chip_sample_right               ; end of the session
        cmp     x1,a            x0,r7
        jgt     _line
        jeq     _descriptors
        jsr     data_operation
        tst     a
        jne     return
        jmp     _operation
_descriptors
        jsr     descriptors
        jmp     _operation
_line
        move    #>OP_FLOW,x1
        cmp     x1,a
        jgt     _fifo
        jeq     _flow
        jsr     take_associations
        tst     a
        jne     return
        jmp     _operation
_flow
        jsr     flow
        jmp     _operation
_fifo
        move    #>OP_FIFO,x1
        cmp     x1,a
        jne     bad_operation
        jsr     by_fifo
        jmp     _operation
bad_operation
        move    #>BAD_OPERATION,a
        rts

; Requests the chip's known answer.
; Out: A1 the status.
; Changes: A B X Y1 R1-R4 N7
chip_sample_right
        jsr     chip_known_answer
        jne     return
        jmp     chip_end

; Takes the input of operations 1 to 3 and computes their output. \bytes takes bytes as take_bytes does.
; In: R7 the operation; X0 the number of blocks.
; Out: A1 the status.
; Changes: A B X Y R0-R6 N1 N2 N7
taken_operation macro   bytes
        move    x0,x:packets_left
        move    x0,a
        tst     a               x0,x:packet_blocks
        jeq     bad_operation
        asl     a               #>cipher_key,r3 ; code_key follows it
        asl     a               #<16,n7
        asl     a               #<4,n1
        move    a1,x:packet_bytes
        jset    #OP_DES,r7,_cipher
        move    #>code_key,r3
        move    #<8,n7
        move    #<2,n1
_cipher
        jset    #OP_CODE,r7,_keys
        move    #<8,n7
        move    #<2,n1
_keys
        jsr     \bytes
        move    r3,r1
        move    x:packet_bytes,a
        move    #>packet_iv,r3
        move    #>8,x1
        jclr    #OP_CODE,r7,_iv
        move    #>packet,r3
        jclr    #OP_DES,r7,_take
        add     x1,a
_iv
        add     x1,a
_take
        move    a1,n7
        jsr     \bytes
        asr     a               r3,r0
        asr     a
        move    a1,n7
        jsr     sum_operation
        clr     a
        jclr    #OP_DES,r7,_encrypted
        jsr     encrypt
        tst     a
        jne     _left
_encrypted
        jclr    #OP_CODE,r7,_left
        move    #>2,x1
        move    x:packet_blocks,b
        jclr    #OP_DES,r7,_own
        add     x1,b
_own
        jsr     authenticate
_left
        endm

; Makes a packet from a payload: pads and encrypts it, and appends its code. Returns if the DES chip fails.
; In: X:packet the header; X:text the payload; X:packet_bytes its number of bytes; the keys.
; Out: X:packet_blocks the number of blocks; if it returns, A1 the status, not 0.
protect macro
        jsr     pad
        jsr     encrypt
        tst     a
        jne     return
        move    x:packet_blocks,b
        move    #>2,x1
        add     x1,b
        jsr     authenticate
        tst     a
        jne     return
        endm

; Computes the address and the length of the output of operations 1 to 3.
; In: R7 the operation; A = 0; R3 = text.
; Out: R3 the address; A1 and N7 the number of bytes.
; Changes: A B X1 R3 N7
left_operation  macro
        jclr    #OP_DES,r7,_no_text
        move    x:packet_bytes,a
_no_text
        move    #>8,x1
        jclr    #OP_CODE,r7,_give
        add     x1,a
        jset    #OP_DES,r7,_give
        move    #>packet,b                      ; only the code, which follows its input
        move    x:packet_bytes,x1
        add     x1,b
        move    b1,r3
_give
        move    a1,n7
        endm

; Runs operations 1 to 3, whose data follow them through the host port.
; In: R7 the operation.
; Out: A1 is not 0 if the session must end with this status.
; Changes: A B X Y R0-R6 N1 N2 N7
data_operation
        jsr     take_byte
        taken_operation take_bytes
        move    a1,x:left
        move    a1,x0
        tst     a               #>text,r3
        jsr     give_byte
        jne     give_sums_of_status
        left_operation
        jsr     give_bytes
        asr     a               r3,r0
        asr     a
        move    a1,n7
        jmp     give_sums

; Runs operation 4.
; Changes: A B X Y R0-R6 N2 N7
descriptors
        jsr     take_byte
        move    x0,x:packets_left
        move    #>first_page,r3                 ; last_page and next_address follow it
        move    #<5,n7
        jsr     take_bytes
        jsr     sum_bare_operation
        move    x:packets_left,b
        tst     b               #>BAD_OPERATION,a
        jeq     give_done
_packet
        jsr     one_packet
        tst     a
        jne     give_done
        move    x:left_done,b
        move    #>1,x1
        add     x1,b            x:packets_left,x0
        move    b1,x:left_done
        cmp     x0,b
        jlt     _packet

; Sends the status and the number of completed packets to the PC.
; In: A1 the status; X:left_done the number.
; Out: A = 0.
; Changes: A B X Y R0 N7
give_done
        move    a1,x:left
        move    a1,x0
        jsr     give_byte
        move    x:left_done,x0
        jsr     give_byte
        clr     a
        jmp     give_sums_of_status

; Makes the packet of the descriptor at X:next_address and writes it and the descriptor's new state. X:next_address
; becomes the address of the next descriptor.
; Out: A1 the status.
; Changes: A B X Y R0-R6 N2 N7
one_packet
        move    #>next_address,r1
        move    #>this_address,r2
        do      #3,_copied
        move    x:(r1)+,x0
        move    x0,x:(r2)+
_copied
        move    #>this_address,r1
        move    #>descriptor,r3
        move    #>32,a
        jsr     read_memory
        tst     a
        jne     return
        move    x:descriptor,a
        move    #>DONE,x1
        cmp     x1,a            #>READY,x1
        jeq     ring_loops
        cmp     x1,a
        jne     not_ready
        move    #>descriptor+13,r1
        move    #>next_address,r2
        do      #3,_named
        move    x:(r1)+,x0
        move    x0,x:(r2)+
_named
; The length is the high byte times 256, plus the low byte
        move    x:descriptor+3,x0
        move    #>$80,x1
        mpy     x0,x1,a         x:descriptor+2,x1
        move    a0,a
        add     x1,a            #>MAX_BYTES,x0
        jeq     bad_length
        cmp     x0,a            a1,x:packet_bytes
        jgt     bad_length
        move    #>descriptor+10,r1
        move    #>cipher_key,r3                 ; code_key follows it
        move    #>16,a
        jsr     read_memory
        tst     a
        jne     return
        move    #>descriptor+4,r1
        move    #>text,r3
        move    x:packet_bytes,a
        jsr     read_memory
        tst     a
        jne     return
        jsr     sum_memory_read
        protect
        move    x:packet_blocks,a
        asl     a               #>24,x1
        asl     a               #>descriptor+7,r1
        asl     a               #>packet,r3
        add     x1,a
        jsr     write_memory
        tst     a
        jne     return
        move    x:sum_read,a
        move    #>descriptor+1,r0
        jsr     put_sum
        jsr     sum_packet
        move    #>DONE,x0
        move    x0,x:descriptor
        move    #>this_address,r1
        move    #>descriptor,r3
        move    x:sums_wanted,a                 ; number of bytes: the state and two checksums
        asl     a               #>1,x1
        add     x1,a
        jmp     write_memory
ring_loops
        move    #>RING_LOOPS,a
        rts
not_ready
        move    #>NOT_READY,a
        rts
bad_length
        move    #>BAD_LENGTH,a
        rts

; Appends the padding of ESP to the text: bytes 1, 2 and so on up to two bytes before the end of a block, their number,
; and the next header.
; In: X:packet_bytes the length of the text; R3 the address after it; X:descriptor the descriptor.
; Out: X:packet_blocks the number of blocks.
; Changes: A B X R3
pad
        move    x:packet_bytes,a
        move    #>9,x1
        add     x1,a            #>$FFFFF8,x0    ; (bytes + 2 + 7) / 8 blocks
        and     x0,a            x:packet_bytes,x1
        move    a1,b                            ; number of bytes of all blocks
        sub     x1,b            #>2,x1
        sub     x1,b            a1,a
        asr     a               b1,x1           ; number of padding bytes
        asr     a               b1,x0
        asr     a
        move    a1,x:packet_blocks
        tst     b               #>1,x1
        jeq     _full
        clr     a
        do      b1,_full
        add     x1,a
        move    a1,x:(r3)+
_full
        move    x0,x:(r3)+
        move    x:descriptor+1,x0
        move    x0,x:(r3)+
        rts

; Encrypts the text with DES-CBC, in place.
; In: X:cipher_key the key; X:packet_iv the IV; X:text the text; X:packet_blocks the number of blocks.
; Out: A1 the status.
; Changes: A B X Y1 R2-R6 N7
encrypt
        if      NULL_CIPHERS
        clr     a
        rts
        endif
        move    x:packet_blocks,n7
        move    #>cipher_key,r3
        move    #>packet_iv,r5
        move    #>text,r2
        move    r2,r6
        jmp     chain

; Appends the authentication code to the packet.
; In: X:code_key the key; X:packet the packet; B1 the number of blocks.
; Out: A1 the status.
; Changes: A B X Y1 R2-R6 N2 N7
authenticate
        if      NULL_CIPHERS
        asl     b               #>packet,x1
        asl     b
        asl     b
        add     x1,b
        move    b1,r3
        clr     a
        rep     #8
        move    a1,x:(r3)+
        rts
        endif
        move    b1,n7
        move    #>code_key,r3
        move    #>no_iv,r5
        move    #>chained,r2
        move    #>packet,r6
        jsr     chain
        tst     a               #<8,n2
        jne     return
        move    (r2)-n2
        do      #8,_end
        move    x:(r2)+,x0
        move    x0,x:(r3)+
_end
        rts

; Encrypts blocks in CBC mode by the chip, after a reset of the chip.
; In: X:(R3) the key; X:(R5) the IV; X:(R6)+ the blocks; N7 the number of blocks.
; Out: X:(R2)+ the ciphertext; R3 the address after the blocks; A1 the status.
; Changes: A B X Y1 R2-R4
chain
        jsr     chip_enter
        movep   #>DES_COMMAND_RST,y:<<DES_COMMAND
        movep   #>CHAINS,y:<<DES_COMMAND
        jsr     chip_take_key
        jne     chip_silent
        jset    #DES_STATUS_KPE,y:<<DES_STATUS,chip_key_parity
        move    r5,r3
        jsr     chip_take_iv
        jne     chip_silent
        move    r6,r3
        jsr     <chip_loop
        jset    #DES_STATUS_OVR,y:<<DES_STATUS,chip_error
        rts

        include 'packets/memory.asm'

; Waits for a byte from the PC and reads it.
; Out: X0 the byte.
; Changes: X0
take_byte
        jclr    #HSR_HRDF,x:<<HSR,*
        movep   x:<<HRX,x0
        rts

; Reads bytes from the PC.
; In: N7 the number of bytes.
; Out: X:(R3)+ the bytes.
; Changes: R3
take_bytes
        do      n7,_end
        jclr    #HSR_HRDF,x:<<HSR,*
        movep   x:<<HRX,x:(r3)+
_end
        rts

; Sends a byte to the PC.
; In: X0 the byte.
; Changes: nothing
give_byte
        jclr    #HSR_HTDE,x:<<HSR,*
        movep   x0,x:<<HTX
        rts

; Sends bytes to the PC.
; In: X:(R3)+ the bytes; N7 the number of bytes.
; Changes: R3
give_bytes
        do      n7,_end
        jclr    #HSR_HTDE,x:<<HSR,*
        movep   x:(r3)+,x:<<HTX
_end
        rts

        include 'packets/sums.asm'
        include 'packets/flow.asm'
        include 'packets/fifo.asm'

        org     x:USER_DATA
        ds      64
        org     p:
