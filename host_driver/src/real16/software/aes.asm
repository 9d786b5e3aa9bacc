; AES with tables (../../software.h). A column is four bytes, the first one lowest. An entry of a table has its column
; twice, so that an offset rotates it. Decryption is the equivalent inverse cipher (FIPS 197, 5.3.5).

%include "real16.inc"

BLOCK   equ     16
ROUNDS  equ     0               ; a schedule: the number of rounds, round keys of both directions
FORTH   equ     4
BACK    equ     FORTH + 60 * 4
SCHEDULE equ    BACK + 60 * 4

; Logarithms to the base 3 in the field of 256 elements: the inverse of 3^i is 3^(255-i)
%assign power 1
%assign number 0
%rep 255
  %assign power_%[number] power
  %assign number_%[power] number
  %assign power (power ^ (power << 1)) ^ (0x11B * (power >> 7))
  %assign number number + 1
%endrep
%assign power_255 1

        section .data
        align   2
forward:
%assign byte_number 0
%rep 256
  %assign turned 0
  %if byte_number
    %assign number number_%[byte_number]
    %assign number 255 - number
    %assign turned power_%[number] * 0x101
  %endif
  %assign s ((turned ^ (turned >> 4) ^ (turned >> 5) ^ (turned >> 6) ^ (turned >> 7)) & 0xFF) ^ 0x63
  %assign box_%[byte_number] s
  %assign from_%[s] byte_number
  %assign s2 (s << 1) ^ (0x11B * (s >> 7))
  %assign s3 s2 ^ s
        db      s2, s, s, s3, s2, s, s, s3
  %assign byte_number byte_number + 1
%endrep
backward:
%assign byte_number 0
%rep 256
  %assign s from_%[byte_number]
  %assign s2 (s << 1) ^ (0x11B * (s >> 7))
  %assign s4 (s2 << 1) ^ (0x11B * (s2 >> 7))
  %assign s8 (s4 << 1) ^ (0x11B * (s4 >> 7))
        db      s8 ^ s4 ^ s2, s8 ^ s, s8 ^ s4 ^ s, s8 ^ s2 ^ s, s8 ^ s4 ^ s2, s8 ^ s, s8 ^ s4 ^ s, s8 ^ s2 ^ s
  %assign byte_number byte_number + 1
%endrep
box:
%assign byte_number 0
%rep 256
        db      box_%[byte_number]
  %assign byte_number byte_number + 1
%endrep
inverse_box:
%assign byte_number 0
%rep 256
        db      from_%[byte_number]
  %assign byte_number byte_number + 1
%endrep

        section .bss
        alignb  2
loaded: resb    SCHEDULE
own:    resb    SCHEDULE
a:      resb    BLOCK
b:      resb    BLOCK
chain:  resb    BLOCK
next_chain:
        resb    BLOCK
in_pointer:
        resw    2
out_pointer:
        resw    2
blocks: resw    2
base:   resw    1               ; address of the current schedule
key_bytes:
        resw    1
words_left:
        resw    1
phase:  resw    1
constant:
        resb    1

        section .text

; Computes DX:AX, the XOR of the entries of table %1 for the bytes of columns %3 to %6 of %2.
%macro entries 6
        mov     bl, [%2 + 4 * %3]
        xor     bh, bh
        shl     bx, 3
        mov     ax, [%1 + bx]
        mov     dx, [%1 + bx + 2]
        mov     bl, [%2 + 4 * %4 + 1]
        xor     bh, bh
        shl     bx, 3
        xor     ax, [%1 + bx + 3]
        xor     dx, [%1 + bx + 5]
        mov     bl, [%2 + 4 * %5 + 2]
        xor     bh, bh
        shl     bx, 3
        xor     ax, [%1 + bx + 2]
        xor     dx, [%1 + bx + 4]
        mov     bl, [%2 + 4 * %6 + 3]
        xor     bh, bh
        shl     bx, 3
        xor     ax, [%1 + bx + 1]
        xor     dx, [%1 + bx + 3]
%endmacro

