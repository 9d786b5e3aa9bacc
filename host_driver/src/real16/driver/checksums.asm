; Computes sums over data (docs/reference/firmware.md, section 2) modulo 2^48: of the items, last item first, and of the
; first sum after each item.

%include "real16.inc"

        global  clear_sums, sum_bytes, sum_words, fold_sums

        section .bss
        alignb  2
items:  resw    3
order:  resw    3
singles:
        resw    1
eights: resw    1

        section .text

; Clears the sums. Changes AX.
clear_sums:
        xor     ax, ax
%assign place 0
%rep 6
        mov     [items + place], ax
  %assign place place + 2
%endrep
        ret

%macro take_sums 0
        mov     bx, [ss:items]
        mov     cx, [ss:items + 2]
        mov     dx, [ss:items + 4]
        mov     di, [ss:order]
        mov     bp, [ss:order + 2]
        mov     ax, [ss:order + 4]
%endmacro

%macro leave_sums 0
        mov     [ss:items], bx
        mov     [ss:items + 2], cx
        mov     [ss:items + 4], dx
        mov     [ss:order], di
        mov     [ss:order + 2], bp
        mov     [ss:order + 4], ax
%endmacro

; Adds an item of four bytes: DX:CX:BX is the sum of the items, AX:BP:DI the sum of the sums.
%macro add_group 1
        add     bx, [si + %1]
        adc     cx, [si + %1 + 2]
        adc     dx, 0
        add     di, bx
        adc     bp, cx
        adc     ax, dx
%endmacro

; Adds CX bytes at DX:SI in groups of four, low byte first. The last group is padded with zeros. An iteration adds eight
; groups.
sum_bytes:
        push    bp
        push    ds
        mov     ax, cx
        shr     ax, 2
        mov     bx, ax
        and     bx, 7
        mov     [singles], bx
        shr     ax, 3
        mov     [eights], ax
        add     si, cx
        and     cx, 3
        mov     ds, dx
; Load an incomplete group in DX:AX
        jz      .whole
        xor     ax, ax
        xor     dx, dx
        dec     si
        test    cl, 1
        jz      .pair
        mov     al, [si]
        dec     cx
        jz      .incomplete
        dec     si
        xchg    ax, dx
.pair:  dec     si
        mov     ax, [si]
.incomplete:
        add     [ss:items], ax
        adc     [ss:items + 2], dx
        adc     word [ss:items + 4], 0
        mov     ax, [ss:items]
        add     [ss:order], ax
        mov     ax, [ss:items + 2]
        adc     [ss:order + 2], ax
        mov     ax, [ss:items + 4]
        adc     [ss:order + 4], ax
.whole: take_sums
        cmp     word [ss:singles], 0
        je      .no_singles
.single:
        sub     si, 4
        add_group 0
        dec     word [ss:singles]
        jnz     .single
.no_singles:
        cmp     word [ss:eights], 0
        je      .done
.eight: sub     si, 32
%assign place 28
%rep 8
        add_group place
  %assign place place - 4
%endrep
        dec     word [ss:eights]
        jnz     .eight
.done:  leave_sums
        pop     ds
        pop     bp
        ret

; Adds CX words of three bytes at DX:SI.
sum_words:
        jcxz    .none
        push    bp
        push    ds
        mov     [singles], cx
        add     si, cx
        add     si, cx
        add     si, cx
        mov     ds, dx
        take_sums
        mov     [ss:order + 4], ax
.word:  sub     si, 3
        mov     al, [si]        ; words may have odd addresses, where an access takes twice the clocks
        mov     ah, [si + 1]
        add     bx, ax
        mov     al, [si + 2]
        mov     ah, 0
        adc     cx, ax
        adc     dx, 0
        add     di, bx
        adc     bp, cx
        adc     [ss:order + 4], dx
        dec     word [ss:singles]
        jnz     .word
        mov     ax, [ss:order + 4]
        leave_sums
        pop     ds
        pop     bp
.none:  ret

; Returns in DX:AX the checksum of the firmware: S1 + 4 (S1 / 2^24) + 16 S2 + 64 (S2 / 2^24), with the carry beyond 24
; bits added to the result.
fold_sums:
        xor     ax, ax
        xor     dx, dx
        mov     si, order
        call    .halves
        mov     si, items
        call    .halves
; Add the carry
        mov     bl, dh
        xor     bh, bh
        xor     dh, dh
        add     ax, bx
        adc     dl, 0
        ret
; Computes DX:AX = 4 (4 DX:AX + the upper 24 bits) + the lower 24 bits of the sum at SI.
.halves:
        call    .fourfold
        mov     bl, [si + 3]
        mov     bh, [si + 4]
        mov     cl, [si + 5]
        xor     ch, ch
        add     ax, bx
        adc     dx, cx
        call    .fourfold
        mov     cl, [si + 2]
        add     ax, [si]
        adc     dx, cx
        ret
.fourfold:
        add     ax, ax
        adc     dx, dx
        add     ax, ax
        adc     dx, dx
        ret
