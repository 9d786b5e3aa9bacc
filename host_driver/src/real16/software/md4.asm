; MD4 (RFC 1320; ../../software.h).

%include "real16.inc"
%include "digest.inc"

ROUND_2 equ     5A827999h       ; the square root of 2
ROUND_3 equ     6ED9EBA1h       ; the square root of 3

; Computes in AX or DX one half of a function of BX or BP, %3 and %4; changes CX.
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

; Updates `chain` with the block at ES:SI.
md4_block:
        begin_block
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
        end_block

; void md4(const u8 *in, u32 length, u8 *digest)
; Computes the digest of a message.
        digest_function md4, md4_block