; Computes DX:AX, the entries of S-box %1 for the bytes of columns %3 to %6 of %2.
%macro bytes_of_box 6
        xor     bh, bh
        mov     bl, [%2 + 4 * %3]
        mov     al, [%1 + bx]
        mov     bl, [%2 + 4 * %4 + 1]
        mov     ah, [%1 + bx]
        mov     bl, [%2 + 4 * %5 + 2]
        mov     dl, [%1 + bx]
        mov     bl, [%2 + 4 * %6 + 3]
        mov     dh, [%1 + bx]
%endmacro

; Computes a column of the next state: macro %1, table %2, from %3 to %4, columns %5 to %8; the round key is at SI.
%macro column 8
        %1      %2, %3, %5, %6, %7, %8
        xor     ax, [si + 4 * %5]
        xor     dx, [si + 4 * %5 + 2]
        mov     [%4 + 4 * %5], ax
        mov     [%4 + 4 * %5 + 2], dx
%endmacro
%macro round_forth 4
        column  %1, %2, %3, %4, 0, 1, 2, 3
        column  %1, %2, %3, %4, 1, 2, 3, 0
        column  %1, %2, %3, %4, 2, 3, 0, 1
        column  %1, %2, %3, %4, 3, 0, 1, 2
        add     si, BLOCK
%endmacro
%macro round_back 4
        column  %1, %2, %3, %4, 0, 3, 2, 1
        column  %1, %2, %3, %4, 1, 0, 3, 2
        column  %1, %2, %3, %4, 2, 1, 0, 3
        column  %1, %2, %3, %4, 3, 2, 1, 0
        add     si, BLOCK
%endmacro

; Processes the block in `a` with rounds %1, table %2, S-box %3 and the round keys at %4 of the schedule.
%macro block 4
        mov     si, [base]
        mov     cx, [si + ROUNDS]
        shr     cx, 1
        add     si, %4
        mov     di, a
        call    add_key
%%turn: %1      entries, %2, a, b
        dec     cx
        jnz     %%more
        jmp     %%last
%%more: %1      entries, %2, b, a
        jmp     %%turn
%%last: %1      bytes_of_box, %3, b, a
        ret
%endmacro
encrypt_block:
        block   round_forth, forward, box, FORTH
decrypt_block:
        block   round_back, backward, inverse_box, BACK

; XORs the block at SI to the block at DI; advances both.
add_key:
%rep BLOCK / 2
        lodsw
        xor     [di], ax
        inc     di
        inc     di
%endrep
        ret

; Applies SubBytes to DX:AX.
substitute_word:
        xor     bh, bh
        mov     bl, al
        mov     al, [box + bx]
        mov     bl, ah
        mov     ah, [box + bx]
        mov     bl, dl
        mov     dl, [box + bx]
        mov     bl, dh
        mov     dh, [box + bx]
        ret

; Computes the schedule at BX for the key in the first two arguments.
make_schedule:
        mov     [base], bx
        mov     cx, argument(1)
        mov     [key_bytes], cx
        mov     ax, cx
        shr     ax, 2
        add     ax, 6
        mov     [bx + ROUNDS], ax
        inc     ax
        shl     ax, 2
        mov     dx, cx
        shr     dx, 2
        sub     ax, dx
        mov     [words_left], ax
        mov     word [phase], 0
        mov     byte [constant], 1
        push    ds
        pop     es
        lea     di, [bx + FORTH]
        lds     si, argument(0)
        rep     movsb
        push    es
        pop     ds
.word:  mov     ax, [di - 4]
        mov     dx, [di - 2]
        cmp     word [phase], 0
        jne     .not_first
        xchg    al, ah
        xchg    ah, dl
        xchg    dl, dh
        call    substitute_word
        xor     al, [constant]
        shl     byte [constant], 1
        jnc     .next
        xor     byte [constant], 1Bh
        jmp     .next
.not_first:
        cmp     word [phase], 4 * 4
        jne     .next
        cmp     word [key_bytes], 32
        jne     .next
        call    substitute_word
.next:  mov     si, di
        sub     si, [key_bytes]
        xor     ax, [si]
        xor     dx, [si + 2]
        mov     [di], ax
        mov     [di + 2], dx
        add     di, 4
        mov     ax, [phase]
        add     ax, 4
        cmp     ax, [key_bytes]
        jb      .phase
        xor     ax, ax
