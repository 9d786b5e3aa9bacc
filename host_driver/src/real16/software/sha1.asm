; SHA-1, HMAC and HMAC_DRBG (../../software.h): 32-bit words are two words of 16 bits, all in memory; a step works on
; one of them in DX:AX. The schedule is computed before the steps. A loop has five unrolled steps.

%include "real16.inc"

BLOCK   equ     64
DIGEST  equ     20
LENGTH  equ     BLOCK - 8       ; offset of the number of bits in the last block
STEPS   equ     80
LONGEST_SEED equ 96

        section .data
        align   2
initial:
        dd      67452301h, 0EFCDAB89h, 98BADCFEh, 10325476h, 0C3D2E1F0h

        section .bss
        alignb  2
chain:  resd    5
a:      resd    1
b:      resd    1
c:      resd    1
d:      resd    1
e:      resd    1
schedule:
        resd    STEPS
last:   resb    BLOCK
pad:    resb    BLOCK           ; the key xor a byte
inner:  resb    DIGEST
in_pointer:
        resw    2
left:   resw    2               ; number of remaining bytes
length_in_bits:
        resw    3
out_pointer:
        resw    2
turns:  resw    1
; The state of a generator: the key, the value after it, the SHA-1 states after the inner and the outer block of the key
generator_key:
        resb    DIGEST
generator_value:
        resb    DIGEST
inner_state:
        resd    DIGEST / 4
outer_state:
        resd    DIGEST / 4
message:
        resb    DIGEST + 1 + LONGEST_SEED
generator_out:
        resw    2
all_left:
        resw    2               ; number of remaining bytes
request_left:
        resw    2

        section .text

; Rotates DX:AX by %2 with instruction %1; %3 is the mask of the bits that change words. Changes CX.
%macro turn 3
        %1      dx, %2
        %1      ax, %2
        mov     cx, dx
        xor     cx, ax
        and     cx, %3
        xor     dx, cx
        xor     ax, cx
%endmacro

; Computes in %1 one half of a function of b, c, d, which are %2, %3 and %4 in memory; changes CX.
%macro choose 4
        mov     %1, %3
        xor     %1, %4
        and     %1, %2
        xor     %1, %4
%endmacro
%macro parity 4
        mov     %1, %2
        xor     %1, %3
        xor     %1, %4
%endmacro
%macro majority 4
        mov     %1, %2
        mov     cx, %1
        and     %1, %3
        or      cx, %3
        and     cx, %4
        or      %1, cx
%endmacro

; Executes a step: function, constant, a, b, c, d, e, number in the iteration; SI is the address in the schedule.
%macro step 8
        %1      ax, [%4], [%5], [%6]
        %1      dx, [%4 + 2], [%5 + 2], [%6 + 2]
        add     ax, [si + 4 * %8]
        adc     dx, [si + 4 * %8 + 2]
        add     ax, %2 & 0FFFFh
        adc     dx, %2 >> 16
        add     [%7], ax
        adc     [%7 + 2], dx
        mov     ax, [%3]
        mov     dx, [%3 + 2]
        turn    rol, 5, 1Fh
        add     [%7], ax
        adc     [%7 + 2], dx
        mov     ax, [%4]
        mov     dx, [%4 + 2]
        turn    ror, 2, 0C000h
        mov     [%4], ax
        mov     [%4 + 2], dx
%endmacro

; Executes twenty steps.
%macro steps 2
        mov     word [turns], 4
%%turn: step    %1, %2, a, b, c, d, e, 0
        step    %1, %2, e, a, b, c, d, 1
        step    %1, %2, d, e, a, b, c, 2
        step    %1, %2, c, d, e, a, b, 3
        step    %1, %2, b, c, d, e, a, 4
        add     si, 20
        dec     word [turns]
        jz      %%done
        jmp     %%turn
%%done:
%endmacro

; Updates `chain` with the block at ES:SI. Changes all registers except for BP and DS.
block:  mov     di, schedule
        mov     bx, BLOCK / 4
.word:  mov     dx, [es:si]
        mov     ax, [es:si + 2]
        xchg    dl, dh
        xchg    al, ah
        mov     [di], ax
        mov     [di + 2], dx
        add     si, 4
        add     di, 4
        dec     bx
        jnz     .word
        mov     bx, STEPS - BLOCK / 4
