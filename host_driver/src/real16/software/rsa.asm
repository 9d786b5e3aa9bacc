; RSA: public and private operation, and the private operation by the Chinese remainder theorem (../software.h). The
; arithmetic is bignum.asm. A call does any number of operations with one key; what follows from a modulus is worked out
; once a call. Lengths are in limbs of 32 bits, as for other machines.

%include "real16.inc"
%include "bignum.inc"

        extern  words, modulus, inverse, montgomery_product, montgomery_square, multiply, product, subtract_words
        extern  add_words, compare_words, twice

MAX_LIMBS equ   MAX_WORDS / 2
WINDOW  equ     16              ; powers, for four bits of the exponent
SHORT_DIGITS equ 8              ; exponents with at most this many digits of four bits are processed bit by bit

struc Modulus
.n:     resw    MAX_WORDS
.one:   resw    MAX_WORDS       ; R mod n, R = 2^(16 words)
.square:
        resw    MAX_WORDS       ; R^2 mod n
.inverse:
        resw    1               ; -1 / n mod 2^16
endstruc

        section .bss
        alignb  2
first:  resb    Modulus_size    ; n, or p
second: resb    Modulus_size    ; q
key:    resw    1               ; the Modulus in use
base:   resw    MAX_WORDS
power:  resw    MAX_WORDS       ; and `other`: a power and what becomes of it
other:  resw    MAX_WORDS
unit:   resw    MAX_WORDS       ; 1
cipher: resw    MAX_WORDS
power_p:
        resw    MAX_WORDS
exponent:
        resw    MAX_WORDS
exponent_q:
        resw    MAX_WORDS
coefficient:
        resw    MAX_WORDS
window: resw    WINDOW * MAX_WORDS
digits: resw    1               ; of the exponent that are left
now:    resw    1               ; `power` or `other`
next:   resw    1               ; the other one of them
exponent_place:
        resw    1
exponent_words:
        resw    1
in_pointer:
        resw    2
out_pointer:
        resw    2
count:  resw    2
table_place:
        resw    1

        section .text

; CX words from far SI pointer to DI; ES = DS
%macro take_far 1               ; variable
        push    ds
        lds     si, [%1]
        rep     movsw
        pop     ds
%endmacro

; The words of a number into CX
%macro copy_words 2             ; to, from
        mov     di, %1
        mov     si, %2
        mov     cx, [words]
        rep     movsw
%endmacro

; Use the Modulus at BX
use:    mov     [key], bx
        lea     ax, [bx + Modulus.n]
        mov     [modulus], ax
        mov     ax, [bx + Modulus.inverse]
        mov     [inverse], ax
        ret

; Work out what follows from n in the Modulus at BX, and use it. Carry: n is even, or 1.
prepare:
        test    byte [bx + Modulus.n], 1
        jz      .refused
; Correct bits double: 3 6 12 24
        mov     si, [bx + Modulus.n]
        mov     di, si
        mov     cx, 3
.newton:
        mov     ax, di
        mul     si
        neg     ax
        add     ax, 2
        mul     di
        mov     di, ax
        loop    .newton
        neg     di
        mov     [bx + Modulus.inverse], di
        call    use
        lea     di, [bx + Modulus.one]
        mov     cx, [words]
        xor     ax, ax
        rep     stosw
        lea     di, [bx + Modulus.one]
        lea     si, [bx + Modulus.n]
        push    bx
        mov     bx, [words]
        add     bx, bx
        test    byte [bx + si - 1], 80h
        pop     bx
        jz      .small
        call    subtract_words
        jmp     .have_one
.small: mov     word [di], 1
        push    bx
        call    compare_words
        pop     bx
        jae     .refused
        mov     cx, [words]
        shl     cx, 4
        call    twice_times
.have_one:
; R 2^t, squared, is R 2^(2t): from t = words four squarings lead to t = 16 words.
        mov     bx, [key]
        lea     di, [bx + Modulus.square]
        lea     si, [bx + Modulus.one]
        mov     cx, [words]
        rep     movsw
        lea     di, [bx + Modulus.square]
        mov     cx, [words]
        call    twice_times
        mov     cx, 2
.square:
        push    cx
        mov     si, [key]
        add     si, Modulus.square
        mov     bx, other
        call    montgomery_square
        mov     si, other
        mov     bx, [key]
        add     bx, Modulus.square
        call    montgomery_square
        pop     cx
        loop    .square
        clc
        ret
.refused:
        stc
        ret

; DI number doubled CX times
twice_times:
        push    cx
        push    di
        call    twice
        pop     di
        pop     cx
        loop    twice_times
        ret

