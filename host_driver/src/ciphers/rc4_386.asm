; RC4 on the 80386. Variant "asm".
;
; Each byte of the state has a double word on the stack. The indices i and j are in BL and DL, and the upper bits of EBX
; and EDX are zero. So they count modulo 256 and can be used as indices without a conversion.

        cpu     386
        bits    32

        global  rc4

; The frame, from ESP; EBP is the address of the state
STATE   equ     0                       ; 256 double words
END     equ     1024                    ; end of the input
FRAME   equ     1028
ARGS    equ     FRAME + 16 + 4          ; offset of the arguments, after the saved registers
KEY     equ     ARGS
KEY_BYTES equ   ARGS + 4
SOURCE  equ     ARGS + 8
TARGET  equ     ARGS + 12
LENGTH  equ     ARGS + 16

        section .text align=16

; Encrypts the byte at ESI + %1 and stores it at EDI + %1.
%macro byte_of_stream 1
        inc     bl
        mov     eax, [ebp + ebx * 4]
        add     dl, al
        mov     ecx, [ebp + edx * 4]
        mov     [ebp + edx * 4], eax
        mov     [ebp + ebx * 4], ecx
        add     al, cl
        mov     cl, [esi + %1]
        xor     cl, [ebp + eax * 4]
        mov     [edi + %1], cl
%endmacro

; void rc4(const u8 *key, u32 key_bytes, const u8 *in, u8 *out, u32 length)
; Encrypts or decrypts `length` bytes.
rc4:    push    ebx
        push    ebp
        push    esi
        push    edi
        sub     esp, FRAME
        mov     ebp, esp
        xor     eax, eax
        mov     edi, ebp
.fill:  mov     [edi], eax
        add     edi, 4
        inc     al
        jnz     .fill
; The key schedule; ESI repeats the key, which ends at EDI
        mov     esi, [esp + KEY]
        mov     edi, esi
        add     edi, [esp + KEY_BYTES]
        xor     ebx, ebx
        xor     edx, edx
.mix:   mov     eax, [ebp + ebx * 4]
        add     dl, al
        add     dl, [esi]
        mov     ecx, [ebp + edx * 4]
        mov     [ebp + edx * 4], eax
        mov     [ebp + ebx * 4], ecx
        inc     esi
        cmp     esi, edi
        jne     .on
        mov     esi, [esp + KEY]
.on:    inc     bl
        jnz     .mix
        xor     edx, edx
        mov     esi, [esp + SOURCE]
        mov     edi, [esp + TARGET]
        mov     ecx, [esp + LENGTH]
        mov     eax, ecx
        and     eax, 3
        lea     eax, [esi + eax]
        mov     [esp + END], eax
        shr     ecx, 2
        push    ecx
        jmp     .rest
        align   4
.one:   byte_of_stream 0
        inc     esi
        inc     edi
.rest:  cmp     esi, [esp + 4 + END]
        jne     .one
        pop     ecx
        test    ecx, ecx
        jz      .done
        shl     ecx, 2
        add     ecx, esi
        mov     [esp + END], ecx
        align   4
.four:  byte_of_stream 0
        byte_of_stream 1
        byte_of_stream 2
        byte_of_stream 3
        add     esi, 4
        add     edi, 4
        cmp     esi, [esp + END]
        jne     .four
.done:  add     esp, FRAME
        pop     edi
        pop     esi
        pop     ebp
        pop     ebx
        ret
