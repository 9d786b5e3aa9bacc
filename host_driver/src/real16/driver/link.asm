; The link to the card (../../driver/link.h): registers, commands and replies, the bus, the window.
; docs/reference/card.md describes the registers, docs/reference/firmware.md the commands. Routines return an error in
; AX, or zero.

%include "real16.inc"
%include "card.inc"

        extern  timer_now, timer_since, pause
%ifdef INTERRUPT
        extern  interrupt_install, interrupt_wait
%endif
        global  base, khz, opcode, argument_word, clocks, milliseconds, reply_input, reply_output, reply_further
        global  link_install, link_reset, link_wait, link_send, link_receive, link_command, link_set_control
        global  link_set_counter, link_take_bus, link_give_bus_back
        global  link_put, link_get

SLOWEST_KHZ     equ     1000
; QUICK polls have no pause; a later pause leaves the bus free for a SLACKth of the time so far
QUICK           equ     100
SHORTEST_PAUSE  equ     12      ; ticks: 10 us
LONGEST_PAUSE   equ     24000   ; 20 ms
SLACK           equ     256
%if SLACK != 256
  %error "`patiently` divides by taking the upper bytes"
%endif
WAIT_MS         equ     2       ; for events that take the DSP some instructions, at any clock

        section .bss
        alignb  2
base:   resw    1
window: resw    2               ; far address
window_size:
        resw    1
khz:    resw    1               ; the DSP's clock, from which time limits follow
; The command: its first word and its time limit
opcode: resb    1
        alignb  2
argument_word:
        resw    1
clocks: resw    2
milliseconds:
        resw    1
reply_input:
        resw    2
reply_output:
        resw    2
reply_further:
        resw    2
first_word:
        resw    2
product:
        resw    3
wait_last:
        resw    1
elapsed:
        resw    2
limit:  resw    2
wait_ms:
        resw    2
wait_bit:
        resb    1
wait_needed:
        resb    1
control:
        resb    1               ; the last value written to CTRL
number: resb    1               ; number of the next command
sent:   resb    1               ; number of the last command
words_left:
        resb    1

        section .text

; Stores the addresses of the card: AX is the port, DX:BX a far pointer to the window, CX its size, at most 32 KB.
link_install:
        mov     [base], ax
        mov     [window], bx
        mov     [window + 2], dx
        mov     [window_size], cx
        ret

; Resets the DSP and maps the window. The next command is number 0.
link_reset:
        mov     al, MODES
        mov     [control], al
        mov     byte [number], 0
        mov     word [khz], SLOWEST_KHZ
        out_register CTRL
        mov     ax, [window + 2]
        shr     ax, 9           ; a step is 8 KB
        out_register WINBASE
%ifdef INTERRUPT
        call    interrupt_install
%endif
        ret

; Waits for bit AH of register AL, for at least CX milliseconds. Sets the zero flag if the time is over.
link_wait:
        xor     bl, bl
        mov     [wait_ms], cx
        mov     word [wait_ms + 2], 0
; Waits for [wait_ms] milliseconds, but returns early if a bit of BL becomes 0
wait_needing:
        mov     dx, [base]
        add     dl, al
        mov     cx, QUICK
.poll:  in      al, dx
        test    al, ah
        jnz     .came
        loop    .poll
        jmp     patiently
.came:  ret

; Waits with pauses at port DX, for a millisecond more than requested.
patiently:
        mov     [wait_bit], ah
        mov     [wait_needed], bl
        push    si
        push    dx
        add     word [wait_ms], 1
        adc     word [wait_ms + 2], 0
        mov     cx, TICKS_PER_MS
        mov     ax, [wait_ms + 2]
        mul     cx
        mov     bx, ax
        mov     ax, [wait_ms]
        mul     cx
        add     dx, bx
        mov     [limit], ax
        mov     [limit + 2], dx
        xor     ax, ax
        mov     [elapsed], ax
        mov     [elapsed + 2], ax
        call    timer_now
        mov     [wait_last], ax
.poll:  pop     dx
        push    dx
        in      al, dx
        test    al, [wait_bit]
        jnz     .done
        not     al
        test    al, [wait_needed]
        jnz     .late
        mov     ax, [limit]
        mov     dx, [limit + 2]
        sub     ax, [elapsed]
        sbb     dx, [elapsed + 2]
        jc      .late