; BX number = SI number back from Montgomery form
leave_form:
        mov     di, unit
        jmp     montgomery_product

; Begin: `unit`
make_unit:
        mov     di, unit
        mov     cx, MAX_WORDS
        xor     ax, ax
        rep     stosw
        mov     word [unit], 1
        ret

; `power` squared
square_power:
        mov     si, [now]
        mov     bx, [next]
        call    montgomery_square
        jmp     exchange_powers

; `power` times DI number
multiply_power:
        mov     si, [now]
        mov     bx, [next]
        call    montgomery_product
exchange_powers:
        mov     ax, [now]
        xchg    ax, [next]
        mov     [now], ax
        ret

; Digit number AX of the exponent: BX, and zero flag
digit:  mov     bx, ax
        shr     bx, 1
        add     bx, [exponent_place]
        mov     bl, [bx]
        test    al, 1
        jz      .low
        shr     bl, 4
.low:   and     bx, 15
        ret

; [now] = base^exponent in Montgomery form: the exponent at [exponent_place], of [exponent_words] words
raise:
        mov     word [now], power
        mov     word [next], other
        mov     ax, [exponent_words]
        shl     ax, 2
.top:   sub     ax, 1
        jc      .zero
        call    digit
        jz      .top
        mov     [digits], ax
        cmp     ax, SHORT_DIGITS
        jb      short_exponent
; The powers that a window can meet
        copy_words window + 2 * MAX_WORDS, base
        mov     word [table_place], window + 2 * 2 * MAX_WORDS
.fill:  mov     bx, [table_place]
        mov     si, bx
        sub     si, 2 * MAX_WORDS
        mov     ax, bx
        sub     ax, window
        test    ax, 2 * MAX_WORDS
        jz      .even
        mov     di, base
        call    montgomery_product
        jmp     .filled
.even:  shr     ax, 1
        mov     si, ax
        add     si, window
        call    montgomery_square
.filled:
        add     word [table_place], 2 * MAX_WORDS
        cmp     word [table_place], window + WINDOW * 2 * MAX_WORDS
        jb      .fill
        mov     ax, [digits]
        call    digit
        shl     bx, 7
        lea     si, [bx + window]
        mov     di, power
        mov     cx, [words]
        rep     movsw
.digit: sub     word [digits], 1
        jc      .done
        call    square_power
        call    square_power
        call    square_power
        call    square_power
        mov     ax, [digits]
        call    digit
        jz      .digit
        shl     bx, 7
        lea     di, [bx + window]
        call    multiply_power
        jmp     .digit
.zero:  mov     si, [key]
        add     si, Modulus.one
        mov     di, power
        mov     cx, [words]
        rep     movsw
.done:  ret

; Bit by bit, from the one after the highest that is set
short_exponent:
        shl     ax, 2
        add     ax, 4
.top:   dec     ax
        call    .bit
        jz      .top
        mov     [digits], ax
        copy_words power, base
.next:  sub     word [digits], 1
        jc      .done
        call    square_power
        mov     ax, [digits]
        call    .bit
        jz      .next
        mov     di, base
        call    multiply_power
        jmp     .next
.done:  ret
; Zero flag: bit AX of the exponent is clear
.bit:   mov     bx, ax
        shr     bx, 3
        add     bx, [exponent_place]
        mov     cl, al
        and     cl, 7
        mov     dl, 1
        shl     dl, cl
        test    [bx], dl
        ret

; u32 rsa_power(u32 *results, const u32 *bases, u32 count, const u32 *exponent, u32 exponent_limbs, const u32 *n, u32
; limbs)
        function rsa_power
        push    ds
        pop     es
        mov     ax, argument(6)
        dec     ax
        cmp     ax, MAX_LIMBS
        jae     .refused
        mov     ax, argument(4)
        cmp     ax, MAX_LIMBS
        ja      .refused
        add     ax, ax
        mov     [exponent_words], ax
        mov     cx, ax
        mov     word [exponent_place], exponent
        mov     di, exponent
        push    ds
        lds     si, argument(3)
        rep     movsw
        lds     si, argument(5)
        mov     cx, argument(6)
        add     cx, cx
        mov     [es:words], cx
        mov     di, first + Modulus.n
        rep     movsw
        pop     ds
        keep_pointer out_pointer, 0
        keep_pointer in_pointer, 1
        keep    count, 2
        call    make_unit
        mov     bx, first
        call    prepare
        jc      .refused
