; RC4 (../../software.h): i and j are in CL and CH, indices in BL. SS addresses the state, because DS and ES address the
; data.

%include "real16.inc"

SIZE    equ     256
CHUNK   equ     4000h           ; number of bytes before the pointers are normalised again

        section .bss
        alignb  2
state:  resb    SIZE
in_pointer:
        resw    2
out_pointer:
        resw    2
left:   resw    2               ; number of remaining bytes

        section .text

; Encrypts the byte at DS:SI and stores it at ES:DI.
%macro byte_of_stream 0
        inc     cl
        mov     bl, cl
        mov     ah, [ss:state + bx]
        add     ch, ah
        mov     bl, ch
        mov     al, ah
        xchg    al, [ss:state + bx]
        mov     bl, cl
        mov     [ss:state + bx], al
        add     al, ah
        mov     bl, al
        lodsb
        xor     al, [ss:state + bx]
        stosb
%endmacro

; void rc4(const u8 *key, u32 key_bytes, const u8 *in, u8 *out, u32 length)
; Encrypts or decrypts `length` bytes.
        function rc4
        keep_pointer in_pointer, 2
        keep_pointer out_pointer, 3
        keep    left, 4
        push    ds
        pop     es
        mov     di, state
        mov     cx, SIZE / 2
        mov     ax, 100h
.fill:  stosw
        add     ax, 202h
        loop    .fill
; SI repeats the key, which ends at DI
        les     si, argument(0)
        mov     di, si
        add     di, argument(1)
        xor     bx, bx
        xor     dl, dl
.mix:   mov     al, [state + bx]
        add     dl, al
        add     dl, [es:si]
        xchg    bl, dl
        xchg    al, [state + bx]
        xchg    bl, dl
        mov     [state + bx], al
        inc     si
        cmp     si, di
        jne     .on
        mov     si, argument(0)
.on:    inc     bl
        jnz     .mix
        xor     cx, cx
.chunk: mov     dx, CHUNK
        cmp     word [left + 2], 0
        jne     .take
        cmp     dx, [left]
        jbe     .take
        mov     dx, [left]
.take:  test    dx, dx
        jz      .done
        sub     [left], dx
        sbb     word [left + 2], 0
        push    dx
        les     di, [out_pointer]
        lds     si, [in_pointer]
        shr     dx, 1
        jnc     .even
        byte_of_stream
.even:  test    dx, dx
        jz      .end
.two:   byte_of_stream
        byte_of_stream
        dec     dx
        jnz     .two
.end:   push    ss
        pop     ds
        pop     ax
        advance in_pointer, ax
        advance out_pointer, ax
        jmp     .chunk
.done:  end_function
