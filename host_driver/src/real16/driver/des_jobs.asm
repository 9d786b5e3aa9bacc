; DES by the DSP or by the DES chip (../../driver/card.h).

%include "real16.inc"
%include "card.inc"
%include "jobs.inc"

; From DES_KEY or CHIP_KEY to the other opcodes of DES; 1 further to decrypt
IV              equ     DES_IV - DES_KEY
ECB             equ     DES_ECB_ENCRYPT - DES_KEY
CBC             equ     DES_CBC_ENCRYPT - DES_KEY
%if CHIP_KEY != DES_KEY + (1 << 4)
  %error "`chip` chooses the opcode by a shift"
%endif

; Most clocks of the DSP
DES_KEY_CLOCKS  equ     5000
DES_BLOCK_CLOCKS equ    10100
CHIP_BLOCK_CLOCKS equ   600
CHIP_MS         equ     4       ; the firmware waits a millisecond or two for the chip before it gives up

        section .bss
        alignb  2
chip:   resw    1
key:    resw    2               ; far pointers
initial_value:
        resw    2
des_opcode:
        resb    1
        alignb  2
no_value:
        resb    DES_BYTES

        section .text

; Zero flag: the far pointer is null
%macro test_pointer 1
        mov     ax, [%1]
        or      ax, [%1 + 2]
%endmacro

; Add the eight bytes that a far pointer leads to, to the sums
%macro sum_block 1
        mov     si, [%1]
        mov     dx, [%1 + 2]
        mov     cx, DES_BYTES
        call    sum_bytes
%endmacro

%macro put_block 1
        mov     si, [%1]
        mov     dx, [%1 + 2]
        mov     cx, DES_BYTES
        call    link_put
%endmacro

; Key, IV and the first data into the card, as far as there are any, and the command that takes key or IV
prepare_des:
        mov     word [milliseconds], 0
        cmp     word [chip], 0
        je      .by_dsp
        mov     word [milliseconds], CHIP_MS
.by_dsp:
        mov     cx, KEY_BUFFER
        test_pointer key
        jnz     .first
        mov     cx, IV_BUFFER
        test_pointer initial_value
        jnz     .first
        mov     cx, DATA_BUFFER
.first: mov     ax, cx
        mov     bl, CTRL_BANK | CTRL_LOW
        call    link_take_bus
        return_error
        test_pointer key
        jz      .no_key
        put_block key
        test_pointer initial_value
        jnz     .iv
        mov     ax, DATA_BUFFER
        call    link_set_counter
        jmp     .data
.no_key:
        test_pointer initial_value
        jz      .data
.iv:    put_block initial_value
.data:  call    put_part
        call    link_give_bus_back
        return_error
        call    clear_sums
        test_pointer initial_value
        jz      .no_iv
        sum_block initial_value
.no_iv: mov     bl, [chip]
        shl     bl, 4
        add     bl, DES_KEY     ; or CHIP_KEY
        test_pointer key
        jz      .only_iv
        push    bx
        sum_block key
        pop     bx
        mov     cl, bl
        xor     bx, bx
        test_pointer initial_value
        jz      .command
        inc     bx
        jmp     .command
.only_iv:
        test_pointer initial_value
        jz      .nothing
        mov     cl, bl
        add     cl, IV
        xor     bx, bx
.command:
        mov     al, cl
        mov     cx, DES_KEY_CLOCKS
        xor     dx, dx
        jmp     run
.nothing:
        xor     ax, ax
        ret

; DES over all of the data, in as many chunks as the card's buffer makes necessary. The first takes key and IV with it.
; While the DSP works, the sum over its data is made.
des:    call    choose_part
        call    prepare_des
        return_error
.chunk: cmp     word [part], 0
        je      .end
        mov     bx, [part]
        shr     bx, 3
        mov     ax, DES_BLOCK_CLOCKS
        cmp     word [chip], 0
        je      .by_dsp
        mov     ax, CHIP_BLOCK_CLOCKS
