; Triple DES in CBC mode (../../software.h), with the key schedule and the block routine of des.asm.

%include "real16.inc"

        extern  des_key_schedule, des_block, des_subkeys

BLOCK   equ     8
SUBKEY  equ     8
SUBKEYS equ     16 * SUBKEY
KEYS    equ     3

        section .bss align=32
        alignb  32
loaded: resb    KEYS * SUBKEYS          ; to encrypt
loaded_reversed:
        resb    KEYS * SUBKEYS          ; to decrypt
fresh:  resb    KEYS * SUBKEYS          ; subkeys of a call's keys
next_key:
        resw    1                       ; distance from a key to the next
keys:   resw    1                       ; address of the subkeys that a call uses
in_pointer:
        resw    2
out_pointer:
        resw    2
blocks: resw    2
chain:  resw    4
cipher: resw    4

        section .text

; Computes the subkeys of the keys in argument 0, from DS:DI: those of encryption, decryption and encryption. AX is 8 to
; encrypt, -8 to decrypt.
schedules:
        mov     [next_key], ax
        xor     bx, bx
        mov     cx, KEYS
        test    ax, ax
        jns     .next
        mov     bx, (KEYS - 1) * BLOCK
.next:  push    cx
        push    bx
        push    ax
        push    di
        les     si, argument(0)
        add     si, bx
        test    ax, ax
        jns     .forwards
        add     di, SUBKEYS - SUBKEY
.forwards:
        push    bp
        call    des_key_schedule
        pop     bp
        pop     di
        pop     ax
        pop     bx
        pop     cx
        add     di, SUBKEYS
        add     bx, [next_key]
        neg     ax
        loop    .next
        ret

; Reads the arguments: key, its length, iv, in, out, blocks. AX is 8 to encrypt, -8 to decrypt.
take_arguments:
        mov     dx, argument(0)
        or      dx, upper(0)
        jnz     .fresh
        mov     word [keys], loaded
        test    ax, ax
        jns     .taken
        mov     word [keys], loaded_reversed
        jmp     .taken
.fresh: mov     word [keys], fresh
        mov     di, fresh
        call    schedules
.taken: push    ds
        pop     es
        mov     di, chain
        lds     si, argument(2)
        mov     cx, BLOCK / 2
        rep     movsw
        push    es
        pop     ds
        keep_pointer in_pointer, 3
        keep_pointer out_pointer, 4
        keep    blocks, 5
        ret

; Processes the block in AX, BX, CX, DX. Changes all registers.
triple: mov     di, [keys]
        mov     [des_subkeys], di
        call    des_block
        add     word [des_subkeys], SUBKEYS
        call    des_block
        add     word [des_subkeys], SUBKEYS
        jmp     des_block

; Loads the next block of the input in AX, BX, CX, DX; sets the carry flag if there is none.
next_block:
        sub     word [blocks], 1
        sbb     word [blocks + 2], 0
        jc      .none
        les     di, [in_pointer]
        mov     ax, [es:di]
        mov     bx, [es:di + 2]
        mov     cx, [es:di + 4]
        mov     dx, [es:di + 6]
.none:  ret

; add_block XORs a block to the one in AX, BX, CX, DX; store_block stores the latter.
%macro add_block 1
        xor     ax, [%1]
        xor     bx, [%1 + 2]
        xor     cx, [%1 + 4]
        xor     dx, [%1 + 6]
%endmacro
%macro store_block 1
        mov     [%1], ax
        mov     [%1 + 2], bx
        mov     [%1 + 4], cx
        mov     [%1 + 6], dx
%endmacro

; Stores the block in AX, BX, CX, DX in the output, and advances both pointers.
put_block:
        les     di, [out_pointer]
        store_block es:di
        advance in_pointer, BLOCK
        advance out_pointer, BLOCK
        ret

; void des3_load_key(const u8 *key, u32 key_bytes)
; Computes the subkeys for calls without a key.
        function des3_load_key
        mov     di, loaded
        mov     ax, SUBKEY
        call    schedules
        mov     di, loaded_reversed
        mov     ax, -SUBKEY
        call    schedules
        end_function

; void des3_cbc_encrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks)
; Encrypts blocks in CBC mode.
        function des3_cbc_encrypt
        mov     ax, SUBKEY
        call    take_arguments
.next:  call    next_block
        jc      .done
        add_block chain
        call    triple
        store_block chain
        call    put_block
        jmp     .next
.done:  end_function

; void des3_cbc_decrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks)
; Decrypts blocks in CBC mode.
        function des3_cbc_decrypt
        mov     ax, -SUBKEY
        call    take_arguments
.next:  call    next_block
        jc      .done
        store_block cipher
        call    triple
        add_block chain
        call    put_block
        push    ds
        pop     es
        mov     si, cipher
        mov     di, chain
        mov     cx, BLOCK / 2
        rep     movsw
        jmp     .next
.done:  end_function
