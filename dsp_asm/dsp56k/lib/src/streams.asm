; SPDX-License-Identifier: MIT
; Defines streams of short DES operations in CBC mode through the FIFOs that some cards have, as user's commands. The
; pump moves the data from the PC through the DES chip and back, and the DSP handles only the parameters. They require
; banks of 32K words (dsp56k/lib/image.py).
;
; An operation has ten bytes of parameters, followed by its blocks: a byte with the number of blocks (bits 6-0, not 0)
; and the direction (bit 7: decrypt), a byte with the number of the key, and eight bytes of IV. They arrive through the
; input FIFO; for STREAM_BATCHED and STREAM_MENDED the parameters of all operations precede the data. Key 0 is the key
; of the known answer, the others are the keys of STREAM_KEYS.
;
; STREAM_SLOW accesses all chips in the I/O page, whose wait states are 15 during the command. STREAM_TWICE does the
; same with an additional access after each. The other commands use the fast addresses of the chips where possible.
;
; An operation consists of a reset of the chip, mode, key, IV, one test that the chip has taken them all, and LENGTH.
; The chip's known answer is requested before and after the command. An error that only a stream shows, such as a chip
; that loses IVs, is detected by a known operation that the PC sends.

BAD_KEY_INDEX           equ     $41             ; the key does not exist, or the operation has no blocks
STREAM_STALLED          equ     $42             ; a FIFO was empty or full for about 60 ms
STREAM_UNDERRUN         equ     $43             ; an empty FIFO was read
STREAM_TURNS            equ     $010000         ; iterations of a poll loop before STREAM_STALLED

STREAM_RESET            equ     DES_COMMAND_RST
STREAM_DECRYPT          equ     DES_COMMAND_LDKEY|DES_COMMAND_LDIV|DES_COMMAND_CBC|DES_COMMAND_ACT
STREAM_ENCRYPT          equ     STREAM_DECRYPT|DES_COMMAND_ENC
SLOW_STATES             equ     15
PARAMETERS              equ     10              ; number of bytes of an operation before its blocks
HALF                    equ     256             ; half the size of a FIFO of 512 bytes
MAX_KEYS                equ     16              ; in addition to key 0
HSR_HF1                 equ     4               ; HF1, with which the PC ends a stream

stream_keys             equ     USER_DATA       ; number of keys, including key 0
stream_left             equ     USER_DATA+1     ; number of remaining operations
stream_end              equ     USER_DATA+2     ; address after the parameters of the batch
stream_states           equ     USER_DATA+3     ; value of BCR before the command
key_table               equ     USER_DATA+8

; STREAM_KEYS: loads keys of eight bytes each.
command_60
        clr     b               #>MAX_KEYS*8,x1
        move    x0,a
        cmp     x1,a            b1,x:stream_keys
        jgt     bad_parameter
        move    #>7,x1
        and     x1,a            x0,b
        jne     bad_parameter
        tst     b               #>sample_key,r0
        jeq     bad_parameter
        move    #>key_table,r1
        do      #8,_sample
        move    x:(r0)+,x1
        move    x1,x:(r1)+
_sample
        do      b1,_copied
        move    x:(r3)+,x1
        move    x1,x:(r1)+
_copied
        asr     b               #>1,x0
        asr     b
        asr     b
        add     x0,b            #>PUMP_CONTROL_HALT|PUMP_CONTROL_RSF|PUMP_CONTROL_LDK,x1
        move    b1,x:stream_left
        movep   x1,y:<<PUMP_CONTROL
        jsr     chip_known_answer
        jne     return
; Load each key into the chip, which checks its parity, and into the pump
        move    #>key_table,r5
        move    x:stream_left,n5
        do      n5,_end
        move    r5,r3
        jsr     chip_load_key
        jne     _refused
        jset    #DES_STATUS_KPE,y:<<DES_STATUS,_parity
        do      #8,_pumped
        move    x:(r5)+,x1
        movep   x1,y:<<PUMP_KEYS
_pumped
        nop
_end
        move    x:stream_left,x1
        move    x1,x:stream_keys
        jmp     chip_end
_parity
        enddo
        jmp     chip_key_parity
_refused
        enddo
        rts

; STREAM_SLOW: runs operations; their number has 24 bits, low byte first.
command_61
        jsr     stream_enter
        jne     return
        jsr     slow_places
        jmp     each_slowly
; STREAM_TWICE: runs operations as STREAM_SLOW, with an additional access after each access.
command_62
        jsr     stream_enter
        jne     return
        jsr     slow_places
        jmp     each_twice
