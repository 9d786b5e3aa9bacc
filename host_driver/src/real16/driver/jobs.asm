; The common parts of the card's jobs (../../driver/card.h): each transfers data, executes commands, transfers results,
; and compares the checksums of both.

%include "real16.inc"
%include "card.inc"
%define JOBS
%include "jobs.inc"

        global  lost, loaded, in_pointer, out_pointer, bytes, part, count
        global  set_command, run, check_input, check_output, put_bytes, put_filled, take_bytes, choose_part, next_part
        global  put_part, sum_part, end_job, card_found

; Maximum clocks of the DSP for any command: it may have to erase what RSA left in the data buffer, and a command that
; exchanges tables computes the checksum of all code and tables twice
OVERHEAD        equ     300000

        section .data
        align   2
lost:   dw      1               ; 1: the card is not started, or the link was lost

        section .bss
        alignb  2
loaded: resw    2               ; 1: the DSP or the chip has the key of card_load_des_key
in_pointer:
        resw    2
out_pointer:
        resw    2
bytes:  resw    2               ; number of remaining bytes
part:   resw    1               ; number of bytes in this chunk
count:  resw    2
zeros:  resb    DES_BYTES

        section .text

; Sets the command: opcode AL, argument BX, DX:CX clocks in addition to OVERHEAD, [milliseconds].
set_command:
        mov     [opcode], al
        mov     [argument_word], bx
        add     cx, OVERHEAD & 0FFFFh
        adc     dx, OVERHEAD >> 16
        mov     [clocks], cx
        mov     [clocks + 2], dx
        ret

; Sets and executes a command. The DSP should have read the data of the sums.
run:    call    set_command
        xor     cx, cx
        call    link_command
        return_error
check_input:
        call    fold_sums
        return_compared reply_input, DATA_DAMAGED

; Checks that the sums are those of the firmware's results.
check_output:
        call    fold_sums
        return_compared reply_output, RESULT_DAMAGED

; Copies CX bytes of the data buffer to DX:DI and compares their checksum with that of the reply.
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

; Sets [part] to the length of the next chunk.
choose_part:
        mov     ax, CHUNK
        cmp     word [bytes + 2], 0
        jne     .chunk
        cmp     ax, [bytes]
        jbe     .chunk
        mov     ax, [bytes]
.chunk: mov     [part], ax
        ret

; Transfers [part] bytes of the data to the card.
put_part:
        mov     si, [in_pointer]
        mov     dx, [in_pointer + 2]
        mov     cx, [part]
        jmp     link_put

; Takes the bus and transfers [part] bytes, padded with zeros to complete groups of four for the firmware's checksum.
put_bytes:
        mov     ax, DATA_BUFFER
        mov     bl, CTRL_BANK | CTRL_LOW
        call    link_take_bus
        return_error
        mov     ax, 3
; Transfers [part] bytes, padded with zeros to complete groups of AX + 1, and returns the bus.
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

; Advances to the next chunk; AX is the length of this one.
next_part:
        mov     ax, [part]
        advance in_pointer, ax
        sub     [bytes], ax
        sbb     word [bytes + 2], 0
        ret

; Computes the sums over [part] bytes at the far pointer at BX.
sum_part:
        call    clear_sums
        mov     si, [bx]
        mov     dx, [bx + 2]
        mov     cx, [part]
        jmp     sum_bytes

; Ends a function with the error in AX. After some errors the card's data is not reliable, so the card is marked as
; lost.
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

; Marks the card as started.
card_found:
        xor     ax, ax
        mov     [lost], ax
        mov     [loaded], ax
        mov     [loaded + 2], ax
        ret

