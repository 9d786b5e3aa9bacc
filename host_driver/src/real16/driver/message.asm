; Messages of any length with user's commands (../../driver/card.h).

%include "real16.inc"
%include "card.inc"
%include "jobs.inc"

; Differences between the opcode that begins a message and the others
UPDATE          equ     MD2_UPDATE - MD2_INIT
FINAL           equ     MD2_FINAL - MD2_INIT
HASH            equ     MD2_HASH - MD2_INIT

        section .bss
        alignb  2
block_clocks:
        resw    2
last_clocks:
        resw    2
init_opcode:
        resb    1
last_opcode:
        resb    1

        section .text

; u32 card_message(u32 init, const u8 *bytes, u32 length, u32 block_clocks, u32 last_clocks, u8 *value, u32 value_bytes)
; Processes a message with user's commands.
        job     card_message
        mov     al, argument(0)
        mov     [init_opcode], al
        add     al, HASH
        mov     [last_opcode], al
        keep_pointer in_pointer, 1
        keep    bytes, 2
        keep    block_clocks, 3
        keep    last_clocks, 4
        mov     word [milliseconds], 0
        cmp     word [bytes + 2], 0
        jne     .long
        cmp     word [bytes], CHUNK
        jbe     .next
.long:  sub     byte [last_opcode], HASH - FINAL
        call    clear_sums
        mov     al, [init_opcode]
        xor     bx, bx
        xor     cx, cx
        xor     dx, dx
        call    run
        test    ax, ax
        jnz     .end
.next:  call    choose_part
        test    ax, ax
        jz      .no_data
        call    put_bytes
        test    ax, ax
        jnz     .end
.no_data:
        mov     bx, in_pointer
        call    sum_part
        call    next_part
        mov     bx, ax
        shr     ax, 6
        inc     ax
        inc     ax
        mul     word [block_clocks]
        mov     cx, ax
        mov     ax, [bytes]
        or      ax, [bytes + 2]
        jz      .last
        mov     al, [init_opcode]
        add     al, UPDATE
        call    run
        test    ax, ax
        jz      .next
        jmp     .end
.last:  add     cx, [last_clocks]
        adc     dx, [last_clocks + 2]
        mov     al, [last_opcode]
        call    run
        test    ax, ax
        jnz     .end
        find_arguments
        mov     di, argument(5)
        mov     dx, upper(5)
        mov     cx, argument(6)
        call    take_bytes
.end:   jmp     end_job