; STREAM_FAST: runs operations as STREAM_SLOW, with fast addresses.
command_63
        jsr     stream_enter
        jne     return
        jsr     fast_places
        jmp     each_slowly
; STREAM_BATCHED: runs up to 409 operations, whose parameters precede the data, with fast addresses.
command_64
        jsr     stream_enter
        jne     return
        jsr     fast_places
        jmp     stream_batched
; STREAM_MENDED: runs operations as STREAM_BATCHED, but writes IV and length in the I/O page.
command_65
        jsr     stream_enter
        jne     return
        jsr     mended_places
stream_batched
        jsr     take_parameters
        jne     stream_failed
        move    #>data_buffer,r3
        jmp     each_of_batch
; STREAM_WINDOW: runs the operations whose parameters are the X0 bytes in the data buffer.
command_66
        move    r3,a
        add     x0,a
        move    a1,x:stream_end
        jsr     stream_begin
        jne     return
        jsr     mended_places
        move    #>data_buffer,r3
        jmp     each_of_batch
; STREAM_AUTO: runs up to 65,535 operations, for which the pump also handles the parameters.
command_67
        jsr     stream_enter
        jne     return
        jsr     fast_places
        move    x:stream_left,a
        move    #>$FFFF,x1
        cmp     x1,a            #>PUMP_CONTROL_AUTO,b
        jgt     stream_too_long
        move    b1,y:(r6)
        jsr     set_length
_waiting
        move    #>STREAM_TURNS,b
        move    y:(r5),y0
_poll
        jclr    #PUMP_STATUS_BSY,y:(r6),stream_done
        move    y:(r5),a
        cmp     y0,a
        jne     _waiting
        sub     x0,b
        jne     _poll
        jmp     stream_stalled
; STREAM_OPEN: runs operations as STREAM_FAST until the PC sets HF1; the argument has no effect.
command_68
        jsr     stream_enter
        jne     return
        jsr     fast_places
        clr     a
        move    a1,x:stream_left
        jmp     each_until
; STREAM_OPEN_AUTO: runs operations as STREAM_AUTO until the PC sets HF1.
command_69
        jsr     stream_enter
        jne     return
        jsr     fast_places
        move    #>PUMP_CONTROL_AUTO|PUMP_CONTROL_ENDLESS,b
        move    b1,y:(r6)
        move    x0,x:stream_left
        jsr     set_length
_open
        jset    #PUMP_STATUS_BAD,y:(r6),stream_bad_index
        jclr    #HSR_HF1,x:<<HSR,_open
        jmp     stream_done

; Begins a command with a number of operations.
; In: X0 the argument; R3 = data_buffer.
; Out: Z set if the command may continue, X:stream_left the number of operations, X0 = 1; otherwise A1 the status.
; Changes: A B X Y R1-R4 N7
stream_enter
        move    x0,a
        move    #>3,x1
        cmp     x1,a            #>$000080,y1
        jne     stream_parameter
        move    x:data_buffer+1,y0
        mpy     y0,y1,a         #>$008000,y1
        move    x:data_buffer+2,y0
        mac     y0,y1,a         x:(r3),x0
        move    a0,a
        add     x0,a
        jle     stream_parameter
        move    a1,x:stream_left
; Begins a command: requests the chip's known answer, stops the pump, and sets the wait states of the I/O page.
; Out: Z set if the command may continue, X0 = 1; otherwise A1 the status.
; Changes: A B X Y1 R1-R4 N7
stream_begin
        move    x:stream_keys,a
        tst     a               #>NO_KEY,b
        jeq     stream_refused
        jsr     chip_known_answer
        jne     return
; The FIFOs are not reset, because the PC may have written data already
        movep   #>PUMP_CONTROL_HALT,y:<<PUMP_CONTROL
        movep   #>0,y:<<PUMP_CONTROL
        movep   #>0,y:<<PUMP_LENGTH_HIGH
; The wait states of the I/O page become those of external Y, which contains the fast addresses
        movep   x:<<BCR,x1
        move    x1,x:stream_states
        move    #>$000080,y1
        mpy     x1,y1,a         #>SLOW_STATES,x1
        move    a0,a
        or      x1,a
        movep   a1,x:<<BCR
        move    #>1,x0
        clr     a
        rts
stream_parameter
        move    #>BAD_PARAMETER,b
stream_refused
        tfr     b,a
        tst     a
        rts

; Selects addresses in the I/O page for all chips.
; Out: R1 = R4 DATA of the DES chip, for IV and key; R2 its COMMAND and STATUS; R5 the pump's LENGTH LOW; R6 its CONTROL
;   and STATUS; R7 the input FIFO.
; Changes: R1 R2 R4-R7
slow_places
        move    #>DES_DATA,r1
        move    #>DES_DATA,r4
        move    #>DES_COMMAND,r2
        move    #>PUMP_LENGTH_LOW,r5
        move    #>PUMP_STATUS,r6
        move    #>FIFO_INPUT,r7
        rts

