; DES as P. Karn describes his program: 16-bit code with instructions of the 386, R. Outerbridge's permutations, tables
; of 2 KB for S-boxes and P, unrolled rounds, and subkeys shifted to be offsets in those tables. The result of each
; table look-up is XORed to the half block at once. It was written from his letters of 1994; his own source was not
; available. It runs in real mode. Its variants differ in the properties that made a difference according to him:
;
;   des_iterate            the complete cipher: 38,373 blocks a second on a 486 at 50 MHz
;   des_iterate_bare       the cipher without the permutations: 42,986
;   des_iterate_triple     encrypt, decrypt, encrypt with three keys and one pair of permutations
;   des_iterate_in_order   S-boxes in the order of their numbers, before he grouped even and odd numbers
;   des_iterate_by_one     the rotations of the permutations by one bit, as on the 8086
;   des_iterate_right      subkeys that are not shifted to the left: each round shifts its index twice
;
; The other functions are loops of the instructions whose clocks he counts.

        cpu     386
        bits    16

        global  des_load_keys, des_adjust_right
        global  des_iterate, des_iterate_bare, des_iterate_triple, des_iterate_in_order, des_iterate_by_one
        global  des_iterate_right

%include "des_386.inc"
%include "des_386.mac"

SUBKEYS equ     16 * 8                  ; bytes: for each round a double word for boxes 2 4 6 8 and one for 1 3 5 7
KEY     equ     8
TABLE   equ     64 * 4
TABLES  equ     8 * TABLE

        section .bss align=4
subkeys:
        resb    3 * SUBKEYS             ; subkeys of up to three keys
in_order:
        resb    SUBKEYS                 ; subkeys of the first key: a byte for each box, beginning with box 1
block:  resb    8
key:    resb    KEY
right_subkeys:
        resb    SUBKEYS                 ; subkeys of the first key: six bits in the lower bits of each byte
right_sp:
        resb    TABLES                  ; tables for halves rotated left by one bit

        section .text align=16

; Exchanges the bits of %2 that mask %4 selects with the bits of %1 that are %3 bits higher.
%macro swap 4
        mov     eax, %1
        shr     eax, %3
        xor     eax, %2
        and     eax, %4
        xor     %2, eax
        shl     eax, %3
        xor     %1, eax
%endmacro

; Applies Outerbridge's initial permutation, whose result is both halves rotated left by one. %1 and %2 are the
; instruction and the number of bits of this rotation.
%macro permute_first 2
        swap    esi, edi, 4, 0x0f0f0f0f
        swap    esi, edi, 16, 0x0000ffff
        swap    edi, esi, 2, 0x33333333
        swap    edi, esi, 8, 0x00ff00ff
        %1      edi, %2
        mov     eax, esi
        xor     eax, edi
        and     eax, 0xaaaaaaaa
        xor     esi, eax
        xor     edi, eax
        %1      esi, %2
%endmacro

; Applies the final permutation; %1 and %2 rotate right by one.
%macro permute_last 2
        %1      edi, %2
        mov     eax, esi
        xor     eax, edi
        and     eax, 0xaaaaaaaa
        xor     esi, eax
        xor     edi, eax
        %1      esi, %2
        swap    esi, edi, 8, 0x00ff00ff
        swap    esi, edi, 2, 0x33333333
        swap    edi, esi, 16, 0x0000ffff
        swap    edi, esi, 4, 0x0f0f0f0f
%endmacro

; Rotates both halves. The rounds require halves rotated left by three: then six bits are an offset in a table of double
; words.
%macro rotate_halves 2                  ; instruction, number of bits
        %1      esi, %2
        %1      edi, %2
%endmacro

; Executes a round: half %1 is changed by half %2 and the pair of subkeys at BP + %3. It computes E(R) XOR K and the
; mask for four boxes at a time, and uses a byte for each table look-up.
%macro four_boxes 6                     ; half, tables, boxes beginning with the lowest byte
        mov     bl, al
        xor     %1, [bx + %2 + TABLE * (%3 - 1)]
        mov     bl, ah
        xor     %1, [bx + %2 + TABLE * (%4 - 1)]
        shr     eax, 16
        mov     bl, al
        xor     %1, [bx + %2 + TABLE * (%5 - 1)]
        mov     bl, ah
        xor     %1, [bx + %2 + TABLE * (%6 - 1)]
%endmacro

%macro round 3
        mov     eax, %2
        xor     eax, [bp + %3]
        and     eax, 0xfcfcfcfc
        four_boxes %1, des_sp_1, 8, 6, 4, 2
        mov     eax, %2
        xor     eax, [bp + %3 + 4]
        ror     eax, 4
        and     eax, 0xfcfcfcfc
        four_boxes %1, des_sp_1, 7, 5, 3, 1
%endmacro

