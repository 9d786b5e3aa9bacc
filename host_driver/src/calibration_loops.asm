; Loops whose times on real PCs M. Abrash gives in his Graphics Programming Black Book: chapter 7 (a byte or a zero is
; looked for), 8 (the mean of the values with a certain number, in blocks of elements) and 10 (the greatest common
; divisor). What stands in a loop is what he timed; the functions around are ours, in C's convention for real mode
; (docs/reference/host.md), with near pointers.

        bits 16
        cpu 286
        section .text

        global mean_of_elements, mean_unrolled, mean_by_scan
        global scan_by_loop, scan_by_dec, scan_unrolled, scan_nothing, common_divisor
        global store_words, loop_even, loop_odd, move_words

; unsigned mean_...(unsigned number, struct block *first): a block is the next one's address, a count, and its elements
NUMBER  equ 8
FIRST   equ 12

%macro enter_mean 0
        push bp
        push si
        push di
        mov bp, sp
        xor dx, dx              ; sum
        xor bx, bx              ; how many
        mov si, [bp+FIRST]
        mov ax, [bp+NUMBER]
%endmacro

%macro leave_mean 1             ; how many are in the register
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

; An element is its number and its value
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

; The same, eight elements a turn; the first turn enters where the rest of the count says
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

; The numbers of a block's elements first, then their values
mean_by_scan:
        enter_mean
        mov di, ds
        mov es, di
        cld
        mov bp, bx              ; how many: BX points to values
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

; unsigned scan_...(const char *text, unsigned count, unsigned wanted): where `wanted` stands, from behind it
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

; No search: what the others take beside it
scan_nothing:
        enter_scan
        leave_scan

; Four bytes a turn; the first turn looks at the rest of the count
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

; void store_words(void): a thousand times
        align 2
store_words:
        times 1000 mov word [word_variable], 0
        ret

; void loop_...(unsigned count)
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

; void move_words(unsigned from, unsigned count): to where they are
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
room:   resb 4096               ; for what is searched