; Selects the fast addresses of all chips except for the FIFO.
; Out: R1, R2, R4-R7 the same registers of the chips as slow_places.
; Changes: R1 R2 R4-R7
fast_places
        move    #>DES_DATA-FAST,r1
        move    #>DES_DATA-FAST,r4
        move    #>DES_COMMAND-FAST,r2
        move    #>PUMP_LENGTH_LOW-FAST,r5
        move    #>PUMP_STATUS-FAST,r6
        move    #>FIFO_INPUT,r7
        rts

; Selects the fast addresses, except for the FIFO and for the writes of IV and length.
; Out: R1, R2, R4-R7 the same registers of the chips as slow_places.
; Changes: R1 R2 R4-R7
mended_places
        jsr     fast_places
        move    #>DES_DATA,r1
        move    #>PUMP_LENGTH_LOW,r5
        rts

; Writes X:stream_left to the pump's LENGTH, which starts the pump.
; Changes: A X1 Y1
set_length
        move    x:stream_left,x1
        move    #>$008000,y1
        mpy     x1,y1,a
        movep   a1,y:<<PUMP_LENGTH_HIGH
        movep   x1,y:<<PUMP_LENGTH_LOW
        rts

; Copies the parameters of all operations from the FIFO to the data buffer.
; In: X:stream_left the number of operations; X0 = 1; R6 the address from fast_places.
; Out: Z set if this is done, X:stream_end the address after them; otherwise A1 the status.
; Changes: A B X1 Y R0 R3 N7
take_parameters
        move    x:stream_left,y0
        move    #>PARAMETERS,y1
        mpy     y0,y1,a         x:buffer_size,x1
        asr     a               #>BAD_PARAMETER,b
        move    a0,a
        cmp     x1,a            a1,x:stream_end
        jgt     stream_refused
        move    a1,x:stream_left
        move    #>PUMP_CONTROL_BYPASS,b
        move    b1,y:(r6)
        jsr     set_length
        move    #>data_buffer,r3
        move    #>FIFO_PARAMETERS-FAST,r0
; A half-full FIFO contains at least this number of bytes, which are read without a test of each
_burst
        move    x:stream_end,a
        move    #>HALF,x1
        sub     x1,a
        jle     _rest
        move    a1,x:stream_end
        move    #>STREAM_TURNS,b
_half
        jset    #PUMP_STATUS_PH,y:(r6),_ready
        sub     x0,b
        jne     _half
        jmp     _stalled
_ready
        do      x1,_moved
        move    y:(r0),a
        move    a1,x:(r3)+
_moved
        jmp     _burst
_rest
        move    x:stream_end,n7
        do      n7,_end
        jclr    #PUMP_STATUS_PE,y:(r6),_there
        move    #>STREAM_TURNS,b
_poll
        jclr    #PUMP_STATUS_PE,y:(r6),_there
        sub     x0,b
        jne     _poll
        enddo
_stalled
        move    #>STREAM_STALLED,a
        tst     a
        rts
_there
        move    y:(r0),a
        move    a1,x:(r3)+
_end
        clr     a               r3,x:stream_end
        move    a1,y:(r6)
        movep   a1,y:<<PUMP_LENGTH_HIGH
        rts

; Assembles one more access to the slowest chip if \twice is 1.
stream_extra    macro   twice
        if      twice
        movep   y:<<PUMP_STATUS,y1
        endif
        endm

; Waits for the oldest byte of the input FIFO and reads it; \twice as in stream_extra.
stream_byte     macro   to,twice
        jclr    #PUMP_STATUS_IE,y:(r6),_there
        move    #>STREAM_TURNS,b
_poll   jclr    #PUMP_STATUS_IE,y:(r6),_there
        sub     x0,b
        jne     _poll
        jmp     stream_stalled
_there
        stream_extra twice
        move    y:(r7),to
        stream_extra twice
        endm

; Resets the chip, writes its command for key and IV, and writes the key; \twice as in stream_extra.
; In: X1 the operation's first byte; A1 the number of the key; X0 = 1; the addresses of the chips.
; Changes: A B Y R0 N0
stream_key      macro   twice
        move    x:stream_keys,y0
        cmp     y0,a            #>key_table,r0
        jge     stream_bad_index
        asl     a
        asl     a
        asl     a
        move    a1,n0
        move    #>STREAM_RESET,b
        move    (r0)+n0
        move    b1,y:(r2)
        stream_extra twice
        move    #>STREAM_ENCRYPT,b
        jclr    #7,x1,_encrypt
        move    #>STREAM_DECRYPT,b