.by_dsp:
        mul     bx
        mov     cx, ax
        mov     al, [des_opcode]
        call    set_command
        call    link_send
        return_error
        mov     bx, in_pointer
        call    sum_part
        xor     cx, cx
        call    link_receive
        return_error
        call    check_input
        return_error
        mov     ax, DATA_BUFFER
        mov     bl, CTRL_BANK | CTRL_LOW
        call    link_take_bus
        return_error
        mov     di, [out_pointer]
        mov     dx, [out_pointer + 2]
        mov     cx, [part]
        call    link_get
        call    next_part
        mov     [count], ax     ; of this turn
        call    choose_part
        cmp     word [part], 0
        je      .last
        mov     ax, DATA_BUFFER
        call    link_set_counter
        call    put_part
.last:  call    link_give_bus_back
        return_error
        mov     ax, [count]
        xchg    ax, [part]
        push    ax
        mov     bx, out_pointer
        call    sum_part
        call    check_output
        pop     bx
        xchg    bx, [part]
        return_error
        advance out_pointer, bx
        jmp     .chunk
.end:   xor     ax, ax
        ret

; AX = the error that keeps a call from using a key: its own replaces the loaded one.
use_key:
        mov     ax, NOT_STARTED
        cmp     word [lost], 0
        jne     .done
        call    wait_overhead
        mov     bx, [chip]
        add     bx, bx
        test_pointer key
        jnz     .own
        mov     ax, NO_KEY
        cmp     word [loaded + bx], 0
        je      .done
        xor     ax, ax
        ret
.own:   mov     word [loaded + bx], 0
        xor     ax, ax
.done:  ret

; After the error AX the key is not loaded any more.
end_des:
        test    ax, ax
        jz      .good
        mov     bx, [chip]
        add     bx, bx
        mov     word [loaded + bx], 0
.good:  jmp     end_job

; Chip 0 or 1: argument 0
%macro keep_chip 0
        mov     ax, argument(0)
        mov     [chip], ax
%endmacro

; u32 card_load_des_key(u32 chip, const u8 *key)
        function card_load_des_key
        keep_chip
        keep_pointer key, 1
        call    use_key
        test    ax, ax
        jnz     .end
        mov     [initial_value], ax
        mov     [initial_value + 2], ax
        mov     [part], ax
        mov     bx, [chip]
        add     bx, bx
        mov     word [loaded + bx], 1
        call    prepare_des
        jmp     end_des
.end:   jmp     end_job

; u32 card_des(u32 chip, u32 decrypt, const u8 *key, const u8 *iv, const u8 *in_bytes, u8 *out_bytes, u32 bytes)
        function card_des
        keep_chip
        keep_pointer key, 2
        keep_pointer initial_value, 3
        keep_pointer in_pointer, 4
        keep_pointer out_pointer, 5
        keep    bytes, 6
        call    use_key
        test    ax, ax
        jnz     .end
        mov     cl, [chip]
        shl     cl, 4
        add     cl, DES_KEY + ECB
        test_pointer initial_value
        jz      .ecb
        add     cl, CBC - ECB
.ecb:   add     cl, argument(1)
        mov     [des_opcode], cl
        call    des
        jmp     end_des
.end:   jmp     end_job

; u32 card_des_mac(const u8 *key, const u8 *bytes, u32 length, u8 *code): CBC under an IV of zeros of which only the
; last block is left (FIPS 113). Further zeros at the end do not change a sum.
        function card_des_mac
        mov     word [chip], 0
        keep_pointer key, 0
        keep_pointer in_pointer, 1
        keep    bytes, 2
        call    use_key
        test    ax, ax
        jz      .usable
        jmp     end_job
.usable:
        mov     word [initial_value], no_value
        mov     dx, ds
        mov     [initial_value + 2], dx
        mov     [part], ax
        call    prepare_des
        test    ax, ax
        jnz     .end
.next:  call    choose_part
        call    put_blocks
        test    ax, ax
        jnz     .end
        mov     bx, in_pointer
        call    sum_part
        mov     bx, [part]
        add     bx, DES_BYTES - 1
        shr     bx, 3
        mov     ax, DES_BLOCK_CLOCKS
        mul     bx
        mov     cx, ax
        mov     al, DES_MAC
        call    run
        test    ax, ax
        jnz     .end
        call    next_part
        mov     ax, [bytes]
        or      ax, [bytes + 2]
        jnz     .next
        mov     cx, DES_BYTES
        mov     di, argument(3)
        mov     dx, upper(3)
        call    take_bytes
.end:   jmp     end_des
