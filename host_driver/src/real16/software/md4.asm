; MD4 (RFC 1320; ../software.h): its 32-bit words in two, the one computed last in BP:BX, the others in memory.

%include "real16.inc"

BLOCK   equ     64
DIGEST  equ     16
LENGTH  equ     BLOCK - 8       ; where the number of bits lies in the last block
ROUND_2 equ     5A827999h       ; the square root of 2
ROUND_3 equ     6ED9EBA1h       ; the square root of 3

        section .data
        align   2
initial:
        dd      67452301h, 0EFCDAB89h, 98BADCFEh, 10325476h

        section .bss
        alignb  2
chain:  resd    4
a:      resd    1
b:      resd    1
c:      resd    1
d:      resd    1
last:   resb    BLOCK
in_pointer:
        resw    2
left:   resw    2               ; bytes
length_in_bits:
        resw    4

        section .text

; AX or DX = one half of a function of BX or BP, %3, %4; CX is used
%macro f 4                      ; result, register of b, c, d
        mov     %1, %3
        xor     %1, %4
        and     %1, %2
        xor     %1, %4
%endmacro
%macro g 4
        mov     cx, %2
        and     cx, %3
        mov     %1, %2
        or      %1, %3
        and     %1, %4
        or      %1, cx
%endmacro
%macro h 4
        mov     %1, %2
        xor     %1, %3
        xor     %1, %4
%endmacro

; What a step turns left into high:low, for fewer than 16 places
%macro store_turned 4           ; high, low, count, variable
  %if %3 > 8
        ror     %1, 16 - %3     ; the words change places
        ror     %2, 16 - %3
        mov     cx, %1
        xor     cx, %2
        and     cx, (0FFFFh << %3) & 0FFFFh
        xor     %1, cx
        xor     %2, cx
        mov     bx, %1
        mov     bp, %2
  %else
        rol     %1, %3
        rol     %2, %3
        mov     cx, %1
        xor     cx, %2
        and     cx, (1 << %3) - 1
        xor     %1, cx
        xor     %2, cx
        mov     bx, %2
        mov     bp, %1
  %endif
        mov     [%4], bx
        mov     [%4 + 2], bp
%endmacro

%macro step 7                   ; function, a, c, d, word of the block, constant, shift
        %1      ax, bx, [%3], [%4]
        %1      dx, bp, [%3 + 2], [%4 + 2]
        add     ax, [es:si + 4 * %5]
        adc     dx, [es:si + 4 * %5 + 2]
  %if %6
        add     ax, %6 & 0FFFFh
        adc     dx, %6 >> 16
  %endif
        add     ax, [%2]
        adc     dx, [%2 + 2]
  %if %7 > 16
        store_turned ax, dx, %7 - 16, %2
  %else
        store_turned dx, ax, %7, %2
  %endif
%endmacro

%macro four_steps 10            ; function, four words of the block, constant, four shifts
        step    %1, a, c, d, %2, %6, %7
        step    %1, d, b, c, %3, %6, %8
        step    %1, c, a, b, %4, %6, %9
        step    %1, b, d, a, %5, %6, %10
%endmacro

; Take the block at ES:SI into `chain`.
md4_block:
%assign place 0
%rep DIGEST / 2
        mov     ax, [chain + place]
        mov     [a + place], ax
  %assign place place + 2
%endrep
        mov     bx, [b]
        mov     bp, [b + 2]
        four_steps f, 0, 1, 2, 3, 0, 3, 7, 11, 19
        four_steps f, 4, 5, 6, 7, 0, 3, 7, 11, 19
        four_steps f, 8, 9, 10, 11, 0, 3, 7, 11, 19
        four_steps f, 12, 13, 14, 15, 0, 3, 7, 11, 19
        four_steps g, 0, 4, 8, 12, ROUND_2, 3, 5, 9, 13
        four_steps g, 1, 5, 9, 13, ROUND_2, 3, 5, 9, 13
        four_steps g, 2, 6, 10, 14, ROUND_2, 3, 5, 9, 13
        four_steps g, 3, 7, 11, 15, ROUND_2, 3, 5, 9, 13
        four_steps h, 0, 8, 4, 12, ROUND_3, 3, 9, 11, 15
        four_steps h, 2, 10, 6, 14, ROUND_3, 3, 9, 11, 15
        four_steps h, 1, 9, 5, 13, ROUND_3, 3, 9, 11, 15
        four_steps h, 3, 11, 7, 15, ROUND_3, 3, 9, 11, 15
%assign place 0
%rep DIGEST / 4
        mov     ax, [a + place]
        mov     dx, [a + place + 2]
        add     [chain + place], ax
        adc     [chain + place + 2], dx
  %assign place place + 4
%endrep
        ret

; void md4(const u8 *in, u32 length, u8 *digest)
        function md4
        keep_pointer in_pointer, 0
        keep    left, 1
        xor     cx, cx
        mov     ax, [left]
        mov     dx, [left + 2]
%rep 3
        add     ax, ax
        adc     dx, dx
        adc     cx, cx
%endrep
        mov     [length_in_bits], ax
        mov     [length_in_bits + 2], dx
        mov     [length_in_bits + 4], cx
        mov     word [length_in_bits + 6], 0
        push    ds
        pop     es
        mov     si, initial
        mov     di, chain
        mov     cx, DIGEST / 2
        rep     movsw
.next:  sub     word [left], BLOCK
        sbb     word [left + 2], 0
        jc      .rest
        les     si, [in_pointer]
        call    md4_block
        advance in_pointer, BLOCK
        jmp     .next
; A bit and zeros after the last byte, then the number of bits
.rest:  mov     cx, [left]
        add     cx, BLOCK
        push    ds
        pop     es
        mov     di, last
        lds     si, [in_pointer]
        rep     movsb
        push    es
        pop     ds
        mov     al, 80h
        stosb
        xor     ax, ax
        mov     cx, last + BLOCK
        sub     cx, di
        cmp     di, last + LENGTH
        jbe     .fits
        rep     stosb
        mov     si, last
        call    md4_block
        mov     di, last
        xor     ax, ax
        mov     cx, BLOCK
.fits:  sub     cx, BLOCK - LENGTH
        rep     stosb
        mov     si, length_in_bits
        mov     cx, (BLOCK - LENGTH) / 2
        rep     movsw
        mov     si, last
        call    md4_block
        find_arguments
        les     di, argument(2)
        mov     si, chain
        mov     cx, DIGEST / 2
        rep     movsw
        end_function