.more:  mov     ax, [di - 4 * 3]
        mov     dx, [di - 4 * 3 + 2]
        xor     ax, [di - 4 * 8]
        xor     dx, [di - 4 * 8 + 2]
        xor     ax, [di - 4 * 14]
        xor     dx, [di - 4 * 14 + 2]
        xor     ax, [di - 4 * 16]
        xor     dx, [di - 4 * 16 + 2]
        turn    rol, 1, 1
        mov     [di], ax
        mov     [di + 2], dx
        add     di, 4
        dec     bx
        jnz     .more
        push    ds
        pop     es
        mov     si, chain
        mov     di, a
        mov     cx, DIGEST / 2
        rep     movsw
        mov     si, schedule
        steps   choose, 5A827999h
        steps   parity, 6ED9EBA1h
        steps   majority, 8F1BBCDCh
        steps   parity, 0CA62C1D6h
%assign place 0
%rep DIGEST / 4
        mov     ax, [a + place]
        mov     dx, [a + place + 2]
        add     [chain + place], ax
        adc     [chain + place + 2], dx
  %assign place place + 4
%endrep
        ret

; Sets `chain` to the initial state.
begin:  push    ds
        pop     es
        mov     si, initial
        mov     di, chain
        mov     cx, DIGEST / 2
        rep     movsw
        ret

; Processes the rest of a message, [left] bytes at [in_pointer] after CX bytes in `chain`, and stores the digest at
; [out_pointer].
finish: mov     ax, [left]
        mov     dx, [left + 2]
        add     ax, cx
        adc     dx, 0
        xor     cx, cx
%rep 3
        add     ax, ax
        adc     dx, dx
        adc     cx, cx
%endrep
        mov     [length_in_bits], ax
        mov     [length_in_bits + 2], dx
        mov     [length_in_bits + 4], cx
.next:  sub     word [left], BLOCK
        sbb     word [left + 2], 0
        jc      .rest
        les     si, [in_pointer]
        call    block
        advance in_pointer, BLOCK
        jmp     .next
; Pad with a one bit, zeros and the number of bits
.rest:  mov     cx, [left]
        add     cx, BLOCK
        push    ds
        pop     es
        mov     di, last
        lds     si, [in_pointer]
        rep     movsb
        push    es
        pop     ds
        mov     al, 80h
        stosb
        xor     ax, ax
        mov     cx, last + BLOCK
        sub     cx, di
        cmp     di, last + LENGTH
        jbe     .fits
        rep     stosb
        mov     si, last
        call    block
        mov     di, last
        xor     ax, ax
        mov     cx, BLOCK
.fits:  sub     cx, BLOCK - LENGTH
        rep     stosb
        stosw
%assign place 4
%rep 3
        mov     ax, [length_in_bits + place]
        xchg    al, ah
        stosw
  %assign place place - 2
%endrep
        mov     si, last
        call    block
        les     di, [out_pointer]
        mov     si, chain
        mov     cx, DIGEST / 4
.word:  lodsw
        mov     dx, ax
        lodsw
        xchg    al, ah
        stosw
        mov     ax, dx
        xchg    al, ah
        stosw
        loop    .word
        ret

; void sha1(const u8 *in, u32 length, u8 *digest)
; Computes the digest of a message.
        function sha1
        keep_pointer in_pointer, 0
        keep    left, 1
        keep    out_pointer, 2
        call    begin
        xor     cx, cx
        call    finish
        end_function

; Computes the state after the block at `pad`.
begin_keyed:
        call    begin
        mov     si, pad
        jmp     block

; void hmac_sha1(const u8 *key, u32 key_bytes, const u8 *in, u32 length, u8 *code)
; Computes the authentication code of a message.
        function hmac_sha1
        keep_pointer in_pointer, 2
        keep    left, 3
        mov     word [out_pointer], inner
        mov     [out_pointer + 2], ds
        push    ds
        pop     es
        mov     di, pad
        mov     cx, argument(1)
        mov     dx, BLOCK
        sub     dx, cx
        lds     si, argument(0)
        rep     movsb
        push    ss
        pop     ds
        mov     cx, dx
        xor     ax, ax
        rep     stosb
        mov     al, 36h
        call    .mask
        call    begin_keyed
        mov     cx, BLOCK
        call    finish
        mov     al, 36h ^ 5Ch
        call    .mask
        call    begin_keyed
        mov     word [in_pointer], inner
        mov     [in_pointer + 2], ds
        mov     word [left], DIGEST
        mov     word [left + 2], 0
        find_arguments
        keep    out_pointer, 4
        mov     cx, BLOCK
        call    finish
        end_function
