; The inner loops of the big-number arithmetic of variant "good" on the 80386, unrolled by four limbs. C calls them
; (cdecl) and expects EAX, ECX and EDX to change. A 32-bit multiplication takes up to 38 clocks on the 386; the rest of
; a limb takes 17 clocks.

        cpu     386
        bits    32
        section .text

        global  add_row, subtract, add

; u32 add_row(u32 *row, const u32 *b, u32 factor, u32 limbs)
; Computes `row` += factor * b and returns the carry; `limbs` is not zero.
;   EDI `row`, ESI b, EBP factor, ECX carry, EBX number of remaining limbs
add_row:
        push    ebx
        push    esi
        push    edi
        push    ebp
        mov     edi, [esp + 20]
        mov     esi, [esp + 24]
        mov     ebp, [esp + 28]
        mov     ebx, [esp + 32]
        xor     ecx, ecx
        sub     ebx, 4
        jl      .rest

%macro limb 1
        mov     eax, [esi + %1]
        mul     ebp
        add     eax, ecx
        adc     edx, 0
        add     [edi + %1], eax
        adc     edx, 0
        mov     ecx, edx
%endmacro

.four:
        limb    0
        limb    4
        limb    8
        limb    12
        add     esi, 16
        add     edi, 16
        sub     ebx, 4
        jge     .four
.rest:
        add     ebx, 4
        jz      .done
.one:
        limb    0
        add     esi, 4
        add     edi, 4
        dec     ebx
        jnz     .one
.done:
        mov     eax, ecx
        pop     ebp
        pop     edi
        pop     esi
        pop     ebx
        ret

; u32 subtract(u32 *a, const u32 *b, u32 limbs), u32 add(u32 *a, const u32 *b, u32 limbs)
; Computes a -= b (a += b) and returns the borrow (carry). LEA and DEC do not change the carry flag.
%macro chain 2
%1:
        push    esi
        push    edi
        mov     edi, [esp + 12]
        mov     esi, [esp + 16]
        mov     ecx, [esp + 20]
        clc
.next:
        mov     eax, [esi]
        %2      [edi], eax
        lea     esi, [esi + 4]
        lea     edi, [edi + 4]
        dec     ecx
        jnz     .next
        sbb     eax, eax
        neg     eax
        pop     edi
        pop     esi
        ret
%endmacro

        chain   subtract, sbb
        chain   add, adc
