; DES on the 80386, completely in assembly. Variant "asm".
;
; Both halves are stored rotated left by three. Then the inputs of the S-boxes 2, 4, 6 and 8 are the upper six bits of a
; word's four bytes, and the inputs of 1, 3, 5 and 7 are there after a rotation by four more bits. Each input is the
; offset of a double word in its table (P. Karn and R. Outerbridge describe both methods). The subkeys are on the stack,
; because it has the shortest addresses. A load and an XOR of registers is faster than an XOR with memory. A block is
; loaded with its lowest byte first, as the 386 does: this adds an exchange of bytes, which the permutations include at
; no cost.

        cpu     386
        bits    32

        global  des_load_key, des_mac
        global  des_ecb_encrypt, des_ecb_decrypt, des_cbc_encrypt, des_cbc_decrypt

%include "des_386.inc"
%include "des_386.mac"

BLOCK   equ     8
SUBKEYS equ     16 * 8                  ; bytes: for each round a word for boxes 2 4 6 8 and a word for 1 3 5 7
SAVED   equ     16
ARGS    equ     SUBKEYS + SAVED + 4     ; offset of the arguments from ESP, where the subkeys are

        section .bss align=4
loaded: resb    SUBKEYS

        section .text align=16

; Applies the inverse of the initial permutation (des_386.mac) to L16 and R16. The last mask is the complement of the
; mask in the initial permutation; this exchanges the halves.
%macro final_permutation 2
        ror     %1, 31
        exchange %2, %1, 0x55555555
        ror     %2, 7
        exchange %2, %1, 0x0ff00ff0
        ror     %1, 6
        exchange %2, %1, 0xcccccccc
        ror     %1, 18
        exchange %2, %1, 0x0ffff000
        ror     %1, 12
        exchange %2, %1, 0xf0f0f0f0
        rol     %1, 4
%endmacro

; Executes a round: half %1 is changed by half %2 and the subkey at %3. EBX and ECX have a byte each, EBP is the mask of
; four groups of six bits. In this order the 486 never waits for an index, even where it waits for byte registers.
%macro round 3
        mov     edx, [esp + %3 + 4]
        mov     eax, [esp + %3]
        xor     eax, %2
        xor     edx, %2
        and     eax, ebp
        ror     edx, 4
        mov     bl, al
        mov     cl, ah
        shr     eax, 16
        xor     %1, [des_sp_8 + ebx]
        mov     bl, al
        xor     %1, [des_sp_6 + ecx]
        mov     cl, ah
        xor     %1, [des_sp_4 + ebx]
        and     edx, ebp
        xor     %1, [des_sp_2 + ecx]
        mov     bl, dl
        mov     cl, dh
        shr     edx, 16
        xor     %1, [des_sp_7 + ebx]
        mov     bl, dl
        xor     %1, [des_sp_5 + ecx]
        mov     cl, dh
        xor     %1, [des_sp_3 + ebx]
        xor     %1, [des_sp_1 + ecx]
%endmacro

; Processes a block in ESI and EDI, lowest byte first. %1 is the offset of the first round's subkey, %2 the distance to
; the next subkey.
%macro cipher 2
        initial_permutation esi, edi
%assign place %1
%rep 8
        round   esi, edi, place
%assign place place + %2
        round   edi, esi, place
%assign place place + %2
%endrep
        final_permutation esi, edi
%endmacro
%macro encrypt 0
        cipher  0, 8
%endmacro
%macro decrypt 0
        cipher  SUBKEYS - 8, -8
%endmacro

; Begins a function whose first argument is a key: saves registers, stores the subkeys at ESP, and loads the registers
; that a round requires.
%macro enter_with_key 0
        push    ebx
        push    esi
        push    edi
        push    ebp
        sub     esp, SUBKEYS
        mov     esi, [esp + ARGS]
        mov     edi, esp
        call    subkeys
        xor     ebx, ebx
        xor     ecx, ecx
        mov     ebp, 0xfcfcfcfc
%endmacro

%macro leave_with_key 0
        add     esp, SUBKEYS
        pop     ebp
        pop     edi
        pop     esi
        pop     ebx
        ret
%endmacro

; Loads EAX with the address of the next block; its pointer is at ESP + %1.
%macro next_input 1
        mov     eax, [esp + %1]
        add     dword [esp + %1], BLOCK
%endmacro

; Stores ESI and EDI at the pointer at ESP + %1, and decrements the number of blocks at ESP + %2.
%macro put_output 2
        mov     eax, [esp + %1]
        mov     [eax], esi
        mov     [eax + 4], edi
        add     eax, BLOCK
        mov     [esp + %1], eax
        dec     dword [esp + %2]