; Executes a round with subkeys of six bits in the lower bits: indices are converted to offsets first.
%macro round_right 3
        mov     eax, %2
        xor     eax, [bp + %3]
        and     eax, 0x3f3f3f3f
        shl     eax, 2
        four_boxes %1, right_sp, 8, 6, 4, 2
        mov     eax, %2
        xor     eax, [bp + %3 + 4]
        ror     eax, 4
        and     eax, 0x3f3f3f3f
        shl     eax, 2
        four_boxes %1, right_sp, 7, 5, 3, 1
%endmacro

; Executes a round with a byte of the subkey for each box, in the order of the boxes.
%macro round_in_order 3
        mov     ecx, %2
%assign box 1
%rep 8
        rol     ecx, 4
        mov     bl, cl
        xor     bl, [bp + %3 + box - 1]
        and     bl, 0xfc
        xor     %1, [bx + des_sp_ %+ box]
%assign box box + 1
%endrep
%endmacro

; Executes sixteen rounds %1 on halves %2 and %3. The first subkey is at offset %4, the next one %5 bytes further.
%macro sixteen 5
%assign place %4
%rep 8
        %1      %2, %3, place
%assign place place + %5
        %1      %3, %2, place
%assign place place + %5
%endrep
%endmacro

; Loads %1 with the four bytes at BX + %2, highest byte first; put_word stores them.
%macro get_word 2
        mov     eax, [bx + %2]
        xchg    al, ah
        rol     eax, 16
        xchg    al, ah
        mov     %1, eax
%endmacro
%macro put_word 2
        mov     eax, %1
        xchg    al, ah
        rol     eax, 16
        xchg    al, ah
        mov     [bx + %2], eax
%endmacro

; Begins a function of the C program: void (const char *subkeys, char *block), near. From here to end_cipher, ESI and
; EDI are the block.
%macro start_cipher 0
        push    bp
        mov     bp, sp
        push    si
        push    di
        mov     bx, [bp + 6]
        push    bx
        mov     bp, [bp + 4]
        get_word esi, 0
        get_word edi, 4
        xor     bx, bx
%endmacro
%macro end_cipher 0
        pop     bx
        put_word edi, 0
        put_word esi, 4
        pop     di
        pop     si
        pop     bp
        ret
%endmacro

; Defines a cipher: name, round, instruction and number of bits of the rotations left by one. The final permutation
; rotates back by the same number.
%macro cipher 4
%1:     start_cipher
        permute_first %3, %4
        rotate_halves rol, 2
        sixteen %2, esi, edi, 0, 8
        rotate_halves ror, 2
%ifidn %3, ror
        permute_last rol, %4
%else
        permute_last ror, %4
%endif
        end_cipher
%endmacro

        align   16
        cipher  encrypt, round, ror, 31
        align   16
        cipher  encrypt_by_one, round, rol, 1
        align   16
        cipher  encrypt_in_order, round_in_order, ror, 31

        align   16
encrypt_bare:
        start_cipher
        rotate_halves rol, 3
        sixteen round, esi, edi, 0, 8
        rotate_halves ror, 3
        end_cipher

        align   16
encrypt_triple:
        start_cipher
        permute_first ror, 31
        rotate_halves rol, 2
        sixteen round, esi, edi, 0, 8
        sixteen round, edi, esi, 2 * SUBKEYS - 8, -8
        sixteen round, esi, edi, 2 * SUBKEYS, 8
        rotate_halves ror, 2
        permute_last rol, 31
        end_cipher

; void des_iterate(char far *block, unsigned long count)
; Encrypts the block `count` times, in place, with the loop of the C program:
;   void f(char *block, unsigned long count) { unsigned long i; for (i = 0; i < count; i++) encrypt(subkeys, block); }
%macro loop_around 3                    ; name, cipher, subkeys
        align   16
%1:     push    bp
        mov     bp, sp
        sub     sp, 4                   ; i
        call    fetch_block
        xor     ax, ax
        mov     [bp - 4], ax
        mov     [bp - 2], ax
        jmp     short %%test
%%next: push    word block
        push    word %3
        call    %2
        add     sp, 4
        add     word [bp - 4], 1
        adc     word [bp - 2], 0
%%test: mov     ax, [bp - 2]
        cmp     ax, [bp + 10]
        jb      %%next
        ja      %%done
        mov     ax, [bp - 4]
        cmp     ax, [bp + 8]
        jb      %%next
%%done: call    return_block
        mov     sp, bp
        pop     bp
        ret
%endmacro

        loop_around des_iterate, encrypt, subkeys
        loop_around des_iterate_by_one, encrypt_by_one, subkeys
        loop_around des_iterate_in_order, encrypt_in_order, in_order
        loop_around des_iterate_bare, encrypt_bare, subkeys
        loop_around des_iterate_triple, encrypt_triple, subkeys

