; DES on 16-bit registers (../../software.h): key schedule and modes. des_block_asm.inc processes a block or, with
; PERIOD defined, des_block_period.inc.

%include "real16.inc"

        extern  des_subkey_c, des_subkey_d
        global  des_key_schedule, des_block, des_subkeys ; for triple DES

; Subkeys are in the order in which rounds use them. Each has four words, for boxes 8 6, 4 2, 7 5 and 3 1, the first box
; in the low byte. Rounds of the other order have the words 7 5, 3 1, 8 6, 4 2.
SUBKEY  equ     8
SUBKEYS equ     16 * SUBKEY
%ifdef PERIOD
OTHER_ORDER equ 0
%else
OTHER_ORDER equ 2 * SUBKEY      ; bit in the addresses of these subkeys, if the first address is a multiple of 32
%endif
TWICE   equ     3F7Eh           ; rounds that rotate by two bits, the first round in bit 15

        section .bss align=32
        alignb  32
loaded: resb    SUBKEYS         ; subkeys of des_load_key to encrypt
loaded_reversed:
        resb    SUBKEYS         ; the same subkeys to decrypt
fresh:  resb    SUBKEYS         ; subkeys of a call's key
key_step:
        resw    1
key_place:
        resw    1
keys:   resw    1               ; address of the subkeys that a call uses
in_pointer:
        resw    2
out_pointer:
        resw    2
blocks: resw    2
chain:  resw    4
cipher: resw    4
rounds: resb    1
        alignb  2
last:   resb    8

        section .text

des_block equ   cipher_block
des_key_schedule equ key_schedule
des_subkeys equ keys

; Computes the sixteen subkeys of the key at ES:SI, from DS:DI, AX bytes apart: 8, or -8 for the reverse order.
key_schedule:
        mov     [key_step], ax
        mov     [key_place], di
; PC1: C is bits 1-3 of the key's bytes, last byte first, followed by bit 4 of bytes 8 to 5. D is bits 7-5, followed by
; bit 4 of bytes 4 to 1. C and D are in the upper 28 bits of 32 bits.
        add     si, 7
        mov     bp, 8
.byte:  mov     al, [es:si]
        dec     si
        shl     al, 1
        rcl     dh, 1
        shl     al, 1
        rcl     dl, 1
        shl     al, 1
        rcl     ah, 1
        shl     al, 1
        rcl     bl, 1
        shl     al, 1
        rcl     bh, 1
        shl     al, 1
        rcl     cl, 1
        shl     al, 1
        rcl     ch, 1
        dec     bp
        jnz     .byte
        mov     al, bl
        and     al, 0F0h
        shl     bl, 4
        push    cx
        push    bx

%macro rotate_half 0
        add     ax, ax
        adc     dx, dx
        sbb     cl, cl
        and     cl, 10h
        or      al, cl
%endmacro

; Applies PC2 to a half for all rounds; the half is the upper 28 bits of DX:AX.
%macro half_schedule 2          ; table, offset of the half's words in a subkey
        mov     di, [key_place]
        mov     bp, TWICE
        mov     byte [rounds], 16
%%round:
        rotate_half
        shl     bp, 1
        jnc     %%turned
        rotate_half
%%turned:
        xor     bx, bx
        mov     bl, dh
        add     bx, bx
        add     bx, bx
        mov     cx, [bx + %1]
        mov     si, [bx + %1 + 2]
        xor     bx, bx
        mov     bl, dl
        add     bx, bx
        add     bx, bx
        xor     cx, [bx + %1 + 400h]
        xor     si, [bx + %1 + 402h]
        xor     bx, bx
        mov     bl, ah
        add     bx, bx
        add     bx, bx
        xor     cx, [bx + %1 + 800h]
        xor     si, [bx + %1 + 802h]
        xor     bx, bx
        mov     bl, al
        shr     bx, 2
        xor     cx, [bx + %1 + 0C00h]
        xor     si, [bx + %1 + 0C02h]
        mov     bx, di
        and     bx, OTHER_ORDER
        shr     bx, 2
        mov     [bx + di + %2], cx
        xor     bl, 4
        mov     [bx + di + %2], si
        add     di, [key_step]
        dec     byte [rounds]
        jnz     %%round
%endmacro

        half_schedule des_subkey_c, 2
        pop     ax
        pop     dx
        half_schedule des_subkey_d, 0
        ret

%ifdef PERIOD
%include "des_block_period.inc"
%else
%include "des_block_asm.inc"
%endif

%macro load_block 1
        mov     ax, %1]
        mov     bx, %1 + 2]
        mov     cx, %1 + 4]
        mov     dx, %1 + 6]
%endmacro

%macro store_block 1
        mov     %1], ax
        mov     %1 + 2], bx
        mov     %1 + 4], cx
        mov     %1 + 6], dx
%endmacro

%macro add_block 1
        xor     ax, %1]
        xor     bx, %1 + 2]
        xor     cx, %1 + 4]
        xor     dx, %1 + 6]
%endmacro