.mask:  mov     cx, BLOCK
        mov     di, pad
.byte:  xor     [di], al
        inc     di
        loop    .byte
        ret

; Computes the states after the inner and the outer block of the generator's key.
key_states:
        mov     al, 36h
        mov     bx, inner_state
        call    .block
        mov     al, 5Ch
        mov     bx, outer_state
.block: push    bx
        push    ds
        pop     es
        mov     ah, al
        mov     si, generator_key
        mov     di, pad
        mov     cx, DIGEST
.byte:  lodsb
        xor     al, ah
        stosb
        loop    .byte
        mov     al, ah
        mov     cx, BLOCK - DIGEST
        rep     stosb
        call    begin_keyed
        pop     di
        push    ds
        pop     es
        mov     si, chain
        mov     cx, DIGEST / 2
        rep     movsw
        ret

; Computes the HMAC of CX bytes at SI under the generator's key and stores it at DI.
generator_code:
        mov     [in_pointer], si
        mov     [in_pointer + 2], ds
        mov     [left], cx
        mov     [out_pointer], di
        mov     [out_pointer + 2], ds
        mov     si, inner_state
        call    .rest
        mov     si, [out_pointer]
        mov     [in_pointer], si
        mov     [in_pointer + 2], ds            ; `advance` may have changed it
        mov     word [left], DIGEST
        mov     si, outer_state
.rest:  mov     word [left + 2], 0
        push    ds
        pop     es
        mov     di, chain
        mov     cx, DIGEST / 2
        rep     movsw
        mov     cx, BLOCK
        jmp     finish

; Updates the key from the value, AL and CX bytes of the seed, and then the value with the new key.
mix:    push    cx
        push    ds
        pop     es
        mov     si, generator_value
        mov     di, message
        mov     cx, DIGEST
        rep     movsb
        stosb
        pop     cx
        mov     dx, cx
        jcxz    .mixed
        lds     si, argument(0)
        rep     movsb
        push    es
        pop     ds
.mixed: mov     cx, dx
        add     cx, DIGEST + 1
        mov     si, message
        mov     di, generator_key
        call    generator_code
        call    key_states
next_value:
        mov     si, generator_value
        mov     di, si
        mov     cx, DIGEST
        jmp     generator_code

; void hmac_drbg(const u8 *seed, u32 seed_bytes, u32 request, u8 *out, u32 length)
; Generates `length` bytes in requests of `request` bytes.
        function hmac_drbg
        keep_pointer generator_out, 3
        keep    all_left, 4
        push    ds
        pop     es
        mov     di, generator_key
        xor     ax, ax
        mov     cx, DIGEST / 2
        rep     stosw
        mov     ax, 0101h
        mov     cx, DIGEST / 2
        rep     stosw
        call    key_states
        xor     al, al
        mov     cx, argument(1)
        call    mix
        mov     al, 1
        mov     cx, argument(1)
        call    mix
.request:
        mov     ax, [all_left]
        mov     dx, [all_left + 2]
        mov     cx, ax
        or      cx, dx
        jz      .done
        cmp     dx, upper(2)
        jb      .last
        ja      .whole
        cmp     ax, argument(2)
        jbe     .last
.whole: mov     ax, argument(2)
        mov     dx, upper(2)
.last:  sub     [all_left], ax
        sbb     [all_left + 2], dx
        mov     [request_left], ax
        mov     [request_left + 2], dx
.value: call    next_value
        mov     cx, DIGEST
        cmp     word [request_left + 2], 0
        jne     .copied
        cmp     [request_left], cx
        jae     .copied
        mov     cx, [request_left]
.copied:
        sub     [request_left], cx
        sbb     word [request_left + 2], 0
        mov     dx, cx
        les     di, [generator_out]
        mov     si, generator_value
        rep     movsb
        advance generator_out, dx
        mov     ax, [request_left]
        or      ax, [request_left + 2]
        jnz     .value
        xor     al, al
        xor     cx, cx
        call    mix
        jmp     .request
.done:  end_function
