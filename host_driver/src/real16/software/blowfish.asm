; Blowfish (../../software.h): AX:DX, upper and lower word, is the half whose bytes select table entries; the other half
; is in memory.

%include "real16.inc"
%include "table_cipher.inc"

S       equ     18 * 4          ; distance from the subkeys to the S-boxes
BOX     equ     256 * 4

        section .bss
        alignb  2
one:    resd    1
other:  resd    1
place:  resw    1               ; address of the next two words of the tables

WORDS   equ     18 + 4 * 256

        section .text

; Computes the offset in BX of an S-box's entry for byte %1.
%macro entry 1
        mov     bl, %1
        xor     bh, bh
        shl     bx, 2
%endmacro

; Executes a round with subkey %1 and exchanges the halves.
%macro round 1
        xor     ax, [es:di + 4 * %1 + 2]
        xor     dx, [es:di + 4 * %1]
        entry   ah
        mov     cx, [es:bx + di + S]
        mov     si, [es:bx + di + S + 2]
        entry   al
        add     cx, [es:bx + di + S + BOX]
        adc     si, [es:bx + di + S + BOX + 2]
        entry   dh
        xor     cx, [es:bx + di + S + 2 * BOX]
        xor     si, [es:bx + di + S + 2 * BOX + 2]
        entry   dl
        add     cx, [es:bx + di + S + 3 * BOX]
        adc     si, [es:bx + di + S + 3 * BOX + 2]
        xor     cx, [other]
        xor     si, [other + 2]
        mov     [other], dx
        mov     [other + 2], ax
        mov     dx, cx
        mov     ax, si
%endmacro

; Processes a block: the left half is in AX:DX, the right half in `other`. The result is in `other` and `one`.
%macro block 0
%assign number 0
%rep 16
        round   number
  %assign number number + 1
%endrep
        xor     ax, [es:di + 4 * 16 + 2]
        xor     dx, [es:di + 4 * 16]
        mov     [one], dx
        mov     [one + 2], ax
        mov     dx, [es:di + 4 * 17]
        mov     ax, [es:di + 4 * 17 + 2]
        xor     [other], dx
        xor     [other + 2], ax
%endmacro

; void blowfish(const u32 *tables, const u8 *in, u8 *out, u32 length)
; Encrypts `length` bytes in ECB mode.
        function blowfish
        begin_cipher
.next:  take_block one, other
        mov     dx, [one]
        mov     ax, [one + 2]
        block
        give_block other, one
        jmp     .next
.done:  end_function

; void blowfish_key(u32 *tables, const u32 *pi, const u8 *key, u32 key_bytes)
; Computes the tables of a key.
        function blowfish_key
        begin_cipher
        les     di, [tables_pointer]
        mov     [place], di
        lds     si, [in_pointer]
        mov     cx, 2 * WORDS
        rep movsw
        mov     di, [ss:place]
        mov     bp, [ss:left]           ; number of bytes of the key
        lds     si, [ss:out_pointer]
        xor     bx, bx
        mov     cx, 18
.subkey:
        call    .two
        xor     [es:di + 2], ax
        call    .two
        xor     [es:di], ax
        add     di, 4
        loop    .subkey
        push    ss
        pop     ds
        mov     di, [place]
        xor     ax, ax
        xor     dx, dx
        mov     [other], ax
        mov     [other + 2], ax
.pair:  block
        mov     dx, [other]
        mov     ax, [other + 2]
        mov     cx, [one]
        mov     si, [one + 2]
        mov     [other], cx
        mov     [other + 2], si
        mov     bx, [place]
        mov     [es:bx], dx
        mov     [es:bx + 2], ax
        mov     [es:bx + 4], cx
        mov     [es:bx + 6], si
        add     bx, 8
        mov     [place], bx
        sub     bx, 4 * WORDS
        cmp     bx, di
        je      .done
        jmp     .pair
.done:  end_function

; Returns two bytes of the key in AX, the first one in AH; BX repeats the key.
.two:   mov     ah, [si + bx]
        inc     bx
        cmp     bx, bp
        jne     .second
        xor     bx, bx
.second:
        mov     al, [si + bx]
        inc     bx
        cmp     bx, bp
        jne     .taken
        xor     bx, bx
.taken: ret
