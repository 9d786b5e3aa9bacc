; SPDX-License-Identifier: MIT
; Input and output of the card's DES chip. Runs in internal P.
;
; A dual move fetches the next byte from X while it writes the previous one to the chip; for results, it stores a byte
; while it reads the next one. Its two external accesses and the wait states of the I/O area separate chip accesses by 4
; clocks and the wait states: the chip needs 200 ns, and the command CLOCK sets the wait states. The NOP does the same
; for the reads of the first two bytes of a result.

; Waits until status bit \bit is set, and jumps to \failed after 1 ms. In a DO loop, \failed must end the loop.
; In: Y1 number of polls in 1 ms; X0 = 1.
chip_wait       macro   bit,failed
        tfr     y1,b
_poll   jset    #bit,y:<<DES_STATUS,_ready
        sub     x0,b
        jne     <_poll
        jmp     <failed
_ready
        endm

; Writes eight bytes to the chip.
; In: X:(R3)+ the bytes; R4 = DES_DATA.
chip_feed       macro
        move    x:(r3)+,a
        dup     3
        move    x:(r3)+,b       a,y:(r4)
        move    x:(r3)+,a       b,y:(r4)
        endm
        move    x:(r3)+,b       a,y:(r4)
        move    b,y:(r4)
        endm

; Processes blocks with the chip in its current mode.
; In: X:(R3)+ the blocks, N7 of them; R4 = DES_DATA; X0 = 1; Y1 the poll limit.
; Out: X:(R2)+ the chip's results; Z clear after a time-out, A1 the status.
; Changes: A B R2 R3
chip_loop
        do      n7,_end
        chip_wait DES_STATUS_DIR,chip_loop_failed
        chip_feed
        chip_wait DES_STATUS_DOR,chip_loop_failed
        move    y:(r4),a
        nop
        dup     3
        move    a,x:(r2)+       y:(r4),b
        move    b,x:(r2)+       y:(r4),a
        endm
        move    a,x:(r2)+       y:(r4),b
        move    b,x:(r2)+
_end
        clr     a
        rts
chip_loop_failed
        enddo
        move    #>CHIP_TIMEOUT,a
        tst     a
        rts
