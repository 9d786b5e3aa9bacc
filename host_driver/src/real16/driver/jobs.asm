; What all of the card's jobs do (../../driver/card.h): data in, commands, results out, with the sums of both compared.

%include "real16.inc"
%include "card.inc"
%define JOBS
%include "jobs.inc"

        global  lost, loaded, in_pointer, out_pointer, bytes, part, count
        global  set_command, run, check_input, check_output, put_bytes, put_filled, take_bytes, choose_part, next_part
        global  put_part, sum_part, end_job, card_found

; most clocks of the DSP: any command may have to clean the data buffer of what RSA left in it, and one that exchanges
; tables sums all code and tables twice
OVERHEAD        equ     300000

        section .data
        align   2
lost:   dw      1               ; whether the card may not be used: not started, or the link was lost

        section .bss
        alignb  2
loaded: resw    2               ; whether the DSP, the chip, hold the key of card_load_des_key
in_pointer:
        resw    2
out_pointer:
        resw    2
bytes:  resw    2               ; left
part:   resw    1               ; of them, in this turn
count:  resw    2
zeros:  resb    DES_BYTES

        section .text

; A command: opcode AL, argument BX, DX:CX clocks in addition to OVERHEAD, [milliseconds]
set_command:
        mov     [opcode], al
        mov     [argument_word], bx
        add     cx, OVERHEAD & 0FFFFh
        adc     dx, OVERHEAD >> 16
        mov     [clocks], cx
        mov     [clocks + 2], dx
        ret

; The same, done: it should have read what the sums are over.
run:    call    set_command
        xor     cx, cx
        call    link_command
        return_error
check_input:
        call    fold_sums
        return_compared reply_input, DATA_DAMAGED

; Check that the checksums are those of the firmware's results
check_output:
        call    fold_sums
        return_compared reply_output, RESULT_DAMAGED

; CX bytes of the data buffer, which have the sum that the firmware gave, to DX:DI
take_bytes:
        push    cx
        push    dx
        mov     ax, DATA_BUFFER
        mov     bl, CTRL_BANK | CTRL_LOW
        call    link_take_bus
        pop     dx
        pop     cx
        return_error
        mov     si, di
        push    cx
        push    dx
        push    si
        call    link_get
        call    link_give_bus_back
        pop     si
        pop     dx
        pop     cx
        return_error
        call    clear_sums
        call    sum_bytes
        jmp     check_output

; [part] = what of the data goes in this turn
choose_part:
        mov     ax, CHUNK
        cmp     word [bytes + 2], 0
        jne     .chunk
        cmp     ax, [bytes]
        jbe     .chunk
        mov     ax, [bytes]
.chunk: mov     [part], ax
        ret

; [part] bytes of the data to the card
put_part:
        mov     si, [in_pointer]
        mov     dx, [in_pointer + 2]
        mov     cx, [part]
        jmp     link_put

; The same by a bus taken for it, with zeros up to whole groups of four, which the firmware's sums are over
put_bytes:
        mov     ax, DATA_BUFFER
        mov     bl, CTRL_BANK | CTRL_LOW
        call    link_take_bus
        return_error
        mov     ax, 3
; The same when the bus is taken, with zeros up to whole groups of AX + 1
put_filled:
        push    ax
        call    put_part
        pop     bx
        mov     cx, [part]
        neg     cx
        and     cx, bx
        mov     si, zeros
        mov     dx, ds
        call    link_put
        jmp     link_give_bus_back

; The next part begins after this one, whose length is AX.
next_part:
        mov     ax, [part]
        advance in_pointer, ax
        sub     [bytes], ax
        sbb     word [bytes + 2], 0
        ret

; Sums over [part] bytes at the far pointer at BX
sum_part:
        call    clear_sums
        mov     si, [bx]
        mov     dx, [bx + 2]
        mov     cx, [part]
        jmp     sum_bytes

; The end of a function whose error is AX: after some of them nothing that the card says can be trusted.
end_job:
        cmp     ax, LOST
        jae     .lost
        cmp     ax, DAMAGED_COMMAND
        je      .lost
        cmp     ax, OUT_OF_SEQUENCE
        jne     .end
.lost:  mov     word [lost], 1
.end:   xor     dx, dx
        end_function

; The card is started.
card_found:
        xor     ax, ax
        mov     [lost], ax
        mov     [loaded], ax
        mov     [loaded + 2], ax
        ret