.phase: mov     [phase], ax
        dec     word [words_left]
        jnz     .word
; The round keys of decryption are those of encryption in reverse order; InvMixColumns changes all but the first and
; last
        mov     bx, [base]
        mov     cx, [bx + ROUNDS]
        mov     si, cx
        shl     si, 4
        lea     si, [bx + si + FORTH]
        lea     di, [bx + BACK]
        call    copy_block
        dec     cx
.key:   sub     si, 2 * BLOCK
        push    cx
        mov     cx, 4
.column:
        lodsw
        mov     dx, [si]
        inc     si
        inc     si
        call    substitute_word
        mov     [b], ax
        mov     [b + 2], dx
        entries backward, b, 0, 0, 0, 0
        stosw
        mov     ax, dx
        stosw
        loop    .column
        pop     cx
        loop    .key
        sub     si, 2 * BLOCK
copy_block:
%rep BLOCK / 2
        movsw
%endrep
        ret

; void aes_load_key(const u8 *key, u32 key_bytes)
; Computes the round keys for calls without a key.
        function aes_load_key
        mov     bx, loaded
        call    make_schedule
        end_function

; Sets [base] to the schedule of the call's key, or to the loaded one if the key is null.
use_key:
        mov     bx, own
        mov     ax, argument(0)
        or      ax, upper(0)
        jnz     make_schedule
        mov     word [base], loaded
        ret

; Copies the next block of the data to DI in the program's segment, and advances the data's pointer.
take_block:
        push    ds
        pop     es
        lds     si, [in_pointer]
        call    copy_block
        push    ss
        pop     ds
        advance in_pointer, BLOCK
        ret
; Stores the block at `a` as the next block of results.
give_block:
        les     di, [out_pointer]
        mov     si, a
        call    copy_block
        advance out_pointer, BLOCK
        ret

; Decrements the number of blocks; jumps to .done if it is zero.
%macro count_block 0
        mov     ax, [blocks]
        or      ax, [blocks + 2]
        jz      .done
        sub     word [blocks], 1
        sbb     word [blocks + 2], 0
%endmacro

; void %1(const u8 *key, u32 key_bytes, const u8 *in, u8 *out, u32 blocks)
; Processes blocks in ECB mode.
%macro ecb 2
        function %1
        keep_pointer in_pointer, 2
        keep_pointer out_pointer, 3
        keep    blocks, 4
        call    use_key
.next:  count_block
        mov     di, a
        call    take_block
        call    %2
        call    give_block
        jmp     .next
.done:  end_function
%endmacro
        ecb     aes_ecb_encrypt, encrypt_block
        ecb     aes_ecb_decrypt, decrypt_block

; Reads the arguments of CBC and copies the initialisation vector to `chain`.
%macro begin_chain 0
        keep_pointer in_pointer, 3
        keep_pointer out_pointer, 4
        keep    blocks, 5
        push    ds
        pop     es
        mov     di, chain
        lds     si, argument(2)
        call    copy_block
        push    ss
        pop     ds
        call    use_key
%endmacro

; void aes_cbc_encrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks)
; Encrypts blocks in CBC mode.
        function aes_cbc_encrypt
        begin_chain
.next:  count_block
        mov     di, a
        call    take_block
        mov     si, chain
        mov     di, a
        call    add_key
        call    encrypt_block
        push    ds
        pop     es
        mov     si, a
        mov     di, chain
        call    copy_block
        call    give_block
        jmp     .next
.done:  end_function

; void aes_cbc_decrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks)
; Decrypts blocks in CBC mode.
        function aes_cbc_decrypt
        begin_chain
.next:  count_block
        mov     di, a
        call    take_block
        mov     si, a
        mov     di, next_chain
        call    copy_block
        call    decrypt_block
        mov     si, chain
        mov     di, a
        call    add_key
        mov     si, next_chain
        push    ds
        pop     es
        mov     di, chain
        call    copy_block
        call    give_block
        jmp     .next
.done:  end_function
