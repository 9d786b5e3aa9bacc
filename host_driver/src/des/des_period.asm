; A block of DES on the 80386 as programs of about 1990 computed it. Variant "period".
;
; A journal's abstract of about 1990 describes a program in assembly for the 8086 and 80286 (16 bits) and for the 80386
; and 80486 (32 bits), which has no E and only two permutations. It encrypts more than 75,000 bytes a second on a 386 of
; 33 MHz with a cache, which is 3,555 clocks a block. On a 286 of 10 MHz with one wait state it encrypts more than 8,800
; bytes a second, which is 9,090 clocks a block. This program is our own, written to match that description and rate;
; ../real16/software/des_block_period.inc is its 16-bit form.
;
; A box reads its six bits directly in R, so E is not necessary. P is merged with the tables of the S-boxes. IP and its
; inverse are tables of half bytes (both methods: Davio and others, 1984). A box has a byte of the subkey, and the
; rounds are a loop. Faster methods are left out, although parts of them were known: key addition for four boxes at a
; time, IP by exchanges under masks, unrolled rounds.

        cpu     386
        bits    32

        global  cipher_block

%include "des_period.inc"

SUBKEY  equ     8                       ; bytes of a subkey: six bits in each, for boxes 8 6 4 2 7 5 3 1
ENTRY   equ     8                       ; bytes for one value of a half byte in the tables of IP
HALF_BYTE equ   16 * ENTRY
BOX     equ     64 * 4

        section .text align=16

; Merges the permuted bits of a byte of the block into ESI and EDI. %1: its address, %2: the table, %3: the byte's
; number
%macro permute_byte 3
        movzx   eax, byte [%1]
        mov     ebx, eax
        shr     eax, 4
        and     ebx, 15
        or      esi, [%2 + 2 * %3 * HALF_BYTE + ENTRY * eax]
        or      edi, [%2 + 2 * %3 * HALF_BYTE + ENTRY * eax + 4]
        or      esi, [%2 + (2 * %3 + 1) * HALF_BYTE + ENTRY * ebx]
        or      edi, [%2 + (2 * %3 + 1) * HALF_BYTE + ENTRY * ebx + 4]
%endmacro

; Changes L, in ESI, by box %1 of the six lowest bits of EAX and the subkey's byte at EBP + %2.
%macro one_box 2
        mov     ebx, eax
        and     ebx, 3Fh
        xor     bl, [ebp + %2]
        xor     esi, [des_sp + (%1 - 1) * BOX + 4 * ebx]
%endmacro

; void cipher_block(Block *block, const Subkey *subkeys)
; Processes a block in place; its bytes have the same order as in memory.
cipher_block:
        push    ebx
        push    esi
        push    edi
        push    ebp
        mov     edx, [esp + 20]
        mov     ebp, [esp + 24]
        xor     esi, esi
        xor     edi, edi
%assign byte_number 0
%rep 8
        permute_byte edx + byte_number, des_ip, byte_number
%assign byte_number byte_number + 1
%endrep
        mov     ecx, 16
.round: mov     eax, edi
        rol     eax, 1
        one_box 8, 0
        ror     eax, 4
        one_box 7, 4
        ror     eax, 4
        one_box 6, 1
        ror     eax, 4
        one_box 5, 5
        ror     eax, 4
        one_box 4, 2
        ror     eax, 4
        one_box 3, 6
        ror     eax, 4
        one_box 2, 3
        ror     eax, 4
        one_box 1, 7
        xchg    esi, edi
        add     ebp, SUBKEY
        dec     ecx
        jnz     .round
; Apply the inverse of IP to R16 followed by L16
        mov     [edx], edi
        mov     [edx + 4], esi
        xor     esi, esi
        xor     edi, edi
%assign byte_number 0
%rep 8
        permute_byte edx + (byte_number ^ 3), des_fp, byte_number
%assign byte_number byte_number + 1
%endrep
        mov     [edx], esi
        mov     [edx + 4], edi
        pop     ebp
        pop     edi
        pop     esi
        pop     ebx
        ret
