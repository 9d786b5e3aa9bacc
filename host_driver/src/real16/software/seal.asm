; SEAL 3.0 (../../software.h): its words are in memory, the word that is rotated is in DX:AX.

%include "real16.inc"
%include "table_cipher.inc"

S       equ     512 * 4         ; distance from T to S
STARTS  equ     S + 256 * 4     ; distance from T to the initial words of the parts
PART    equ     1024            ; number of bytes
TURN    equ     16
TURNS   equ     PART / TURN
INDEX   equ     7FCh

        section .bss
        alignb  2
a:      resd    1
b:      resd    1
c:      resd    1
d:      resd    1
n:      resd    4               ; n1 to n4
p:      resw    1
q:      resw    1
start:  resw    1               ; offset in the tables of the next part's initial words
turns:  resw    1
stream: resb    TURN

        section .text

; Loads DX:AX with word %1 and rotates it right by 9. BX is the offset of T's entry for the word before the rotation. If
; there is an index %2, the word is added to it and the sum is the offset.
%macro turn 1-2
        mov     ax, [%1]
        mov     dx, [%1 + 2]
        mov     bx, ax
  %if %0 = 2
        add     bx, [%2]
        and     bx, INDEX
        mov     [%2], bx
  %else
        and     bx, INDEX
  %endif
        mov     cl, al
        mov     al, ah
        mov     ah, dl
        mov     dl, dh
        mov     dh, cl
        mov     cl, al
        shr     cl, 1
        rcr     dx, 1
        rcr     ax, 1
        mov     [%1], ax
        mov     [%1 + 2], dx
%endmacro

%macro plus_entry 1
        mov     cx, [es:bx + di]
        add     [%1], cx
        mov     cx, [es:bx + di + 2]
        adc     [%1 + 2], cx
%endmacro

%macro xor_entry 1
        mov     cx, [es:bx + di]
        xor     [%1], cx
        mov     cx, [es:bx + di + 2]
        xor     [%1 + 2], cx
%endmacro

%macro plus_word 1
        add     [%1], ax
        adc     [%1 + 2], dx
%endmacro

%macro xor_word 1
        xor     [%1], ax
        xor     [%1 + 2], dx
%endmacro

; Executes four steps with indices that do not depend on the previous ones.
%macro mix 0
        turn    a
        plus_entry b
        turn    b
        plus_entry c
        turn    c
        plus_entry d
        turn    d
        plus_entry a
%endmacro

%macro copy 2                   ; source, target
        mov     ax, [%1]
        mov     [%2], ax
        mov     ax, [%1 + 2]
        mov     [%2 + 2], ax
%endmacro

; Computes word %1 of the stream, upper byte first, from %2 and the entry of S at ES:SI, with ADD and ADC or with XOR.
%macro give_word 4
        mov     ax, [%2]
        mov     dx, [%2 + 2]
        %3      ax, [es:si + 4 * %1]
        %4      dx, [es:si + 4 * %1 + 2]
        xchg    al, ah
        xchg    dl, dh
        mov     [stream + 4 * %1], dx
        mov     [stream + 4 * %1 + 2], ax
%endmacro

; void seal(const u32 *tables, const u8 *in, u8 *out, u32 length)
; Encrypts or decrypts `length` bytes.
        function seal
        begin_cipher
        mov     word [start], STARTS
.part:  mov     ax, [left]
        or      ax, [left + 2]
        jnz     .some
        jmp     .done
.some:  les     di, [tables_pointer]
        mov     si, di
        add     si, [start]
        add     word [start], TURN
%assign place 0
%rep 8
        mov     ax, [es:si + place]
        mov     [a + place], ax
  %assign place place + 2
%endrep
        mix
        mix
        copy    d, n
        copy    b, n + 4
        copy    a, n + 8
        copy    c, n + 12
        mix
        mov     word [turns], 0
.turn:  mov     word [p], 0
        mov     word [q], 0
        turn    a, p
        plus_entry b
        xor_word b
        turn    b, q
        xor_entry c
        plus_word c
        turn    c, p
        plus_entry d
        xor_word d
        turn    d, q
        xor_entry a
        plus_word a
        turn    a, p
        xor_entry b
        turn    b, q
        plus_entry c
        turn    c, p
        xor_entry d
        turn    d, q
        plus_entry a
        mov     si, [turns]
        shl     si, 4
        add     si, di
        add     si, S
        give_word 0, b, add, adc
        give_word 1, c, xor, xor
        give_word 2, d, add, adc
        give_word 3, a, xor, xor
        mov     si, n
        test    byte [turns], 1
        jz      .even
        mov     si, n + 8
.even:  mov     ax, [si]
        mov     dx, [si + 2]
        plus_word a
        xor_word c
        mov     ax, [si + 4]
        mov     dx, [si + 6]
        plus_word b
        xor_word d
; Encrypt the remaining bytes, at most TURN
        mov     cx, TURN
        cmp     word [left + 2], 0
        jne     .take
        cmp     cx, [left]
        jbe     .take
        mov     cx, [left]
.take:  sub     [left], cx
        sbb     word [left + 2], 0
        mov     dx, cx
        les     di, [out_pointer]
        lds     si, [in_pointer]
        mov     bx, stream
.byte:  lodsb
        xor     al, [ss:bx]
        inc     bx
        stosb
        loop    .byte
        push    ss
        pop     ds
        advance in_pointer, dx
        advance out_pointer, dx
        les     di, [tables_pointer]
        mov     ax, [left]
        or      ax, [left + 2]
        jz      .done
        inc     word [turns]
        cmp     word [turns], TURNS
        je      .end
        jmp     .turn
.end:   jmp     .part
.done:  end_function
