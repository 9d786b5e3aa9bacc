; Time from the PC's 8254 interval timer (../../driver/timer.h): counter 0 in the BIOS's setting, mode 3 over 65536
; counts, with 1,193,182 counts a second.

%include "real16.inc"

        global  timer_now, timer_since, timer_install, pause, wait_overhead

COUNTER         equ     40h
TIMER_CONTROL   equ     43h
READ_BACK       equ     0C2h    ; latch count and status of counter 0
OUTPUT          equ     80h     ; of the status
MODE            equ     3Fh
SQUARE_WAVE     equ     36h     ; low then high byte, mode 3, binary
TRIAL           equ     256
PATIENCE        equ     1000

        section .data
        align   2
trial_ticks:
        dw      1               ; ticks of TRIAL iterations of `loop_rounds`
overhead:
        dw      0, 0            ; ticks of the wait before each job

        section .bss
        alignb  2
last:   resw    1

        section .text

; Executes CX iterations, not zero, of some seventy clocks; nearly all of them are those of the two divisions.
loop_rounds:
        mov     bx, 10
        xor     ax, ax
.round: xor     dx, dx
        div     bx
        xor     dx, dx
        div     bx
        loop    .round
        ret

; Returns in AX the number of ticks within counter 0's period. In mode 3 the counter counts down its period twice, in
; steps of two: first with its output high, then low.
timer_now:
        mov     al, READ_BACK
        out     TIMER_CONTROL, al
        in      al, COUNTER
        mov     bl, al
        in      al, COUNTER
        mov     ah, al
        in      al, COUNTER
        xchg    al, ah
        neg     ax
        shr     ax, 1
        test    bl, OUTPUT
        jnz     .high
        or      ah, 80h
.high:  ret

; Returns in AX the number of ticks since [SI], which becomes the current time. Less than 55 ms may have passed.
timer_since:
        call    timer_now
        mov     bx, ax
        sub     ax, [si]
        mov     [si], bx
        ret

; Checks that the timer runs, and measures the loop of `pause`. Sets the carry flag if the timer does not run.
timer_install:
        mov     al, READ_BACK
        out     TIMER_CONTROL, al
        in      al, COUNTER
        and     al, MODE
        mov     bl, al
        in      al, COUNTER
        in      al, COUNTER
        cmp     bl, SQUARE_WAVE
        jne     .stopped
        call    timer_now
        mov     cx, PATIENCE
        mov     dx, ax
.wait:  call    timer_now
        cmp     ax, dx
        jne     .runs
        loop    .wait
.stopped:
        stc
        ret
.runs:  call    timer_now
        push    ax
        mov     cx, TRIAL
        call    loop_rounds
        call    timer_now
        pop     bx
        sub     ax, bx
        inc     ax
        mov     [trial_ticks], ax
        clc
        ret

; u32 card_set_overhead(u32 ticks)
; Sets the wait before each job.
        function card_set_overhead
        keep    overhead, 0
        xor     ax, ax
        xor     dx, dx
        end_function

; Begins a job: waits for [overhead] ticks of the timer, which it reads continuously.
wait_overhead:
        mov     cx, [overhead]
        mov     dx, [overhead + 2]
        mov     ax, cx
        or      ax, dx
        jz      .end
        call    timer_now
        mov     si, last
        mov     [si], ax
.wait:  call    timer_since
        sub     cx, ax
        sbb     dx, 0
        jnc     .wait
.end:   ret

; Waits for about AX ticks, fewer than a period, without a bus access.
pause:  mov     dx, TRIAL
        mul     dx
        mov     cx, [trial_ticks]
        cmp     dx, cx
        jae     .longest
        div     cx
        mov     cx, ax
        inc     cx
        jnz     loop_rounds
.longest:
        mov     cx, 0FFFFh
        jmp     loop_rounds