%endmacro

; void des_ecb_encrypt(const u8 *key, const u8 *in, u8 *out, u32 blocks), des_ecb_decrypt
; Process blocks in ECB mode.
%macro ecb 1
        enter_with_key
        cmp     dword [esp + ARGS + 12], 0
        je      near .done
.block: next_input ARGS + 4
        mov     esi, [eax]
        mov     edi, [eax + 4]
        %1
        put_output ARGS + 8, ARGS + 12
        jnz     near .block
.done:  leave_with_key
%endmacro

        align   16
des_ecb_encrypt:
        ecb     encrypt

        align   16
des_ecb_decrypt:
        ecb     decrypt

; void des_cbc_encrypt(const u8 *key, u8 *iv, const u8 *in, u8 *out, u32 blocks)
; Encrypts blocks in CBC mode.
        align   16
des_cbc_encrypt:
        enter_with_key
        mov     eax, [esp + ARGS + 4]
        mov     esi, [eax]
        mov     edi, [eax + 4]
        cmp     dword [esp + ARGS + 16], 0
        je      near .done
.block: next_input ARGS + 8
        xor     esi, [eax]
        xor     edi, [eax + 4]
        encrypt
        put_output ARGS + 12, ARGS + 16
        jnz     near .block
.done:  mov     eax, [esp + ARGS + 4]
        mov     [eax], esi
        mov     [eax + 4], edi
        leave_with_key

; void des_cbc_decrypt(const u8 *key, u8 *iv, const u8 *in, u8 *out, u32 blocks)
; Decrypts blocks in CBC mode. The address of the previous block replaces the first argument.
        align   16
des_cbc_decrypt:
        enter_with_key
        mov     eax, [esp + ARGS + 4]
        mov     [esp + ARGS], eax
        cmp     dword [esp + ARGS + 16], 0
        je      near .done
.block: mov     eax, [esp + ARGS + 8]
        mov     esi, [eax]
        mov     edi, [eax + 4]
        decrypt
        mov     eax, [esp + ARGS]
        xor     esi, [eax]
        xor     edi, [eax + 4]
        next_input ARGS + 8
        mov     [esp + ARGS], eax
        put_output ARGS + 12, ARGS + 16
        jnz     near .block
.done:  mov     eax, [esp + ARGS]
        mov     esi, [eax]
        mov     edi, [eax + 4]
        mov     eax, [esp + ARGS + 4]
        mov     [eax], esi
        mov     [eax + 4], edi
        leave_with_key

; void des_mac(const u8 *key, const u8 *in, u32 length, u8 *mac)
; Computes the authentication code. The last block is padded in the memory of the first two arguments.
        align   16
des_mac:
        enter_with_key
        xor     esi, esi
        xor     edi, edi
.block: mov     ecx, [esp + ARGS + 8]
        sub     ecx, BLOCK
        jb      near .part
        mov     [esp + ARGS + 8], ecx
        next_input ARGS + 4
.add:   xor     esi, [eax]
        xor     edi, [eax + 4]
        xor     ecx, ecx
        encrypt
        jmp     .block
.part:  add     ecx, BLOCK
        jz      .done
        mov     eax, [esp + ARGS + 4]
        xor     edx, edx
        mov     [esp + ARGS], edx
        mov     [esp + ARGS + 4], edx
        mov     [esp + ARGS + 8], edx
.byte:  mov     dl, [eax + ecx - 1]
        mov     [esp + ecx + ARGS - 1], dl
        dec     ecx
        jnz     .byte
        lea     eax, [esp + ARGS]
        jmp     .add
.done:  mov     eax, [esp + ARGS + 12]
        mov     [eax], esi
        mov     [eax + 4], edi
        leave_with_key

; void des_load_key(const u8 *key)
; Computes the subkeys for calls without a key.
        align   16
des_load_key:
        push    ebx
        push    esi
        push    edi
        push    ebp
        mov     esi, [esp + SAVED + 4]
        mov     edi, loaded
        call    schedule
        pop     ebp
        pop     edi
        pop     esi
        pop     ebx
        ret

; Stores subkeys at EDI: those of the key at ESI, or the loaded ones if ESI is null. Changes all registers.
        align   16
subkeys:
        test    esi, esi
        jnz     schedule
        mov     esi, loaded
        mov     ecx, SUBKEYS / 4
        rep     movsd
        ret
; Stores the subkeys of the key at ESI at EDI.
schedule:
        schedule_key
