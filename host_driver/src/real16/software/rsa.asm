; RSA: the public operation, the private operation, and the private operation with the Chinese remainder theorem
; (../../software.h). The arithmetic is in bignum.asm. A call processes any number of operations with one key; the
; constants of a modulus are computed once per call. Lengths are in limbs of 32 bits, as on other machines.

%include "real16.inc"
%include "bignum.inc"

        extern  words, modulus, inverse, montgomery_product, montgomery_square, multiply, product, subtract_words
        extern  add_words, compare_words, twice

MAX_LIMBS equ   MAX_WORDS / 2
WINDOW  equ     16              ; number of powers, for four bits of the exponent
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
first:  resb    Modulus_size    ; the modulus n, or p
second: resb    Modulus_size    ; the modulus q
key:    resw    1               ; address of the current Modulus
base:   resw    MAX_WORDS
power:  resw    MAX_WORDS       ; `power` and `other` are a power and the next power
other:  resw    MAX_WORDS
unit:   resw    MAX_WORDS       ; the number 1
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
digits: resw    1               ; number of remaining digits of the exponent
now:    resw    1               ; address of `power` or `other`
next:   resw    1               ; address of the other one
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

; Copies CX words from the far pointer %1 to DI; ES must be DS.
%macro take_far 1               ; variable
        push    ds
        lds     si, [%1]
        rep     movsw
        pop     ds
%endmacro

; Copies a number of `words` words.
%macro copy_words 2             ; target, source
        mov     di, %1
        mov     si, %2
        mov     cx, [words]
        rep     movsw
%endmacro

; Selects the Modulus at BX.
use:    mov     [key], bx
        lea     ax, [bx + Modulus.n]
        mov     [modulus], ax
        mov     ax, [bx + Modulus.inverse]
        mov     [inverse], ax
        ret

; Computes the constants of n in the Modulus at BX, and selects it. Sets the carry flag if n is even or 1.
prepare:
        test    byte [bx + Modulus.n], 1
        jz      .refused
; Newton's method doubles the correct bits: 3 6 12 24
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
; The Montgomery square of R 2^t is R 2^(2t): four squarings lead from t = words to t = 16 words.
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

; Doubles the number at DI CX times.
twice_times:
        push    cx
        push    di
        call    twice
        pop     di
        pop     cx
        loop    twice_times
        ret

; Converts the number at SI from Montgomery form; stores the residue at BX.
leave_form:
        mov     di, unit
        jmp     montgomery_product

; Sets `unit` to 1.
make_unit:
        mov     di, unit
        mov     cx, MAX_WORDS
        xor     ax, ax
        rep     stosw
        mov     word [unit], 1
        ret

; Squares the power at [now].
square_power:
        mov     si, [now]
        mov     bx, [next]
        call    montgomery_square
        jmp     exchange_powers

; Multiplies the power at [now] by the number at DI.
multiply_power:
        mov     si, [now]
        mov     bx, [next]
        call    montgomery_product
exchange_powers:
        mov     ax, [now]
        xchg    ax, [next]
        mov     [now], ax
        ret

; Returns digit AX of the exponent in BX; sets the zero flag if it is zero.
digit:  mov     bx, ax
        shr     bx, 1
        add     bx, [exponent_place]
        mov     bl, [bx]
        test    al, 1
        jz      .low
        shr     bl, 4
.low:   and     bx, 15
        ret

; Computes [now] = base^exponent in Montgomery form. The exponent is at [exponent_place] and has [exponent_words] words.
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
; Compute the powers that a window can meet
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

; Processes the exponent bit by bit, beginning below the highest bit that is set.
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
; Sets the zero flag if bit AX of the exponent is clear.
.bit:   mov     bx, ax
        shr     bx, 3
        add     bx, [exponent_place]
        mov     cl, al
        and     cl, 7
        mov     dl, 1
        shl     dl, cl
        test    [bx], dl
        ret

; u32 rsa_power(u32 *results, const u32 *bases, u32 count, const u32 *exponent, u32 exponent_limbs, const u32 *n,
;   u32 limbs)
; Computes results = bases^exponent mod n.
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

; Computes the number at BX = (cipher mod p)^exponent mod p as an ordinary residue; `cipher` has twice the words. cipher
; mod p requires no division: both halves are multiplied by R^2.
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
; Computes results = ciphers^d mod p q.
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

; Computes `product` = mq + q h with h = (mp - mq) / q mod p (Garner's algorithm); mp is power_p, mq the lower half of
; cipher.
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
