; Blowfish (../../software.h): the half that is looked up in AX:DX, upper and lower word, the other in memory.

%include "real16.inc"
%include "table_cipher.inc"

S       equ     18 * 4          ; from the subkeys to the S boxes
BOX     equ     256 * 4

        section .bss
        alignb  2
one:    resd    1
other:  resd    1

        section .text

; The entry of S box %2 for the byte %1: its place in BX
%macro entry 1
        mov     bl, %1
        xor     bh, bh
        shl     bx, 2
%endmacro

; A round with subkey %1; then the halves change places
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

; void blowfish(const u32 *tables, const u8 *in, u8 *out, u32 length)
        function blowfish
        begin_cipher
.next:  take_block one, other
        mov     dx, [one]
        mov     ax, [one + 2]
%assign place 0
%rep 16
        round   place
  %assign place place + 1
%endrep
        xor     ax, [es:di + 4 * 16 + 2]
        xor     dx, [es:di + 4 * 16]
        mov     [one], dx
        mov     [one + 2], ax
        mov     dx, [es:di + 4 * 17]
        mov     ax, [es:di + 4 * 17 + 2]
        xor     [other], dx
        xor     [other + 2], ax
        give_block other, one
        jmp     .next
.done:  end_function
