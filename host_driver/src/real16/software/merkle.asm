; Khufu and Khafre (../../software.h): one half is in DX:AX, the other in SI:CX.

%include "real16.inc"
%include "table_cipher.inc"

BOX     equ     256 * 4

        section .bss
        alignb  2
one:    resd    1
other:  resd    1
octets: resw    1
keys:   resw    1               ; address of the next pair of keys

        section .text

; Executes a round: the lowest byte of DX:AX selects the entry that changes SI:CX. Then DX:AX is rotated right by %1 and
; the halves are exchanged.
%macro round 1
        mov     bl, al
        xor     bh, bh
        shl     bx, 2
        xor     cx, [es:bx + di]
        xor     si, [es:bx + di + 2]
  %if %1 = 16
        xchg    ax, si
        xchg    dx, cx
        xchg    ax, dx
  %else
    %if %1 = 8
        mov     bl, al
        mov     al, ah
        mov     ah, dl
        mov     dl, dh
        mov     dh, bl
    %else
        mov     bl, dh
        mov     dh, dl
        mov     dl, ah
        mov     ah, al
        mov     al, bl
    %endif
        xchg    ax, cx
        xchg    dx, si
  %endif
%endmacro

; Executes the eight rounds (an octet) of the S-box at ES:DI and advances DI to the next S-box.
%macro octet 0
        round   16
        round   16
        round   8
        round   8
        round   16
        round   16
        round   24
        round   24
        add     di, BOX
%endmacro

%macro xor_keys 1                       ; XORs the pair of keys at ES:%1 to both halves
        xor     ax, [es:%1]
        xor     dx, [es:%1 + 2]
        xor     cx, [es:%1 + 4]
        xor     si, [es:%1 + 6]
%endmacro

%macro load_halves 0
        mov     ax, [one]
        mov     dx, [one + 2]
        mov     cx, [other]
        mov     si, [other + 2]
%endmacro

%macro store_halves 0
        mov     [one], ax
        mov     [one + 2], dx
        mov     [other], cx
        mov     [other + 2], si
%endmacro

; void khufu(const u32 *tables, const u8 *in, u8 *out, u32 length)
; Encrypts `length` bytes with Khufu.
        function khufu
        begin_cipher
.next:  take_block one, other
        mov     ax, [es:di]
        mov     [octets], ax
        load_halves
        xor_keys di + 4
        add     di, 20
.octet: octet
        dec     word [octets]
        jz      .end
        jmp     .octet
.end:   mov     di, [tables_pointer]
        xor_keys di + 12
        store_halves
        give_block one, other
        jmp     .next
.done:  end_function

; void khafre(const u32 *tables, const u8 *in, u8 *out, u32 length)
; Encrypts `length` bytes with Khafre.
        function khafre
        begin_cipher
.next:  take_block one, other
        mov     ax, [es:di]
        mov     [octets], ax
        lea     bx, [di + 4]
        shl     ax, 3
        add     di, ax
        add     di, 12
        load_halves
.octet: mov     [keys], bx
        xor_keys bx
        octet
        mov     bx, [keys]
        add     bx, 8
        dec     word [octets]
        jz      .end
        jmp     .octet
.end:   xor_keys bx
        store_halves
        give_block one, other
        jmp     .next
.done:  end_function
