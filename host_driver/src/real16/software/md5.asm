; MD5 (RFC 1321; ../../software.h).

%include "real16.inc"
%include "digest.inc"

        section .text

; Computes in AX or DX one half of a function of BX or BP, %3 and %4.
%macro f 4                      ; result, register of b, c, d
        mov     %1, %3
        xor     %1, %4
        and     %1, %2
        xor     %1, %4
%endmacro
%macro g 4
        mov     %1, %2
        xor     %1, %3
        and     %1, %4
        xor     %1, %3
%endmacro
%macro h 4
        mov     %1, %2
        xor     %1, %3
        xor     %1, %4
%endmacro
%macro i 4
        mov     %1, %4
        not     %1
        or      %1, %2
        xor     %1, %3
%endmacro

%macro step 8                   ; function, a, c, d, b, word of the block, constant, shift
        %1      ax, bx, [%3], [%4]
        %1      dx, bp, [%3 + 2], [%4 + 2]
        add     ax, [es:si + 4 * %6]
        adc     dx, [es:si + 4 * %6 + 2]
        add     ax, %7 & 0FFFFh
        adc     dx, %7 >> 16
        add     ax, [%2]
        adc     dx, [%2 + 2]
  %if %8 > 16
        store_turned ax, dx, %8 - 16, %2
  %else
        store_turned dx, ax, %8, %2
  %endif
        add     bx, [%5]
        adc     bp, [%5 + 2]
        mov     [%2], bx
        mov     [%2 + 2], bp
%endmacro

; Updates `chain` with the block at ES:SI.
md5_block:
        begin_block
        step    f, a, c, d, b, 0, 0D76AA478h, 7
        step    f, d, b, c, a, 1, 0E8C7B756h, 12
        step    f, c, a, b, d, 2, 0242070DBh, 17
        step    f, b, d, a, c, 3, 0C1BDCEEEh, 22
        step    f, a, c, d, b, 4, 0F57C0FAFh, 7
        step    f, d, b, c, a, 5, 04787C62Ah, 12
        step    f, c, a, b, d, 6, 0A8304613h, 17
        step    f, b, d, a, c, 7, 0FD469501h, 22
        step    f, a, c, d, b, 8, 0698098D8h, 7
        step    f, d, b, c, a, 9, 08B44F7AFh, 12
        step    f, c, a, b, d, 10, 0FFFF5BB1h, 17
        step    f, b, d, a, c, 11, 0895CD7BEh, 22
        step    f, a, c, d, b, 12, 06B901122h, 7
        step    f, d, b, c, a, 13, 0FD987193h, 12
        step    f, c, a, b, d, 14, 0A679438Eh, 17
        step    f, b, d, a, c, 15, 049B40821h, 22
        step    g, a, c, d, b, 1, 0F61E2562h, 5
        step    g, d, b, c, a, 6, 0C040B340h, 9
        step    g, c, a, b, d, 11, 0265E5A51h, 14
        step    g, b, d, a, c, 0, 0E9B6C7AAh, 20
        step    g, a, c, d, b, 5, 0D62F105Dh, 5
        step    g, d, b, c, a, 10, 002441453h, 9
        step    g, c, a, b, d, 15, 0D8A1E681h, 14
        step    g, b, d, a, c, 4, 0E7D3FBC8h, 20
        step    g, a, c, d, b, 9, 021E1CDE6h, 5
        step    g, d, b, c, a, 14, 0C33707D6h, 9
        step    g, c, a, b, d, 3, 0F4D50D87h, 14
        step    g, b, d, a, c, 8, 0455A14EDh, 20
        step    g, a, c, d, b, 13, 0A9E3E905h, 5
        step    g, d, b, c, a, 2, 0FCEFA3F8h, 9
        step    g, c, a, b, d, 7, 0676F02D9h, 14
        step    g, b, d, a, c, 12, 08D2A4C8Ah, 20
        step    h, a, c, d, b, 5, 0FFFA3942h, 4
        step    h, d, b, c, a, 8, 08771F681h, 11
        step    h, c, a, b, d, 11, 06D9D6122h, 16
        step    h, b, d, a, c, 14, 0FDE5380Ch, 23
        step    h, a, c, d, b, 1, 0A4BEEA44h, 4
        step    h, d, b, c, a, 4, 04BDECFA9h, 11
        step    h, c, a, b, d, 7, 0F6BB4B60h, 16
        step    h, b, d, a, c, 10, 0BEBFBC70h, 23
        step    h, a, c, d, b, 13, 0289B7EC6h, 4
        step    h, d, b, c, a, 0, 0EAA127FAh, 11
        step    h, c, a, b, d, 3, 0D4EF3085h, 16
        step    h, b, d, a, c, 6, 004881D05h, 23
        step    h, a, c, d, b, 9, 0D9D4D039h, 4
        step    h, d, b, c, a, 12, 0E6DB99E5h, 11
        step    h, c, a, b, d, 15, 01FA27CF8h, 16
        step    h, b, d, a, c, 2, 0C4AC5665h, 23
        step    i, a, c, d, b, 0, 0F4292244h, 6
        step    i, d, b, c, a, 7, 0432AFF97h, 10
        step    i, c, a, b, d, 14, 0AB9423A7h, 15
        step    i, b, d, a, c, 5, 0FC93A039h, 21
        step    i, a, c, d, b, 12, 0655B59C3h, 6
        step    i, d, b, c, a, 3, 08F0CCC92h, 10
        step    i, c, a, b, d, 10, 0FFEFF47Dh, 15
        step    i, b, d, a, c, 1, 085845DD1h, 21
        step    i, a, c, d, b, 8, 06FA87E4Fh, 6
        step    i, d, b, c, a, 15, 0FE2CE6E0h, 10
        step    i, c, a, b, d, 6, 0A3014314h, 15
        step    i, b, d, a, c, 13, 04E0811A1h, 21
        step    i, a, c, d, b, 4, 0F7537E82h, 6
        step    i, d, b, c, a, 11, 0BD3AF235h, 10
        step    i, c, a, b, d, 2, 02AD7D2BBh, 15
        step    i, b, d, a, c, 9, 0EB86D391h, 21
        end_block

; void md5(const u8 *in, u32 length, u8 *digest)
; Computes the digest of a message.
        digest_function md5, md5_block