; Limit elapsed / SLACK to the bounds
        mov     al, [elapsed + 1]
        mov     ah, [elapsed + 2]
        cmp     byte [elapsed + 3], 0
        jne     .longest
        cmp     ax, LONGEST_PAUSE
        jbe     .not_longest
.longest:
        mov     ax, LONGEST_PAUSE
.not_longest:
        cmp     ax, SHORTEST_PAUSE
        jae     .pause
        mov     ax, SHORTEST_PAUSE
.pause: call    pause
        mov     si, wait_last
        call    timer_since
        add     [elapsed], ax
        adc     word [elapsed + 2], 0
        jmp     .poll
.late:  xor     al, al
.done:  pop     dx
        pop     si
        ret

; Computes `product` = the signed word DL:AX times the factor CL:BX, modulo 2^48.
multiply_word:
        push    di
        xor     ch, ch
        xor     dh, dh
        mov     di, dx
        push    ax
        mul     bx
        mov     [product], ax
        mov     [product + 2], dx
        pop     ax
        mul     cx
        add     [product + 2], ax
        adc     dx, 0
        mov     [product + 4], dx
        mov     ax, di
        mul     bx
        add     [product + 2], ax
        adc     [product + 4], dx
        mov     ax, di
        mul     cx
        add     [product + 4], ax
        test    di, 80h
        jz      .positive
        xor     al, al
        mov     ah, bl
        sub     [product + 2], ax
        mov     al, bh
        mov     ah, cl
        sbb     [product + 4], ax
.positive:
        pop     di
        ret

; Returns in DL:AX the high word xor the low word of the fractional product `product`.
mix:    shl     word [product], 1
        rcl     word [product + 2], 1
        rcl     word [product + 4], 1
        mov     al, [product + 3]
        mov     ah, [product + 4]
        xor     ax, [product]
        mov     dl, [product + 2]
        xor     dl, [product + 5]
        ret

; Sends the word DL:AX to the DSP.
send_word:
        mov     bl, dl
        mov     bh, al
        mov     dx, [base]
        add     dx, TXH
        mov     al, bl
        out     dx, al
        inc     dx
        mov     al, ah
        out     dx, al
        inc     dx
        mov     al, bh
        out     dx, al
        ret

; Returns in DL:AX a word from the DSP.
receive_word:
        mov     dx, [base]
        add     dx, RXH
        in      al, dx
        mov     bl, al
        inc     dx
        in      al, dx
        mov     ah, al
        inc     dx
        in      al, dx
        mov     dl, bl
        ret

; Sends the command.
link_send:
        in_register ISR
        test    al, ISR_RXDF
        jz      .no_reply
        mov     ax, STRAY_REPLY
        ret
.no_reply:
        test    al, ISR_TXDE
        jnz     .ready
        call    wait_to_send
        jz      .not_taken
.ready: mov     dx, [argument_word]
        mov     al, [opcode]
        mov     ah, dl
        mov     dl, dh
        xor     dh, dh
        mov     [first_word], ax
        mov     [first_word + 2], dx
        call    send_word
        mov     ax, [first_word]
        mov     dx, [first_word + 2]
        mov     bx, COMMAND_FACTOR & 0FFFFh
        mov     cl, COMMAND_FACTOR >> 16
        call    multiply_word
        mov     bl, [number]
        xor     bh, bh
        mov     ax, NUMBER_FACTOR & 0FFFFh
        mul     bx
        add     [product], ax
        adc     [product + 2], dx
        adc     word [product + 4], 0
        mov     ax, NUMBER_FACTOR >> 16
        mul     bx
        add     [product + 2], ax
        adc     [product + 4], dx
        call    mix
        mov     al, [number]
        mov     [first_word], ax
        mov     [first_word + 2], dx
        call    wait_to_send
        jz      .not_taken
        mov     ax, [first_word]
        mov     dx, [first_word + 2]
        call    send_word
        mov     al, [number]
        mov     [sent], al
        inc     al
        jnz     .next
        inc     al
.next:  mov     [number], al
        xor     ax, ax
        ret
.not_taken:
        mov     ax, COMMAND_NOT_TAKEN
        ret

wait_to_send:
        mov     ax, ISR_TXDE << 8 | ISR
        mov     cx, WAIT_MS
        jmp     link_wait

; Receives the reply, with one more word if CL is not zero. Returns in AX an error or the firmware's status.
link_receive:
        push    di
        mov     al, 2
        test    cl, cl
        jz      .words
        inc     ax
