; Loops whose times on real PCs M. Abrash gives in his Graphics Programming Black Book: chapter 7 (search for a byte or
; a zero), chapter 8 (mean of the values with a certain number, in blocks of elements) and chapter 10 (greatest common
; divisor). The instructions in a loop are those that he timed. The functions around them are ours, with C's calling
; convention in real mode (docs/reference/host.md) and near pointers.

        bits 16
        cpu 286
        section .text

        global mean_of_elements, mean_unrolled, mean_by_scan
        global scan_by_loop, scan_by_dec, scan_unrolled, scan_nothing, common_divisor
        global store_words, loop_even, loop_odd, move_words

; unsigned mean_...(unsigned number, struct block *first)
; Return the mean of the values of all elements with `number`. A block is the address of the next block, a count, and
; this many elements.
NUMBER  equ 8
FIRST   equ 12

%macro enter_mean 0
        push bp
        push si
        push di
        mov bp, sp
        xor dx, dx              ; sum of the values
        xor bx, bx              ; number of values
        mov si, [bp+FIRST]
        mov ax, [bp+NUMBER]
%endmacro

%macro leave_mean 1             ; the register with the number of values
        mov ax, dx
        xor dx, dx
        test %1, %1
        jz %%none
        div %1
%%none: xor dx, dx
        pop di
        pop si
        pop bp
        ret
%endmacro

; Reads elements, each of which is its number and its value.
mean_of_elements:
        enter_mean
.block: mov cx, [si+2]
        lea di, [si+4]
        jcxz .next
.element:
        cmp [di], ax
        jnz .other
        inc bx
        add dx, [di+2]
.other: add di, 4
        loop .element
.next:  mov si, [si]
        test si, si
        jnz .block
        leave_mean bx

; Does the same with eight elements per iteration. The first iteration enters at the remainder of the count modulo 8.
mean_unrolled:
        enter_mean
        mov di, ds
        mov es, di
        cld
.block: mov cx, [si+2]
        lea di, [si+4]
        jcxz .next
        mov bp, cx
        add cx, 7
        shr cx, 1
        shr cx, 1
        shr cx, 1
        and bp, 7
        shl bp, 1
        jmp [cs:.entries+bp]
        align 2
.turn:
%assign left 8
%rep 8
.left%[left]:
        scasw
        jnz .other%[left]
        inc bx
        add dx, [di]
.other%[left]:
        add di, 2
%assign left left-1
%endrep
        loop .turn
.next:  mov si, [si]
        test si, si
        jnz .block
        leave_mean bx
        section .rodata align=2
.entries:
        dw .left8, .left1, .left2, .left3, .left4, .left5, .left6, .left7
        section .text

; Reads blocks with the numbers of all elements first and their values after them.
mean_by_scan:
        enter_mean
        mov di, ds
        mov es, di
        cld
        mov bp, bx              ; number of values, because BX is the offset of the values
.block: mov cx, [si+2]
        jcxz .next
        mov bx, cx
        shl bx, 1
        lea di, [si+4]
.more:  repnz scasw
        jnz .next
        inc bp
        add dx, [di+bx-2]
        test cx, cx
        jnz .more
.next:  mov si, [si]
        test si, si
        jnz .block
        leave_mean bp

; unsigned scan_...(const char *text, unsigned count, unsigned wanted)
; Return the address after the first byte that is `wanted` or 0.
%macro enter_scan 0
        push si
        mov bx, sp
        mov si, [bx+4]
        mov cx, [bx+8]
        mov ah, [bx+12]
        cld
%endmacro

%macro leave_scan 0
.found: mov ax, si
        xor dx, dx
        pop si
        ret
%endmacro

%macro look 0
        lodsb
        cmp al, ah
        jz .found
        and al, al
        jz .found
%endmacro

scan_by_loop:
        enter_scan
.byte:  look
        loop .byte
        leave_scan

scan_by_dec:
        enter_scan
.byte:  look
        dec cx
        jnz .byte
        leave_scan

; Does not search; it measures the time of the calls around the loops.
scan_nothing:
        enter_scan
        leave_scan

; Checks four bytes per iteration. The first iteration checks the remainder of the count modulo 4.
scan_unrolled:
        enter_scan
        mov bx, cx
        add cx, 3
        shr cx, 1
        shr cx, 1
        and bx, 3
        shl bx, 1
        jmp [cs:.entries+bx]
        align 2
.four:  look
.three: look
.two:   look
.one:   look
        loop .four
        leave_scan
        section .rodata
.entries:
        dw .four, .one, .two, .three
        section .text

; unsigned common_divisor(unsigned one, unsigned other)
; Returns the greatest common divisor.
        align 2
common_divisor:
        push bp
        mov bp, sp
        push si
        push di
        mov ax, [bp+4]
        mov bx, [bp+8]
        cmp ax, bx
        jae .divide
        xchg ax, bx
.divide:
%rep 4
        sub dx, dx
        div bx
        and dx, dx
        jz .found
        mov ax, bx
        mov bx, dx
%endrep
        jmp .divide
        align 2
.found: mov ax, bx
        xor dx, dx
        pop di
        pop si
        pop bp
        ret

; void store_words(void)
; Stores a word 1000 times.
        align 2
store_words:
        times 1000 mov word [word_variable], 0
        ret

; void loop_...(unsigned count)
; Execute LOOP at an even and at an odd address.
        align 2
loop_even:
        mov bx, sp
        mov cx, [bx+2]
        align 2
.turn:  loop .turn
        ret

        align 2
loop_odd:
        mov bx, sp
        mov cx, [bx+2]
        align 2
        nop
.turn:  loop .turn
        ret

; void move_words(unsigned from, unsigned count)
; Moves words to their own address.
move_words:
        push si
        push di
        mov bx, sp
        mov si, [bx+6]
        mov di, si
        mov cx, [bx+10]
        push ds
        pop es
        cld
        rep movsw
        pop di
        pop si
        ret

        section .bss align=2
        global room
word_variable:
        resw 1
        alignb 2
room:   resb 4096               ; bytes that the functions search
