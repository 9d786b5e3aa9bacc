; Digests, random bytes and user's commands (../../driver/card.h).

%include "real16.inc"
%include "card.inc"
%include "jobs.inc"

; Differences between the opcodes of a digest and MD2_INIT or MD4_INIT
UPDATE          equ     MD2_UPDATE - MD2_INIT
FINAL           equ     MD2_FINAL - MD2_INIT
HASH            equ     MD2_HASH - MD2_INIT

MD5_INIT        equ     64h     ; opcode in the library's src/ciphers.asm

; Maximum clocks of the DSP
HASH_CLOCKS     equ     22000
MD2_BLOCK_CLOCKS equ    16200
MD4_BLOCK_CLOCKS equ    2600
NOISE_CLOCKS    equ     280     ; a sample with its part of the tests and of MD2, in addition to its 20 us
NOISE_US        equ     22
NOISE_SAMPLES   equ     1040    ; for each NOISE_WINDOW bytes or part of them
NOISE_WINDOW    equ     32
NOISE_BYTES     equ     256
MD2_BLOCK       equ     16
MD4_BLOCK       equ     64
MD5_BLOCK       equ     64
MD5_BLOCK_CLOCKS equ    3400
; The time limit of a user's command is the clocks of its bytes and of JOB_BYTES more
JOB_BYTES       equ     64

        section .bss
        alignb  2
user_clocks:
        resw    2
user_opcode:
        resb    1
init_opcode:
        resb    1
last_opcode:
        resb    1
        alignb  2
block_bytes:
        resw    1
block_clocks:
        resw    1
fresh:  resb    NOISE_BYTES

        section .text

; Computes a digest of all data and stores it at DX:DI. AL is the INIT opcode; a block of BX bytes takes at most CX
; clocks.
digest: push    di
        push    dx
        mov     [init_opcode], al
        mov     [block_bytes], bx
        mov     [block_clocks], cx
        mov     word [milliseconds], 0
        add     al, HASH
        mov     [last_opcode], al
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
        jnz     .error
.next:  call    choose_part
        test    ax, ax
        jz      .no_data
        call    put_bytes
        test    ax, ax
        jnz     .error
.no_data:
        mov     bx, in_pointer
        call    sum_part
        call    next_part
        mov     cx, ax
        xor     dx, dx
        div     word [block_bytes]
        inc     ax
        mul     word [block_clocks]
        mov     bx, cx
        mov     cx, ax
        add     cx, HASH_CLOCKS
        adc     dx, 0
        mov     ax, [bytes]
        or      ax, [bytes + 2]
        jz      .last
        mov     al, [init_opcode]
        add     al, UPDATE
        call    run
        test    ax, ax
        jz      .next
.error: pop     dx
        pop     di
        ret
.last:  mov     al, [last_opcode]
        call    run
        pop     dx
        pop     di
        return_error
        mov     cx, DIGEST
        jmp     take_bytes

; u32 card_md2(const u8 *bytes, u32 length, u8 *value), card_md4, card_md5
; Compute a message digest.
%macro digest_job 4
        job     %1
        keep_pointer in_pointer, 0
        keep    bytes, 1
        mov     di, argument(2)
        mov     dx, upper(2)
        mov     al, %2
        mov     bx, %3
        mov     cx, %4
        call    digest
        jmp     end_job
%endmacro
        digest_job card_md2, MD2_INIT, MD2_BLOCK, MD2_BLOCK_CLOCKS
        digest_job card_md4, MD4_INIT, MD4_BLOCK, MD4_BLOCK_CLOCKS

; u32 card_noise(u8 *bytes, u32 count)
; Reads random bytes. Commands return complete groups of four bytes, because the firmware's checksum is over groups.
        job     card_noise
        keep_pointer out_pointer, 0
        keep    bytes, 1
.next:  mov     ax, [bytes]
        or      ax, [bytes + 2]
        jz      .done
        mov     ax, NOISE_BYTES
        cmp     word [bytes + 2], 0
        jne     .part
        cmp     ax, [bytes]
        jbe     .part
        mov     ax, [bytes]
.part:  mov     [part], ax
        add     ax, 3
        and     ax, ~3
        mov     [count], ax
        add     ax, NOISE_WINDOW - 1
        shr     ax, 5
        mov     bx, NOISE_SAMPLES
        mul     bx              ; number of samples, less than 65536
        push    ax
        mov     bx, NOISE_US
        mul     bx
        mov     bx, 1000
        div     bx
        mov     [milliseconds], ax
        pop     ax
        mov     bx, NOISE_CLOCKS
        mul     bx
        mov     cx, ax
        call    clear_sums
        mov     bx, [count]
        mov     al, NOISE
        call    run
        test    ax, ax
        jnz     .end
        mov     cx, [count]
        mov     di, fresh
        mov     dx, ds
        call    take_bytes
        test    ax, ax
        jnz     .end
        mov     si, fresh
        mov     cx, [part]
        mov     ax, cx
        les     di, [out_pointer]
        rep     movsb
        advance out_pointer, ax
        sub     [bytes], ax
        sbb     word [bytes + 2], 0
        jmp     .next
.done:  xor     ax, ax
.end:   jmp     end_job

; Executes the user's command AL on [part] bytes at [in_pointer].
user_command:
        push    ax
        call    put_bytes
        pop     bx
        return_error
        push    bx
        mov     bx, in_pointer
        call    sum_part
        mov     bx, [part]
        lea     cx, [bx + JOB_BYTES]
        mov     ax, [user_clocks + 2]
        mul     cx
        mov     si, ax
        mov     ax, [user_clocks]
        mul     cx
        add     dx, si
        mov     cx, ax
        mov     bx, [part]
        pop     ax
        jmp     run

; u32 card_job(u32 setup_opcode, const u8 *setup, u32 setup_bytes, u32 opcode, const u8 *in_bytes, u8 *out_bytes,
;   u32 bytes, u32 clocks)
; Executes user's commands: one with parameters and one on each chunk of the data.
        job     card_job
        mov     word [milliseconds], 0
        keep    user_clocks, 7
        mov     ax, argument(0)
        test    ax, ax
        jz      .data
        mov     ax, TOO_LONG
        cmp     word upper(2), 0
        jne     .end
        mov     bx, argument(2)
        cmp     bx, CHUNK
        ja      .end
        mov     [part], bx
        keep_pointer in_pointer, 1
        mov     al, argument(0)
        call    user_command
        test    ax, ax
        jnz     .end
.data:  keep_pointer in_pointer, 4
        keep_pointer out_pointer, 5
        keep    bytes, 6
        mov     al, argument(3)
        mov     [user_opcode], al
.next:  call    choose_part
        test    ax, ax
        jz      .end
        mov     al, [user_opcode]
        call    user_command
        test    ax, ax
        jnz     .end
        mov     cx, [part]
        mov     di, [out_pointer]
        mov     dx, [out_pointer + 2]
        call    take_bytes
        test    ax, ax
        jnz     .end
        call    next_part
        advance out_pointer, ax
        jmp     .next
.end:   jmp     end_job

; The opcodes of MD5 are in the same order (dsp_asm/dsp56k/lib/src/ciphers.asm)
        digest_job card_md5, MD5_INIT, MD5_BLOCK, MD5_BLOCK_CLOCKS
