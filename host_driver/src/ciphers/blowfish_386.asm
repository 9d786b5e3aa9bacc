; Blowfish on the 80386. Variant "asm".

        cpu     386
        bits    32

        global  blowfish

SAVED   equ     16
ARGS    equ     SAVED + 4
TABLES  equ     ARGS
SOURCE  equ     ARGS + 4
TARGET  equ     ARGS + 8
LENGTH  equ     ARGS + 12
S       equ     18 * 4                  ; distance from the subkeys to the S-boxes
BOX     equ     256 * 4

        section .text align=16

; Executes a round: half %1, whose bytes 1 and 0 are %2 and %3, changes half %4. %5 is the number of the subkey.
%macro round 5
        xor     %1, [ebp + (%5) * 4]
        mov     ecx, %1
        shr     ecx, 16
        movzx   ebx, ch
        movzx   ecx, cl
        mov     esi, [ebp + S + ebx * 4]
        add     esi, [ebp + S + BOX + ecx * 4]
        movzx   ebx, %2
        movzx   ecx, %3
        xor     esi, [ebp + S + 2 * BOX + ebx * 4]
        add     esi, [ebp + S + 3 * BOX + ecx * 4]
        xor     %4, esi
%endmacro

; Reverses the bytes of a word.
%macro turn_bytes 2                     ; register, its lower half
        rol     %2, 8
        rol     %1, 16
        rol     %2, 8
%endmacro

; void blowfish(const u32 *tables, const u8 *in, u8 *out, u32 length)
; Encrypts `length` bytes in ECB mode.
blowfish:
        push    ebx
        push    ebp
        push    esi
        push    edi
        mov     ebp, [esp + TABLES]
        mov     esi, [esp + SOURCE]
        mov     edi, [esp + TARGET]
        add     [esp + LENGTH], esi     ; end of the data
.next:  cmp     esi, [esp + LENGTH]
        je      .done
        mov     eax, [esi]
        mov     edx, [esi + 4]
        add     esi, 8
        mov     [esp + SOURCE], esi
        turn_bytes eax, ax
        turn_bytes edx, dx
%assign place 0
%rep 8
        round   eax, ah, al, edx, place
        round   edx, dh, dl, eax, place + 1
  %assign place place + 2
%endrep
        xor     eax, [ebp + 16 * 4]
        xor     edx, [ebp + 17 * 4]
        turn_bytes eax, ax
        turn_bytes edx, dx
        mov     [edi], edx
        mov     [edi + 4], eax
        add     edi, 8
        mov     esi, [esp + SOURCE]
        jmp     .next
.done:  pop     edi
        pop     esi
        pop     ebp
        pop     ebx
        ret
