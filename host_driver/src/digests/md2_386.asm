; MD2 (RFC 1319) on the 80386. Variant "asm".
;
; The 48 bytes of the state are twelve double words: two are in EAX and ECX, two in ESI and EDI, the others in memory. A
; step changes a byte of a register, so memory is accessed once in four steps. EBX is an address in the permutation, a
; page of 256 bytes, and its low byte is the last changed byte: no step has to compute an address.

        cpu     386
        bits    32

        global  md2

%include "md2_386.inc"

; The frame, from ESP
STATE   equ     0                       ; 48 bytes
SUM     equ     48                      ; the checksum, 16 bytes
LAST    equ     64                      ; the last block, 16 bytes
FRAME   equ     80
ARGS    equ     FRAME + 16 + 4          ; offset of the arguments, after the saved registers

        section .text align=16

; Executes four steps on the bytes of EAX, ECX or EDX, whose letter is %1.
%macro four_steps 1
%rep 2
        xor     %1l, [ebx]
        mov     bl, %1l
        xor     %1h, [ebx]
        mov     bl, %1h
        rol     e%1x, 16
%endrep
%endmacro

; Executes four steps on the double word %1, by way of EDX.
%macro four_steps_on 1
        mov     edx, %1
        four_steps d
        mov     %1, edx
%endmacro

; Processes the block at ESI; the frame is INSIDE bytes higher, after the return address. Changes all registers.
INSIDE  equ     4

        align   16
compress:
        mov     edi, md2_table
%assign place 0
%rep 4
        mov     eax, [esi + place]
        mov     ecx, [esp + INSIDE + STATE + place]
        mov     [esp + INSIDE + STATE + 16 + place], eax
        xor     ecx, eax
        mov     [esp + INSIDE + STATE + 32 + place], ecx
%assign place place + 4
%endrep
; Update the checksum: each byte is XORed with the permutation of the block's byte XOR the previous byte
        mov     ebx, edi
        mov     bl, [esp + INSIDE + SUM + 15]
%assign place 0
%rep 4
        mov     eax, [esi + place]
        mov     edx, [esp + INSIDE + SUM + place]
%rep 2
        xor     bl, al
        xor     dl, [ebx]
        mov     bl, dl
        xor     bl, ah
        xor     dh, [ebx]
        mov     bl, dh
        rol     eax, 16
        rol     edx, 16
%endrep
        mov     [esp + INSIDE + SUM + place], edx
%assign place place + 4
%endrep
; Eighteen passes; EBP counts them
        mov     ebx, edi
        xor     ebp, ebp
        mov     eax, [esp + INSIDE + STATE]
        mov     ecx, [esp + INSIDE + STATE + 4]
        mov     esi, [esp + INSIDE + STATE + 8]
        mov     edi, [esp + INSIDE + STATE + 12]
.pass:  four_steps a
        four_steps c
        four_steps_on esi
        four_steps_on edi
%assign place 16
%rep 8
        four_steps_on [esp + INSIDE + STATE + place]
%assign place place + 4
%endrep
        mov     edx, ebp
        inc     ebp
        add     bl, dl
        cmp     ebp, 18
        jb      near .pass
        mov     [esp + INSIDE + STATE], eax
        mov     [esp + INSIDE + STATE + 4], ecx
        mov     [esp + INSIDE + STATE + 8], esi
        mov     [esp + INSIDE + STATE + 12], edi
        ret

; void md2(const u8 *in, u32 length, u8 *digest)
; Computes the digest of the message, its padding and the checksum.
        align   16
md2:
        push    ebx
        push    esi
        push    edi
        push    ebp
        sub     esp, FRAME
        xor     eax, eax
%assign place 0
%rep 4
        mov     [esp + STATE + place], eax
        mov     [esp + SUM + place], eax
%assign place place + 4
%endrep
.block: mov     esi, [esp + ARGS]
        mov     ecx, [esp + ARGS + 4]
        sub     ecx, 16
        jb      .last
        mov     [esp + ARGS + 4], ecx
        add     dword [esp + ARGS], 16
        call    compress
        jmp     .block
.last:  add     ecx, 16                 ; pad the rest with bytes whose value is their number
        mov     eax, 16
        sub     eax, ecx
        lea     edi, [esp + LAST]
        rep     movsb
        mov     ecx, eax
        rep     stosb
        lea     esi, [esp + LAST]
        call    compress
        lea     esi, [esp + SUM]
        call    compress
        mov     edi, [esp + ARGS + 8]
%assign place 0
%rep 4
        mov     eax, [esp + STATE + place]
        mov     [edi + place], eax
%assign place place + 4
%endrep
        add     esp, FRAME
        pop     ebp
        pop     edi
        pop     esi
        pop     ebx
        ret