_encrypt
        move    b1,y:(r2)
        stream_extra twice
        if      twice
        dup     8
        move    x:(r0)+,a
        move    a,y:(r4)
        stream_extra 1
        endm
        else
        move    x:(r0)+,a
        dup     3
        move    x:(r0)+,b       a,y:(r4)
        move    x:(r0)+,a       b,y:(r4)
        endm
        move    x:(r0)+,b       a,y:(r4)
        move    b,y:(r4)
        endif
        endm

; Checks that the chip has taken key and IV, and transfers the blocks through it.
; In: X1, X0 and the addresses as for stream_key.
; Changes: A B Y
stream_blocks   macro   twice
        move    x1,a
        move    #>$7F,y0
        and     y0,a
        jeq     stream_bad_index
        jclr    #DES_STATUS_DIR,y:(r2),stream_chip
        stream_extra twice
        move    a1,y:(r5)
        stream_extra twice
        move    #>STREAM_TURNS,b
_poll   jclr    #PUMP_STATUS_BSY,y:(r6),_done
        sub     x0,b
        jne     _poll
        jmp     stream_stalled
_done
        endm

; Runs operations whose parameters arrive one by one.
; In: X:stream_left the number of operations; X0 = 1; the addresses of the chips.
; Changes: A B X1 Y R0 N0
stream_each     macro   twice
_operation
        stream_byte x1,twice
        stream_byte a,twice
        stream_key twice
        dup     8
        stream_byte a,twice
        move    a1,y:(r1)
        stream_extra twice
        endm
        stream_blocks twice
        move    x:stream_left,a
        sub     x0,a
        move    a1,x:stream_left
        jne     _operation
        jmp     stream_done
        endm

each_slowly
        stream_each 0
each_twice
        stream_each 1
; Runs operations until the PC sets HF1.
each_until
        jclr    #PUMP_STATUS_IE,y:(r6),_another
        jclr    #HSR_HF1,x:<<HSR,each_until
        jmp     stream_done
_another
        move    x0,x:stream_left
        stream_byte x1,0
        stream_byte a,0
        stream_key 0
        dup     8
        stream_byte a,0
        move    a1,y:(r1)
        endm
        stream_blocks 0
        jmp     each_until

; Runs operations whose parameters are in X.
; In: X:(R3) the parameters up to X:stream_end; X0 = 1; the addresses of the chips.
; Out: A1 the status.
; Changes: A B X Y R0-R4 R7 N0 N7
each_of_batch
        move    r1,r7
_operation
        move    x:(r3)+,x1
        move    x:(r3)+,a
        stream_key 0
        move    x:(r3)+,a
        dup     3
        move    x:(r3)+,b       a,y:(r7)
        move    x:(r3)+,a       b,y:(r7)
        endm
        move    x:(r3)+,b       a,y:(r7)
        move    b,y:(r7)
        stream_blocks 0
        move    r3,a
        move    x:stream_end,y0
        cmp     y0,a
        jlt     _operation
stream_done
        jset    #PUMP_STATUS_BAD,y:<<PUMP_STATUS,stream_bad_index
        jset    #PUMP_STATUS_UNDER,y:<<PUMP_STATUS,_underrun
        movep   #>PUMP_CONTROL_HALT,y:<<PUMP_CONTROL
        jset    #DES_STATUS_OVR,y:<<DES_STATUS,_chip
        movep   x:stream_states,x:<<BCR
        jsr     chip_known_answer
        jne     return
        move    #>3,a
        move    a1,x:argument
        jmp     chip_end
_underrun
        move    #>STREAM_UNDERRUN,a
        jmp     stream_failed
_chip
        move    #>CHIP_ERROR,a
        jmp     stream_failed
stream_bad_index
        move    #>BAD_KEY_INDEX,a
        jmp     stream_failed
stream_stalled
        move    #>STREAM_STALLED,a
        jmp     stream_failed
stream_too_long
        move    #>BAD_PARAMETER,a
        jmp     stream_failed
stream_chip
        jsr     chip_silent
; Ends a command after an error. All data in transfer is lost.
; In: A1 the status.
; Changes: nothing
stream_failed
        movep   #>PUMP_CONTROL_HALT|PUMP_CONTROL_RSF,y:<<PUMP_CONTROL
        movep   x:stream_states,x:<<BCR
        rts

        org     x:USER_DATA
        dc      0
        org     p:
