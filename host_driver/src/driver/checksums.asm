; void sum_bytes(Sums *sums, const u8 *bytes, u32 count)
; Adds the bytes, which precede those already in the sums, in groups of four, low byte first. The last group is padded
; with zeros; the last group is added first. The sums are two numbers of 64 bits: EBP:EBX of the groups, and EDI:EDX of
; the first sum after each group. An iteration adds eight groups, because a taken jump costs the 386 more than the work
; on a group.

        bits 32
        cpu 386
        section .text
        global sum_bytes

%macro add_group 1
        mov     eax, [esi + %1]
        add     ebx, eax
        adc     ebp, 0
        add     edx, ebx
        adc     edi, ebp
%endmacro

sum_bytes:
        push    ebp
        push    edi
        push    esi
        push    ebx
        mov     ecx, [esp + 28]
        mov     esi, [esp + 24]
        add     esi, ecx
        mov     eax, [esp + 20]
        mov     ebx, [eax]
        mov     ebp, [eax + 4]
        mov     edx, [eax + 8]
        mov     edi, [eax + 12]
; An incomplete group
        push    ecx
        and     ecx, 3
        jz      .whole
        xor     eax, eax
.byte:  shl     eax, 8
        dec     esi
        mov     al, [esi]
        dec     ecx
        jnz     .byte
        add     ebx, eax
        adc     ebp, 0
        add     edx, ebx
        adc     edi, ebp
.whole: pop     ecx
        shr     ecx, 2
        jz      .done
.single:
        test    cl, 7
        jz      .eights
        sub     esi, 4
        add_group 0
        dec     ecx
        jmp     .single
.eights:
        shr     ecx, 3
        jz      .done
.eight: sub     esi, 32
%assign place 28
%rep 8
        add_group place
%assign place place - 4
%endrep
        dec     ecx
        jnz     .eight
.done:  mov     eax, [esp + 20]
        mov     [eax], ebx
        mov     [eax + 4], ebp
        mov     [eax + 8], edx
        mov     [eax + 12], edi
        pop     ebx
        pop     esi
        pop     edi
        pop     ebp
        ret
