; DES in the DSP or in the DES chip (../../driver/card.h).

%include "real16.inc"
%include "card.inc"
%include "jobs.inc"

; Differences between the opcodes of DES and DES_KEY or CHIP_KEY; the opcode to decrypt is 1 higher
ECB             equ     DES_ECB_ENCRYPT - DES_KEY
CBC             equ     DES_CBC_ENCRYPT - DES_KEY
%if CHIP_KEY != DES_KEY + (1 << 4)
  %error "`chip` chooses the opcode by a shift"
%endif

; Maximum clocks of the DSP
DES_BLOCK_CLOCKS equ    10100
CHIP_BLOCK_CLOCKS equ   600
CHIP_MS         equ     4       ; the firmware waits a millisecond or two for the chip before it returns an error

        section .bss
        alignb  2
chip:   resw    1
key:    resw    2               ; far pointers
initial_value:
        resw    2
taken:  resw    1               ; bits of a command's argument: TAKE_KEY, TAKE_IV
des_opcode:
        resb    1
        alignb  2
no_value:
        resb    DES_BYTES

        section .text

; Sets the zero flag if the far pointer is null.
%macro test_pointer 1
        mov     ax, [%1]
        or      ax, [%1 + 2]
%endmacro

; Adds the eight bytes at a far pointer to the sums.
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

; Transfers key and IV, unless they are null, and [part] bytes of the data, which are padded to complete blocks. [taken]
; becomes the bits of the command's argument for key and IV.
put_des:
        mov     word [milliseconds], 0
        cmp     word [chip], 0
        je      .by_dsp
        mov     word [milliseconds], CHIP_MS
.by_dsp:
        mov     cx, DATA_BUFFER
        xor     dx, dx
        test_pointer initial_value
        jz      .no_iv
        mov     cx, IV_BUFFER
        or      dx, TAKE_IV
.no_iv: test_pointer key
        jz      .first
        mov     cx, KEY_BUFFER
        or      dx, TAKE_KEY
.first: mov     [taken], dx
        mov     ax, cx
        mov     bl, CTRL_BANK | CTRL_LOW
        call    link_take_bus
        return_error
        test    word [taken], TAKE_KEY
        jz      .key_there
        put_block key
        test    word [taken], TAKE_IV
        jnz     .iv
        mov     ax, DATA_BUFFER
        call    link_set_counter
.key_there:
        test    word [taken], TAKE_IV
        jz      .data
.iv:    put_block initial_value
.data:  mov     ax, DES_BYTES - 1
        jmp     put_filled

; Computes the checksum over [part] bytes of the data and those of key and IV that the command takes.
sum_des:
        mov     bx, in_pointer
        call    sum_part
        test    word [taken], TAKE_IV
        jz      .no_iv
        sum_block initial_value
.no_iv: test    word [taken], TAKE_KEY
        jz      .no_key
        sum_block key
.no_key:
        ret

; Processes all data with DES, in as many chunks as the card's buffer makes necessary. The first command takes key and
; IV. While the DSP works, this computes the checksums of its data and of the previous chunk's results.
des:    call    choose_part
        call    put_des
        return_error
        mov     [count], ax             ; number of bytes of results whose checksum is not yet computed
.chunk: mov     bx, [part]
        test    bx, bx
        jz      .made
        shr     bx, 3
        mov     ax, DES_BLOCK_CLOCKS
        cmp     word [chip], 0
        je      .by_dsp
        mov     ax, CHIP_BLOCK_CLOCKS
.by_dsp:
        mul     bx
        mov     cx, ax
        or      bx, [taken]
        mov     al, [des_opcode]
        call    set_command
        call    link_send
        return_error
.made:  mov     ax, [count]
        test    ax, ax
        jz      .sum
        xchg    ax, [part]
        push    ax
        mov     bx, out_pointer
        call    sum_part
        call    check_output
        pop     bx
        xchg    bx, [part]
        return_error
        advance out_pointer, bx
.sum:   xor     ax, ax
        cmp     [part], ax
        je      .end
        call    sum_des
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
        mov     word [taken], 0
        call    next_part
        mov     [count], ax     ; length of this chunk
        call    choose_part
        cmp     word [part], 0
        je      .last
        mov     ax, DATA_BUFFER
        call    link_set_counter
        call    put_part
.last:  call    link_give_bus_back
        return_error
        jmp     .chunk
.end:   ret

; Begins a job with DES and returns its error in AX. A key of the call replaces the loaded one.
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

; Ends a job with DES. After the error in AX, the loaded key is invalid.
end_des:
        test    ax, ax
        jz      .good
        mov     bx, [chip]
        add     bx, bx
        mov     word [loaded + bx], 0
.good:  jmp     end_job

; Stores argument 0, the chip 0 or 1.
%macro keep_chip 0
        mov     ax, argument(0)
        mov     [chip], ax
%endmacro

; u32 card_load_des_key(u32 chip, const u8 *key)
; Loads a key for calls without a key.
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
        call    put_des
        test    ax, ax
        jnz     .done
        call    sum_des
        mov     al, [chip]
        shl     al, 4
        add     al, DES_KEY     ; or CHIP_KEY
        xor     bx, bx
        xor     cx, cx
        xor     dx, dx
        call    run
.done:  jmp     end_des
.end:   jmp     end_job

; u32 card_des(u32 chip, u32 decrypt, const u8 *key, const u8 *iv, const u8 *in_bytes, u8 *out_bytes, u32 bytes)
; Processes blocks in CBC mode, or in ECB mode without an IV.
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

; u32 card_des_mac(const u8 *key, const u8 *bytes, u32 length, u8 *code)
; Computes the authentication code of FIPS 113: the last block of CBC with an IV of zeros. Further zeros at the end do
; not change a checksum.
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
.next:  call    choose_part
        call    put_des
        test    ax, ax
        jnz     .end
        call    sum_des
        mov     bx, [part]
        add     bx, DES_BYTES - 1
        shr     bx, 3
        mov     ax, DES_BLOCK_CLOCKS
        mul     bx
        mov     cx, ax
        or      bx, [taken]
        mov     al, DES_MAC
        call    run
        test    ax, ax
        jnz     .end
        mov     [key], ax
        mov     [key + 2], ax
        mov     [initial_value], ax
        mov     [initial_value + 2], ax
        call    next_part
        mov     ax, [bytes]
        or      ax, [bytes + 2]
        jnz     .next
        mov     cx, DES_BYTES
        mov     di, argument(3)
        mov     dx, upper(3)
        call    take_bytes
.end:   jmp     end_des
