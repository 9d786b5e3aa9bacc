; MD2 (RFC 1319) with XLAT and STOSB: each step has four bytes of code. See ../../software.h.

%include "real16.inc"

        extern  md2_table

BLOCK   equ     16
ROUNDS  equ     18

        section .bss
        alignb  2
state:  resb    3 * BLOCK
checksum:
        resb    BLOCK
last:   resb    BLOCK
in_pointer:
        resw    2
left:   resw    2               ; number of remaining bytes

        section .text

; Updates state and checksum with the block at ES:SI; sets ES to DS.
md2_block:
%assign place 0
%rep BLOCK / 2
        mov     ax, [es:si + place]
        mov     [state + BLOCK + place], ax
        xor     ax, [state + place]
        mov     [state + 2 * BLOCK + place], ax
  %assign place place + 2
%endrep
        push    ds
        pop     es
        mov     bx, md2_table
        mov     si, state + BLOCK
        mov     di, checksum
        mov     al, [di + BLOCK - 1]
%rep BLOCK
        xor     al, [si]
        xlat
        xor     al, [di]
        stosb
        inc     si
%endrep
        xor     al, al
        xor     dl, dl
.round: mov     di, state
%rep 3 * BLOCK
        xlat
        xor     al, [di]
        stosb
%endrep
        add     al, dl
        inc     dx
        cmp     dl, ROUNDS
        je      .done
        jmp     .round
.done:  ret

; void md2(const u8 *in, u32 length, u8 *digest)
; Computes the digest of the message, its padding and the checksum.
        function md2
        keep_pointer in_pointer, 0
        keep    left, 1
        push    ds
        pop     es
        mov     di, state
        mov     cx, BLOCK / 2
        xor     ax, ax
        rep     stosw
        mov     di, checksum
        mov     cx, BLOCK / 2
        rep     stosw
.next:  sub     word [left], BLOCK
        sbb     word [left + 2], 0
        jc      .rest
        les     si, [in_pointer]
        call    md2_block
        advance in_pointer, BLOCK
        jmp     .next
; Pad the last block with bytes whose value is their number, 1 to 16
.rest:  mov     cx, [left]
        add     cx, BLOCK
        push    ds
        pop     es
        mov     di, last
        lds     si, [in_pointer]
        rep     movsb
        push    es
        pop     ds
        mov     cx, last + BLOCK
        sub     cx, di
        mov     al, cl
        rep     stosb
        mov     si, last
        call    md2_block
        mov     si, checksum
        call    md2_block
        les     di, argument(2)
        mov     si, state
        mov     cx, BLOCK / 2
        rep     movsw
        end_function
