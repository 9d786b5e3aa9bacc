; Big numbers in words of 16 bits for the 8086 and the 286: rows unrolled by sixteen words, squares at three quarters of
; the cost of a product. Numbers have near addresses, the least significant word first; `words` is the length of all
; numbers. ES = DS, the direction flag is clear, and all registers may change.

%include "real16.inc"
%include "bignum.inc"

        global  words, modulus, inverse, montgomery_product, montgomery_square, multiply, subtract_words, add_words
        global  compare_words, twice, product

UNROLLED equ    16
LIMB_BYTES equ  14              ; bytes of the code of `limb`

        section .bss
        alignb  2
words:  resw    1
modulus:
        resw    1               ; address of the modulus
inverse:
        resw    1               ; -1 / modulus mod 2^16
result: resw    1
multiplicand:
        resw    1
multiplier:
        resw    1
row_turns:
        resw    1               ; results of plan_row
row_back:
        resw    1
row_entry:
        resw    1
turns:  resw    1
rows:   resw    1
above:  resw    1               ; the carry out of `product`
product:
        resw    2 * MAX_WORDS

        section .text

; Prepares add_row for a row of AX words, not zero. Its first iteration adds the remainder of AX modulo 16, the others
; add 16 words.
plan_row:
        mov     bx, ax
        add     ax, UNROLLED - 1
        shr     ax, 4
        mov     [row_turns], ax
        neg     bx
        and     bx, UNROLLED - 1
        imul    ax, bx, LIMB_BYTES
        add     ax, add_row.limbs
        mov     [row_entry], ax
        add     bx, bx
        mov     [row_back], bx
        ret

; Adds BP times the number at SI to the row at DI that plan_row has prepared. Returns the carry in CX and the address
; after the row in DI. A word takes 41 clocks on a 286, of which the multiplication takes 21.
add_row:
        mov     ax, [row_turns]
        mov     [turns], ax
        sub     di, [row_back]
        xor     bx, bx
        xor     cx, cx
        jmp     [row_entry]

%macro limb 1
        lodsw
        mul     bp
        add     ax, cx
        adc     dx, bx
        add     [byte di + %1], ax
        adc     dx, bx
        mov     cx, dx
%endmacro

.limbs:
%assign place 0
%rep UNROLLED
        limb    place
  %assign place place + 2
%endrep
%if $ - .limbs != UNROLLED * LIMB_BYTES
  %error "add_row's limbs have another length"
%endif
        add     di, 2 * UNROLLED
        dec     word [turns]
        jnz     .limbs
        ret

; Computes `product` = the number at SI times the number at DI.
multiply:
        mov     [multiplier], si
        mov     [multiplicand], di
        mov     cx, [words]
        mov     [rows], cx
        mov     di, product
        xor     ax, ax
        rep     stosw
        mov     ax, [words]
        call    plan_row
        mov     di, product
.row:   mov     si, [multiplier]
        lodsw
        mov     [multiplier], si
        mov     bp, ax
        mov     si, [multiplicand]
        call    add_row
        mov     [di], cx
        mov     ax, [words]
        add     ax, ax
        sub     di, ax
        inc     di
        inc     di
        dec     word [rows]
        jnz     .row
        ret

; Computes the number at BX = the number at SI times the number at DI / R mod modulus, R = 2^(16 words), for a product
; below R * modulus.
montgomery_product:
        mov     [result], bx
        call    multiply
        jmp     reduce

; Computes the number at BX = the square of the number at SI / R mod modulus. It adds the products of two different
; words once, doubles their sum, and adds the squares.
montgomery_square:
        mov     [result], bx
        mov     [multiplier], si
        mov     [multiplicand], si
        mov     di, product
        mov     cx, [words]
        add     cx, cx
        xor     ax, ax
        rep     stosw
        mov     cx, [words]
        mov     di, product + 2
        dec     cx
        jz      .squares
.row:   mov     [rows], cx
        push    di
        mov     ax, cx
        call    plan_row
        mov     si, [multiplicand]
        lodsw
        mov     [multiplicand], si
        mov     bp, ax
        call    add_row
        mov     [di], cx
        pop     di
        add     di, 4
        mov     cx, [rows]
        dec     cx
        jnz     .row
        mov     di, product
        mov     cx, [words]
        clc
.double:
        rcl     word [di], 1
        rcl     word [di + 2], 1
        lea     di, [di + 4]
        loop    .double
.squares:
        mov     si, [multiplier]
        mov     di, product
        mov     cx, [words]
        xor     bp, bp
.square:
        lodsw
        mul     ax
        shr     bp, 1
        adc     [di], ax
        adc     [di + 2], dx
        sbb     bp, bp
        add     di, 4
        loop    .square

; Computes the number at [result] = product / R mod modulus.
reduce:
        mov     ax, [words]
        mov     [rows], ax
        call    plan_row
        mov     word [above], 0
        mov     di, product
.row:   mov     ax, [di]
        mul     word [inverse]
        mov     bp, ax
        mov     si, [modulus]
        call    add_row
        shr     word [above], 1
        adc     [di], cx
        rcl     word [above], 1
        mov     ax, [words]
        add     ax, ax
        sub     di, ax
        inc     di
        inc     di
        dec     word [rows]
        jnz     .row
        mov     si, di
        mov     di, [result]
        mov     cx, [words]
        rep     movsw
        mov     di, [result]
        mov     si, [modulus]
        test    word [above], 1
        jnz     subtract_words
        call    compare_words
        jae     subtract_words
        ret

; Subtracts the number at SI from, or adds it to, the number at DI; returns the carry.
%macro chain 2
%1:     mov     cx, [words]
        clc
.next:  lodsw
        %2      [di], ax
        inc     di
        inc     di
        loop    .next
        ret
%endmacro
        chain   subtract_words, sbb
        chain   add_words, adc

; Compares the number at DI with the number at SI and sets the flags as CMP does; preserves DI and SI.
compare_words:
        mov     bx, [words]
        add     bx, bx
.next:  mov     ax, [bx + di - 2]
        cmp     ax, [bx + si - 2]
        jne     .done
        sub     bx, 2
        jnz     .next
.done:  ret

; Doubles the number at DI mod modulus; the number is below the modulus.
twice:
        push    di
        mov     si, di
        call    add_words
        pop     di
        mov     si, [modulus]
        jc      subtract_words
        call    compare_words
        jae     subtract_words
        ret
