; RSA in the DSP (../../driver/card.h).

%include "real16.inc"
%include "card.inc"
%include "jobs.inc"

RSA_LOAD_CLOCKS equ     8000000 ; maximum, with numbers far longer than the modulus
; Maximum clocks of an operation with n digits: n^2 (CUBIC n + SQUARE) + LEAST
RSA_CUBIC       equ     240
RSA_SQUARE      equ     3700
RSA_CRT_CUBIC   equ     420
RSA_CRT_SQUARE  equ     8000
RSA_LEAST       equ     50000

        section .bss
        alignb  2
key:    resw    2               ; far pointer
digits: resw    1
words:  resw    1
crt:    resw    1
operation_clocks:
        resw    2

        section .text

; Copies CX words of three bytes from DX:SI to the data buffer.
put_words:
        push    cx
        push    dx
        push    si
        mov     ax, DATA_BUFFER
        mov     bl, CTRL_BANK
        call    link_take_bus
        pop     si
        pop     dx
        pop     cx
        return_error
        mov     ax, cx
        add     cx, ax
        add     cx, ax
        call    link_put
        jmp     link_give_bus_back

; Executes the command that set_command has prepared. While the DSP works, this computes the checksum over CX words at
; DX:SI, which the DSP should have read.
execute:
        push    cx
        push    dx
        push    si
        call    link_send
        pop     si
        pop     dx
        pop     cx
        return_error
        call    clear_sums
        call    sum_words
        xor     cx, cx
        call    link_receive
        return_error
        jmp     check_input

rsa:    mov     word [milliseconds], 0
        mov     ax, [digits]
        mov     cx, [crt]
        mov     bx, 3
        shl     bx, cl
        mul     bx
        test    dx, dx
        jnz     .too_long
        cmp     ax, CHUNK
        ja      .too_long
        mov     bx, [digits]
        shl     bx, cl
        mov     [words], bx
        mov     [part], ax
        mov     cx, ax
        mov     si, [key]
        mov     dx, [key + 2]
        call    put_words
        return_error
        mov     al, [crt]
        add     al, RSA_LOAD
        mov     bx, [digits]
        mov     cx, RSA_LOAD_CLOCKS & 0FFFFh
        mov     dx, RSA_LOAD_CLOCKS >> 16
        call    set_command
        mov     cx, [part]
        mov     si, [key]
        mov     dx, [key + 2]
        call    execute
        return_error
        mov     ax, [digits]            ; at most 43, otherwise the firmware has refused the key
        mov     bx, RSA_CUBIC
        mov     cx, RSA_SQUARE
        test    word [crt], 1
        jz      .clocks
        mov     bx, RSA_CRT_CUBIC
        mov     cx, RSA_CRT_SQUARE
.clocks:
        mul     bx
        add     cx, ax
        mov     ax, [digits]
        mul     ax
        mul     cx
        add     ax, RSA_LEAST
        adc     dx, 0
        mov     [operation_clocks], ax
        mov     [operation_clocks + 2], dx
.next:  sub     word [count], 1
        sbb     word [count + 2], 0
        jc      .done
        mov     si, [in_pointer]
        mov     dx, [in_pointer + 2]
        mov     cx, [words]
        call    put_words
        return_error
        mov     al, [crt]
        add     al, RSA_OPERATE
        xor     bx, bx
        mov     cx, [operation_clocks]
        mov     dx, [operation_clocks + 2]
        call    set_command
        mov     cx, [words]
        mov     si, [in_pointer]
        mov     dx, [in_pointer + 2]
        call    execute
        return_error
        mov     ax, DATA_BUFFER
        mov     bl, CTRL_BANK
        call    link_take_bus
        return_error
        mov     cx, [words]
        mov     ax, cx
        add     cx, ax
        add     cx, ax
        mov     [part], cx
        mov     di, [out_pointer]
        mov     dx, [out_pointer + 2]
        call    link_get
        call    link_give_bus_back
        return_error
        call    clear_sums
        mov     si, [out_pointer]
        mov     dx, [out_pointer + 2]
        mov     cx, [words]
        call    sum_words
        call    check_output
        return_error
        mov     ax, [part]
        advance in_pointer, ax
        advance out_pointer, ax
        jmp     .next
.too_long:
        mov     ax, TOO_LONG
        ret
.done:  xor     ax, ax
        ret

; u32 card_rsa(u32 crt, u32 digits, const u8 *key, const u8 *operands, u8 *results, u32 count)
; Executes RSA operations with one key.
        job     card_rsa
        mov     ax, argument(0)
        mov     [crt], ax
        mov     ax, argument(1)
        mov     [digits], ax
        keep_pointer key, 2
        keep_pointer in_pointer, 3
        keep_pointer out_pointer, 4
        keep    count, 5
        call    rsa
        jmp     end_job
