; Computes the same Montgomery product in two orders, for a modulus and operands of 512 bits on the 80386. All loops
; over digits are unrolled. Operand scanning (rows) has a shift and a store for each product of two digits. Product
; scanning (columns) has one for each column: this is the convolution sum of Dussé and Kaliski, section 3.2, Improvement
; 3. Two more functions execute the two operations that decide between the orders.

        cpu     386
        bits    32
        section .text

        global  product_by_rows, product_by_columns, multiplications, shifts

DIGITS  equ     16
BYTES   equ     4 * DIGITS

; u32 product_by_...(u32 *result, const u32 *a, const u32 *b, const u32 *n, u32 n_inverse)
; Computes result = a b / 2^512 mod n, below n; n_inverse is -1/n mod 2^32. The constants are offsets of the arguments.
RESULT  equ     20
A       equ     24
B       equ     28
N       equ     32
INVERSE equ     36
; The partial sum t is below the saved registers; the macros address it and the arguments.
T_BYTES equ     2 * BYTES + 8
%define argument(place) [esp + T_BYTES + place]
%define t(digit)        [esp + 4 * (digit)]

; Computes `row` += factor * source, of DIGITS digits, and adds the carry to t[digit + DIGITS] and the digit above it.
;   EDI `row`, ESI source, EBP factor, ECX carry
%macro add_row 0
        xor     ecx, ecx
%assign digit 0
%rep DIGITS
        mov     eax, [esi + 4 * digit]
        mul     ebp
        add     eax, ecx
        adc     edx, 0
        add     [edi + 4 * digit], eax
        adc     edx, 0
        mov     ecx, edx
%assign digit digit + 1
%endrep
        add     [edi + BYTES], ecx
        adc     dword [edi + BYTES + 4], 0
%endmacro

; Computes sum += first[i] * second[%1 - i] for i from %2 to %3.
;   ESI first, EDI second, EBP:ECX:EBX sum
%macro add_column 3
%assign digit %2
%rep (%3) - (%2) + 1
        mov     eax, [esi + 4 * digit]
        mul     dword [edi + 4 * (%1 - digit)]
        add     ebx, eax
        adc     ecx, edx
        adc     ebp, 0
%assign digit digit + 1
%endrep
%endmacro

%macro enter_product 0
        push    ebx
        push    esi
        push    edi
        push    ebp
        sub     esp, T_BYTES
%endmacro

product_by_rows:
        enter_product
        xor     eax, eax
        mov     edi, esp
        mov     ecx, T_BYTES / 4
        cld
        rep stosd
        mov     edi, esp
        mov     ebx, argument(A)
.digit:
        mov     esi, argument(B)
        mov     ebp, [ebx]
        add_row
        mov     esi, argument(N)
        mov     ebp, [edi]
        imul    ebp, argument(INVERSE)
        add_row
        add     ebx, 4
        add     edi, 4
        lea     eax, t(DIGITS)
        cmp     edi, eax
        jne     .digit
        jmp     finish

product_by_columns:
        enter_product
        xor     ebx, ebx
        xor     ecx, ecx
        xor     ebp, ebp
%assign column 0
%rep DIGITS
        mov     esi, argument(A)
        mov     edi, argument(B)
        add_column column, 0, column
        lea     esi, t(0)                       ; the digits m are stored instead of the low half of t
        mov     edi, argument(N)
        add_column column, 0, column - 1
        mov     eax, ebx
        imul    eax, argument(INVERSE)
        mov     t(column), eax
        mul     dword [edi]
        add     ebx, eax
        adc     ecx, edx
        adc     ebp, 0
        mov     ebx, ecx
        mov     ecx, ebp
        xor     ebp, ebp
%assign column column + 1
%endrep
%rep DIGITS - 1
        mov     esi, argument(A)
        mov     edi, argument(B)
        add_column column, column - DIGITS + 1, DIGITS - 1
        lea     esi, t(0)
        mov     edi, argument(N)
        add_column column, column - DIGITS + 1, DIGITS - 1
        mov     t(column), ebx
        mov     ebx, ecx
        mov     ecx, ebp
        xor     ebp, ebp
%assign column column + 1
%endrep
        mov     t(2 * DIGITS - 1), ebx
        mov     t(2 * DIGITS), ecx

; Subtracts n from the high half of t, which is below 2 n, unless the difference is negative.
finish:
        mov     edi, argument(RESULT)
        mov     esi, argument(N)
        clc
%assign digit 0
%rep DIGITS
        mov     eax, t(DIGITS + digit)
        sbb     eax, [esi + 4 * digit]
        mov     [edi + 4 * digit], eax
%assign digit digit + 1
%endrep
        mov     eax, t(2 * DIGITS)
        sbb     eax, 0
        jnc     .done
        lea     esi, t(DIGITS)
        mov     ecx, DIGITS
        cld
        rep movsd
.done:
        add     esp, T_BYTES
        pop     ebp
        pop     edi
        pop     esi
        pop     ebx
        ret

; u32 multiplications(u32 count, u32 one, u32 other), u32 shifts(u32 count, u32 one, u32 other)
; Execute 16 * `count` operations.
%macro operations 2
%1:
        push    ebx
        mov     ecx, [esp + 8]
        mov     ebx, [esp + 16]
.next:
        mov     eax, [esp + 12]
%rep 16
        %2
%endrep
        dec     ecx
        jnz     .next
        pop     ebx
        ret
%endmacro

        operations multiplications, {mul ebx}
        operations shifts, {shr eax, 1}
