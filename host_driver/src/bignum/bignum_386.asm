; Computes Montgomery products and squares of 8 and 16 limbs on the 80386, without loops: the operations of RSA with
; 256-bit factors and with a 512-bit modulus. Product scanning adds up a column of the result in three registers before
; it is stored. A limb of the product then costs 13 clocks in addition to its multiplication. Operand scanning, as in
; bignum_rows.asm, costs 19 clocks and a loop. Variant "asm".

        cpu     386
        bits    32

SAVED   equ     16
ARGS    equ     SAVED + 4               ; offset of the arguments from the end of the frame

        section .text align=16

; Begins the first column. Three registers hold the sum of a column; their roles rotate from column to column.
%macro first_column 0
%define sum0    ebx
%define sum1    ecx
%define sum2    ebp
        xor     ebx, ebx
        xor     ecx, ecx
        xor     ebp, ebp
%endmacro
%macro next_column 0                    ; requires that sum0 is 0
%xdefine spent  sum0
%xdefine sum0   sum1
%xdefine sum1   sum2
%xdefine sum2   spent
%endmacro

; Adds EDX:EAX to the column.
%macro add_product 0
        add     sum0, eax
        adc     sum1, edx
        adc     sum2, 0
%endmacro

; Adds the products for column k of the limbs %1 to %2 of the number at %3 with the limbs of the number at %4.
%macro add_products 4
%assign i %1
%rep (%2) - (%1) + 1
        mov     eax, [%3 + 4 * i]
        mul     dword [%4 + 4 * (k - i)]
        add_product
%assign i i + 1
%endrep
%endmacro

; Stores the column as limb k of the number at ESP + %1.
%macro end_column 1
        mov     [esp + %1 + 4 * k], sum0
        xor     sum0, sum0
        next_column
%endmacro

%macro enter_frame 1                    ; number of limbs
        push    ebx
        push    esi
        push    edi
        push    ebp
        sub     esp, FRAME_%1
%endmacro
%macro leave_frame 1
        add     esp, FRAME_%1
        pop     ebp
        pop     edi
        pop     esi
        pop     ebx
        ret
%endmacro

; The frame of %1 limbs: the product with twice the number of limbs, and -1 / n
%macro functions 1
FRAME_%1 equ    8 * %1 + 4
INVERSE_%1 equ  8 * %1

        global  montgomery_product_%1, montgomery_square_%1

; void montgomery_product_8(u32 *result, const u32 *a, const u32 *b, const u32 *n, u32 n_inverse)
; Computes a * b / 2^(32 limbs) mod n.
        align   16
montgomery_product_%1:
        enter_frame %1
        mov     esi, [esp + FRAME_%1 + ARGS + 4]
        mov     edi, [esp + FRAME_%1 + ARGS + 8]
        first_column
%assign k 0
%rep 2 * %1 - 1
%if k < %1
        add_products 0, k, esi, edi
%else
        add_products k - %1 + 1, %1 - 1, esi, edi
%endif
        end_column 0
%assign k k + 1
%endrep
        mov     [esp + 4 * k], sum0
        mov     eax, [esp + FRAME_%1 + ARGS + 16]
        mov     [esp + INVERSE_%1], eax
        mov     esi, [esp + FRAME_%1 + ARGS + 12]
        mov     edi, [esp + FRAME_%1 + ARGS]
        call    reduce_%1
        leave_frame %1

; void montgomery_square_8(u32 *result, const u32 *a, const u32 *n, u32 n_inverse)
; Computes a^2 / 2^(32 limbs) mod n. The product of two different limbs is computed once and added twice.
        align   16
montgomery_square_%1:
        enter_frame %1
        mov     esi, [esp + FRAME_%1 + ARGS + 4]
        first_column
%assign k 0
%rep 2 * %1 - 1
%if k < %1
%assign i 0
%else
%assign i k - %1 + 1
%endif
%rep %1
%if 2 * i < k
        mov     eax, [esi + 4 * i]
        mul     dword [esi + 4 * (k - i)]
        add_product
        add_product
%elif 2 * i == k
        mov     eax, [esi + 4 * i]
        mul     eax
        add_product
%endif
%assign i i + 1
%endrep
        end_column 0
%assign k k + 1
%endrep
        mov     [esp + 4 * k], sum0
        mov     eax, [esp + FRAME_%1 + ARGS + 12]
        mov     [esp + INVERSE_%1], eax
        mov     esi, [esp + FRAME_%1 + ARGS + 8]
        mov     edi, [esp + FRAME_%1 + ARGS]
        call    reduce_%1
        leave_frame %1

; Divides the number in the caller's frame by 2^(32 limbs) mod n and stores the result at EDI; n is at ESI. The
; reduction adds multiples of n, which make the lower limbs zero. The multipliers are stored instead of these limbs.
%assign TOP 4 + 4 * %1                  ; offset of the number's upper half, with the return address above ESP
        align   16
reduce_%1:
        first_column
%assign k 0
%rep %1
        add     sum0, [esp + 4 + 4 * k]
        adc     sum1, 0
        adc     sum2, 0
        add_products 0, k - 1, esp + 4, esi
        mov     eax, [esp + 4 + INVERSE_%1]
        imul    eax, sum0
        mov     [esp + 4 + 4 * k], eax
        mul     dword [esi]
        add_product
        next_column
%assign k k + 1
%endrep
%rep %1
        add     sum0, [esp + 4 + 4 * k]
        adc     sum1, 0
        adc     sum2, 0
        add_products k - %1 + 1, %1 - 1, esp + 4, esi
        end_column 4
%assign k k + 1
%endrep
        test    sum0, sum0
        jnz     .subtract
        mov     eax, [esp + TOP + 4 * %1 - 4]
        cmp     eax, [esi + 4 * %1 - 4]
        jb      near .copy
.subtract:
        mov     eax, [esp + TOP]
        sub     eax, [esi]
        mov     [edi], eax
%assign i 1
%rep %1 - 1
        mov     eax, [esp + TOP + 4 * i]
        sbb     eax, [esi + 4 * i]
        mov     [edi + 4 * i], eax
%assign i i + 1
%endrep
        sbb     sum0, 0
        jb      .copy
        ret
.copy:
%assign i 0
%rep %1
        mov     eax, [esp + TOP + 4 * i]
        mov     [edi + 4 * i], eax
%assign i i + 1
%endrep
        ret
%endmacro

        functions 8
        functions 16