; Sets `keys` to the loaded subkeys if the key (argument 0) is null, otherwise to those of the key. AX is 8 to encrypt,
; -8 to decrypt.
choose_keys:
        mov     dx, argument(0)
        or      dx, upper(0)
        jnz     .fresh
        mov     word [keys], loaded
        test    ax, ax
        jns     .done
        mov     word [keys], loaded_reversed
.done:  ret
.fresh: mov     word [keys], fresh
        mov     di, fresh
        test    ax, ax
        jns     .forwards
        mov     di, fresh + SUBKEYS - SUBKEY
.forwards:
        les     si, argument(0)
        push    bp
        call    key_schedule
        pop     bp
        ret

; Decrements the number of blocks; sets the carry flag if it was zero.
%macro count_block 0
        sub     word [blocks], 1
        sbb     word [blocks + 2], 0
%endmacro

; void des_load_key(const u8 *key)
; Computes the subkeys for calls without a key.
        function des_load_key
        les     si, argument(0)
        mov     di, loaded
        mov     ax, SUBKEY
        call    key_schedule
; Copy the subkeys in reverse order; exchange the pairs of words where the other order is required
        push    ds
        pop     es
        mov     si, loaded
%ifdef PERIOD
        mov     di, loaded_reversed + SUBKEYS - SUBKEY
        mov     cx, 16
.round: movsw
        movsw
        movsw
        movsw
        sub     di, 2 * SUBKEY
        loop    .round
%else
        mov     di, loaded_reversed + SUBKEYS - SUBKEY / 2
        mov     cx, 16
.round: movsw
        movsw
        sub     di, SUBKEY
        movsw
        movsw
        sub     di, SUBKEY
        loop    .round
%endif
        end_function

; void des_ecb_encrypt(const u8 *key, const u8 *in, u8 *out, u32 blocks), des_ecb_decrypt
; Process blocks in ECB mode.
%macro ecb 2
        function %1
        mov     ax, %2
        jmp     ecb_blocks
%endmacro
        ecb     des_ecb_encrypt, SUBKEY
        ecb     des_ecb_decrypt, -SUBKEY
ecb_blocks:
        call    choose_keys
        keep_pointer in_pointer, 1
        keep_pointer out_pointer, 2
        keep    blocks, 3
.next:  count_block
        jc      .done
        les     di, [in_pointer]
        load_block [es:di
        call    cipher_block
        les     di, [out_pointer]
        store_block [es:di
        advance in_pointer, 8
        advance out_pointer, 8
        jmp     .next
.done:  end_function

; Reads the arguments of CBC: key, iv, in, out, blocks.
cbc_arguments:
        call    choose_keys
        les     di, argument(1)
        load_block [es:di
        store_block [chain
        keep_pointer in_pointer, 2
        keep_pointer out_pointer, 3
        keep    blocks, 4
        ret

; Stores the last block of ciphertext in iv and returns.
cbc_end:
        find_arguments
        les     di, argument(1)
        load_block [chain
        store_block [es:di
        end_function

; void des_cbc_encrypt(const u8 *key, u8 *iv, const u8 *in, u8 *out, u32 blocks)
; Encrypts blocks in CBC mode.
        function des_cbc_encrypt
        mov     ax, SUBKEY
        call    cbc_arguments
.next:  count_block
        jc      cbc_end
        les     di, [in_pointer]
        load_block [es:di
        add_block [chain
        call    cipher_block
        store_block [chain
        les     di, [out_pointer]
        store_block [es:di
        advance in_pointer, 8
        advance out_pointer, 8
        jmp     .next

; void des_cbc_decrypt(const u8 *key, u8 *iv, const u8 *in, u8 *out, u32 blocks)
; Decrypts blocks in CBC mode.
        function des_cbc_decrypt
        mov     ax, -SUBKEY
        call    cbc_arguments
.next:  count_block
        jc      .done
        les     di, [in_pointer]
        load_block [es:di
        store_block [cipher
        call    cipher_block
        add_block [chain
        les     di, [out_pointer]
        store_block [es:di
        load_block [cipher
        store_block [chain
        advance in_pointer, 8
        advance out_pointer, 8
        jmp     .next
.done:  jmp     cbc_end

; void des_mac(const u8 *key, const u8 *in, u32 length, u8 *mac)
; Computes the authentication code.
        function des_mac
        mov     ax, SUBKEY
        call    choose_keys
        keep_pointer in_pointer, 1
        keep    blocks, 2
        xor     ax, ax
        xor     bx, bx
        xor     cx, cx
        xor     dx, dx
        store_block [chain
.next:  sub     word [blocks], 8
        sbb     word [blocks + 2], 0
        jc      .rest
        les     di, [in_pointer]
        load_block [es:di
        add_block [chain
        call    cipher_block
        store_block [chain
        advance in_pointer, 8
        jmp     .next
; Pad the last block with zeros
.rest:  mov     cx, [blocks]
        add     cx, 8
        jz      .done
        push    ds
        pop     es
        xor     ax, ax
        mov     di, last
        stosw
        stosw
        stosw
        stosw
        mov     di, last
        lds     si, [in_pointer]
        rep     movsb
        push    es
        pop     ds
        load_block [last
        add_block [chain
        call    cipher_block
        store_block [chain
.done:  find_arguments
        les     di, argument(3)
        load_block [chain
        store_block [es:di
        end_function