.words: mov     [words_left], al
        xor     dx, dx
        mov     ax, [clocks + 2]
        div     word [khz]
        mov     bx, ax
        mov     ax, [clocks]
        div     word [khz]
        mov     dx, bx
        add     ax, [milliseconds]
        adc     dx, 0
        add     ax, ax
        adc     dx, dx
        add     ax, WAIT_MS
        adc     dx, 0
%ifdef INTERRUPT
        call    interrupt_wait
%else
        call    wait_for_word
%endif
        jz      .no_word
        call    receive_word
        mov     [first_word], ax
        mov     [first_word + 2], dl
        test    dl, dl
        jz      .good
        mov     byte [words_left], 2
.good:  mov     di, reply_input
.word:  mov     ax, WAIT_MS
        xor     dx, dx
        call    wait_for_word
        jz      .no_word
        call    receive_word
        mov     [di], ax
        mov     [di + 2], dl
        add     di, 4
        dec     byte [words_left]
        jnz     .word
        mov     ax, [first_word]
        xor     al, al
        mov     dl, [first_word + 2]
        mov     bx, REPLY_FACTOR & 0FFFFh
        mov     cl, REPLY_FACTOR >> 16
        call    multiply_word
        call    mix
        cmp     al, [first_word]
        mov     ax, DAMAGED_REPLY
        jne     .done
        mov     al, [sent]
        cmp     al, [first_word + 1]
        mov     ax, WRONG_REPLY
        jne     .done
        mov     al, [first_word + 2]
        xor     ah, ah
        jmp     .done
.no_word:
        in_register ISR
        test    al, ISR_HF3
        mov     ax, FAULT
        jz      .done
        mov     ax, NO_ANSWER
.done:  pop     di
        test    ax, ax
        ret

; Waits for a word for DX:AX milliseconds.
wait_for_word:
        mov     [wait_ms], ax
        mov     [wait_ms + 2], dx
        mov     ax, ISR_RXDF << 8 | ISR
        mov     bl, ISR_HF3
        jmp     wait_needing

link_command:
        push    cx
        call    link_send
        pop     cx
        test    ax, ax
        jz      link_receive
        ret

; Sets CTRL to AL. Returns an error if CTRL is not the last value that was written.
link_set_control:
        mov     ah, al
        in_register CTRL
        cmp     al, [control]
        jne     .reset
        mov     al, ah
        out     dx, al
        mov     [control], al
        xor     ax, ax
        ret
.reset: mov     ax, CARD_RESET
        ret

; Sets the counter to AX.
link_set_counter:
        mov     dx, [base]
        add     dx, AGLOW
        out     dx, al
        inc     dx
        mov     al, ah
        out     dx, al
        ret

link_give_bus_back:
        mov     al, MODES | CTRL_RUN
        jmp     link_set_control

; Takes the DSP's bus, with the counter at AX of a bank and in a load mode; BL is a combination of CTRL_BANK and
; CTRL_LOW.
link_take_bus:
        push    ax
        mov     al, MODES | CTRL_RUN | CTRL_WEN | CTRL_BR
        or      al, bl
        call    link_set_control
        pop     bx
        return_error
        push    bx
        mov     ax, STATUS_BG << 8 | STATUS
        mov     cx, WAIT_MS
        call    link_wait
        pop     ax
        jz      .not_granted
        call    link_set_counter
        xor     ax, ax
        ret
.not_granted:
        call    link_give_bus_back
        mov     ax, BUS_NOT_GRANTED
        ret

; All addresses of the window access the counter's address: a block that is longer than the window starts again at its
; beginning.

; Copies CX bytes from DX:SI to the card.
link_put:
        push    di
        push    ds
        mov     ds, dx
        les     di, [ss:window]
        mov     dx, cx
.part:  mov     di, [ss:window]
        mov     cx, [ss:window_size]
        cmp     cx, dx
        jbe     .move
        mov     cx, dx
.move:  sub     dx, cx
        rep     movsb
        test    dx, dx
        jnz     .part
        pop     ds
        pop     di
        ret

; Copies CX bytes from the card to DX:DI.
link_get:
        push    si
        push    ds
        mov     es, dx
        lds     si, [window]
        mov     dx, cx
.part:  mov     si, [ss:window]
        mov     cx, [ss:window_size]
        cmp     cx, dx
        jbe     .move
        mov     cx, dx
.move:  sub     dx, cx
        rep     movsb
        test    dx, dx
        jnz     .part
        pop     ds
        pop     si
        ret