.next:  sub     word [count], 1
        sbb     word [count + 2], 0
        jc      .done
        mov     cx, [words]
        mov     di, cipher
        take_far in_pointer
        mov     di, cipher
        mov     si, [modulus]
        call    compare_words
        jae     .above
        mov     si, cipher
        mov     di, first + Modulus.square
        mov     bx, base
        call    montgomery_product
        call    raise
        mov     si, [now]
        mov     bx, cipher
        call    leave_form
        mov     si, cipher
        mov     cx, [words]
        mov     ax, cx
        add     ax, ax
        les     di, [out_pointer]
        rep     movsw
        push    ds
        pop     es
        advance out_pointer, ax
        advance in_pointer, ax
        jmp     .next
.done:  xor     ax, ax
        jmp     .end
.refused:
        mov     ax, 1
        jmp     .end
.above: mov     ax, 2
.end:   xor     dx, dx
        end_function

; [now] = (cipher mod p)^exponent mod p, in plain form in BX number, for a cipher of twice the words: its residue
; without a division, both halves times R^2
power_of_half:
        push    bx
        mov     si, cipher
        mov     ax, [words]
        add     si, ax
        add     si, ax
        mov     di, [key]
        add     di, Modulus.square
        mov     bx, other
        call    montgomery_product
        mov     si, other
        mov     di, [key]
        add     di, Modulus.square
        mov     bx, base
        call    montgomery_product
        mov     si, cipher
        mov     di, [key]
        add     di, Modulus.square
        mov     bx, other
        call    montgomery_product
        mov     si, other
        mov     di, base
        call    add_words
        mov     di, base
        mov     si, [modulus]
        jc      .over
        call    compare_words
        jb      .below
.over:  call    subtract_words
.below: call    raise
        mov     si, [now]
        pop     bx
        jmp     leave_form

; u32 rsa_crt(u32 *results, const u32 *ciphers, u32 count, const u32 *key, u32 limbs)
        function rsa_crt
        push    ds
        pop     es
        mov     ax, argument(4)
        dec     ax
        cmp     ax, MAX_LIMBS / 2
        jae     .refused
        inc     ax
        add     ax, ax
        mov     [words], ax
        mov     [exponent_words], ax
        mov     bx, ax
        push    ds
        lds     si, argument(3)
        mov     di, first + Modulus.n
        mov     cx, bx
        rep     movsw
        mov     di, second + Modulus.n
        mov     cx, bx
        rep     movsw
        mov     di, exponent
        mov     cx, bx
        rep     movsw
        mov     di, exponent_q
        mov     cx, bx
        rep     movsw
        mov     di, coefficient
        mov     cx, bx
        rep     movsw
        pop     ds
        keep_pointer out_pointer, 0
        keep_pointer in_pointer, 1
        keep    count, 2
        call    make_unit
        mov     bx, second
        call    prepare
        jc      .refused
        mov     bx, first
        call    prepare
        jc      .refused
.next:  sub     word [count], 1
        sbb     word [count + 2], 0
        jc      .done
        mov     cx, [words]
        add     cx, cx
        mov     di, cipher
        take_far in_pointer
        mov     word [exponent_place], exponent
        mov     bx, first
        call    use
        mov     bx, power_p
        call    power_of_half
        mov     word [exponent_place], exponent_q
        mov     bx, second
        call    use
        mov     bx, cipher
        call    power_of_half
        call    combine
        les     di, [out_pointer]
        mov     si, product
        mov     cx, [words]
        add     cx, cx
        mov     ax, cx
        add     ax, ax
        rep     movsw
        push    ds
        pop     es
        advance out_pointer, ax
        advance in_pointer, ax
        jmp     .next
.done:  xor     ax, ax
        jmp     .end
.refused:
        mov     ax, 1
.end:   xor     dx, dx
        end_function

; `product` = mq + q h with h = (mp - mq) / q mod p (Garner): mp is power_p, mq the lower half of cipher
combine:
        mov     bx, first
        call    use
        copy_words base, cipher
.less:  mov     di, base
        mov     si, [modulus]
        call    compare_words
        jb      .below
        call    subtract_words
        jmp     .less
.below: mov     di, power_p
        mov     si, base
        call    subtract_words
        jnc     .positive
        mov     di, power_p
        mov     si, [modulus]
        call    add_words
.positive:
        mov     si, power_p
        mov     di, first + Modulus.square
        mov     bx, other
        call    montgomery_product
        mov     si, other
        mov     di, coefficient
        mov     bx, power
        call    montgomery_product
        mov     si, power
        mov     di, second + Modulus.n
        call    multiply
        mov     di, product
        mov     si, cipher
        call    add_words
        jnc     .done
.carry: inc     word [di]
        jnz     .done
        inc     di
        inc     di
        jmp     .carry
.done:  ret
