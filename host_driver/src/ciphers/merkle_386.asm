; Khufu and Khafre on the 80386. Variant "asm".

        cpu     386
        bits    32

        global  khufu, khafre

SAVED   equ     16
ARGS    equ     SAVED + 4
TABLES  equ     ARGS
SOURCE  equ     ARGS + 4
TARGET  equ     ARGS + 8
LENGTH  equ     ARGS + 12
BOX     equ     256 * 4

        section .text align=16

%macro turn_bytes 2                     ; reverses the bytes of a word: register, its lower half
        rol     %2, 8
        rol     %1, 16
        rol     %2, 8
%endmacro

%macro round 4                          ; half, its lowest byte, the other half, number of bits to rotate right
        movzx   ebx, %2
        xor     %3, [ebp + ebx * 4]
        ror     %1, %4
%endmacro

; Executes the eight rounds (an octet) of the S-box at EBP and advances EBP to the next S-box.
%macro octet 0
        round   eax, al, edx, 16
        round   edx, dl, eax, 16
        round   eax, al, edx, 8
        round   edx, dl, eax, 8
        round   eax, al, edx, 16
        round   edx, dl, eax, 16
        round   eax, al, edx, 24
        round   edx, dl, eax, 24
        add     ebp, BOX
%endmacro

; Loads ESI with the address of the data and EDI with that of the results. LENGTH becomes the end of the data.
%macro begin 0
        push    ebx
        push    ebp
        push    esi
        push    edi
        mov     esi, [esp + SOURCE]
        mov     edi, [esp + TARGET]
        add     [esp + LENGTH], esi
%endmacro

%macro take_block 0
        mov     eax, [esi]
        mov     edx, [esi + 4]
        add     esi, 8
        turn_bytes eax, ax
        turn_bytes edx, dx
%endmacro

%macro give_block 0
        turn_bytes eax, ax
        turn_bytes edx, dx
        mov     [edi], eax
        mov     [edi + 4], edx
        add     edi, 8
%endmacro

; void khufu(const u32 *tables, const u8 *in, u8 *out, u32 length)
; Encrypts `length` bytes with Khufu.
khufu:  begin
.next:  cmp     esi, [esp + LENGTH]
        je      done
        take_block
        mov     ebp, [esp + TABLES]
        mov     ecx, [ebp]              ; number of octets
        xor     eax, [ebp + 4]
        xor     edx, [ebp + 8]
        add     ebp, 20
        align   4
.octet: octet
        dec     ecx
        jnz     .octet
        mov     ebp, [esp + TABLES]
        xor     eax, [ebp + 12]
        xor     edx, [ebp + 16]
        give_block
        jmp     .next

; void khafre(const u32 *tables, const u8 *in, u8 *out, u32 length)
; Encrypts `length` bytes with Khafre.
khafre: begin
.next:  cmp     esi, [esp + LENGTH]
        je      done
        take_block
        mov     ecx, [esp + TABLES]     ; the keys, which precede the S-boxes
        mov     ebp, [ecx]
        lea     ebp, [ecx + ebp * 8 + 12]
        add     ecx, 4
        lea     ebx, [ebp - 8]
        push    ebx
        align   4
.octet: xor     eax, [ecx]
        xor     edx, [ecx + 4]
        octet
        add     ecx, 8
        cmp     ecx, [esp]
        jne     .octet
        pop     ebp
        xor     eax, [ecx]
        xor     edx, [ecx + 4]
        give_block
        jmp     .next

done:   pop     edi
        pop     esi
        pop     ebp
        pop     ebx
        ret