; Copies the block from or to the far pointer at BP + 4. The loop's own pointers are near.
fetch_block:
        les     bx, [bp + 4]
        mov     eax, [es:bx]
        mov     edx, [es:bx + 4]
        mov     [block], eax
        mov     [block + 4], edx
        ret
return_block:
        les     bx, [bp + 4]
        mov     eax, [block]
        mov     edx, [block + 4]
        mov     [es:bx], eax
        mov     [es:bx + 4], edx
        ret

; void des_load_keys(const char far *keys, unsigned long count)
; Computes the subkeys of one to three keys.
        align   16
des_load_keys:
        push    bp
        mov     bp, sp
        push    si
        push    di
        and     sp, -4
        mov     di, subkeys
.key:   les     bx, [bp + 4]
        mov     eax, [es:bx]
        mov     [key], eax
        mov     eax, [es:bx + 4]
        mov     [key + 4], eax
        add     word [bp + 4], KEY
        push    bp
        push    di
        push    di                      ; pushed twice, so that the stack is aligned to double words
        mov     esi, key
        movzx   edi, di
        call    schedule
        pop     di
        pop     di
        pop     bp
        add     di, SUBKEYS
        dec     word [bp + 8]
        jnz     .key
        call    put_in_order
        lea     sp, [bp - 4]
        pop     di
        pop     si
        pop     bp
        ret

; Stores the subkeys of the first key as bytes, beginning with box 1.
put_in_order:
        mov     si, subkeys
        mov     di, in_order
        mov     cx, 16
.round: mov     eax, [si]
        mov     edx, [si + 4]
        ror     edx, 4
        mov     [di + 7], al
        mov     [di + 6], dl
        mov     [di + 5], ah
        mov     [di + 4], dh
        shr     eax, 16
        shr     edx, 16
        mov     [di + 3], al
        mov     [di + 2], dl
        mov     [di + 1], ah
        mov     [di], dh
        add     si, 8
        add     di, 8
        loop    .round
        ret

schedule:
        schedule_key

; unsigned long f(unsigned long turns)
; Executes the instructions that he compares 200 times in each iteration of a loop, and returns their result.
REPEATED equ    200

%macro timed 3                          ; name, macro of the instructions, macro that returns their result
        global  %1
        align   16
%1:     push    bp
        mov     bp, sp
        push    si
        mov     eax, 1
        xor     cx, cx
        xor     dx, dx
%%turn: mov     si, des_sp_1
%rep REPEATED
        %2
%endrep
        dec     word [bp + 4]
        jnz     near %%turn
        %3
        pop     si
        pop     bp
        ret
%endmacro
%macro rotate_by_one 0
        rol     eax, 1
%endmacro
%macro rotate_by_31 0
        ror     eax, 31
%endmacro
; Adds up the loaded words. Two additions give an address time to be ready.
%macro add_up 0
        add     dx, ax
        add     cx, dx
%endmacro
%macro load_by_lods 0
        lodsw
        add_up
%endmacro
%macro load_by_mov 0
        mov     ax, [si]
        add     si, 2
        add_up
%endmacro
%macro xor_memory 0
        xor     eax, [si]
%endmacro
%macro or_memory 0
        or      eax, [si]
%endmacro
; Return the value in EAX, or the sums in DX and CX.
%macro in_eax 0
        mov     edx, eax
        shr     edx, 16
%endmacro
%macro in_dx_and_cx 0
        mov     ax, cx
%endmacro

        timed   rotations_by_one, rotate_by_one, in_eax
        timed   rotations_by_31, rotate_by_31, in_eax
        timed   look_ups_by_xor, xor_memory, in_eax
        timed   look_ups_by_or, or_memory, in_eax
        timed   loads_by_lods, load_by_lods, in_dx_and_cx
        timed   loads_by_mov, load_by_mov, in_dx_and_cx

; Encrypts without adjustment to the left: the halves remain rotated by one, as after the permutation.
        align   16
encrypt_right:
        start_cipher
        permute_first ror, 31
        sixteen round_right, esi, edi, 0, 8
        permute_last rol, 31
        end_cipher

        loop_around des_iterate_right, encrypt_right, right_subkeys

; void des_adjust_right(void)
; Computes the subkeys and tables of encrypt_right from the other ones.
        align   16
des_adjust_right:
        push    si
        push    di
        mov     si, subkeys
        mov     di, right_subkeys
        mov     cx, SUBKEYS / 4
        call    rotate_words
        mov     si, des_sp_1
        mov     di, right_sp
        mov     cx, TABLES / 4
        call    rotate_words
        pop     di
        pop     si
        ret

; Copies CX double words from SI to DI, each rotated right by two bits.
rotate_words:
        mov     eax, [si]
        ror     eax, 2
        mov     [di], eax
        add     si, 4
        add     di, 4
        loop    rotate_words
        ret
