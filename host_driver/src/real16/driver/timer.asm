; Time from the PC's 8254 interval timer (../timer.h): counter 0 as the BIOS leaves it, mode 3 over 65536 counts,
; 1,193,182 a second.

%include "real16.inc"

        global  timer_now, timer_since, timer_install, pause, wait_overhead

COUNTER         equ     40h
TIMER_CONTROL   equ     43h
READ_BACK       equ     0C2h    ; latch count and status of counter 0
OUTPUT          equ     80h     ; status
MODE            equ     3Fh
SQUARE_WAVE     equ     36h     ; low then high byte, mode 3, binary
TRIAL           equ     256
PATIENCE        equ     1000

        section .data
        align   2
trial_ticks:
        dw      1               ; of TRIAL rounds of `loop_rounds`
overhead:
        dw      0, 0            ; ticks before each job

        section .bss
        alignb  2
last:   resw    1

        section .text

; CX rounds, not zero, of some seventy clocks, nearly all of them in the two divisions
loop_rounds:
        mov     bx, 10
        xor     ax, ax
.round: xor     dx, dx
        div     bx
        xor     dx, dx
        div     bx
        loop    .round
        ret

; AX = ticks within counter 0's period. In mode 3 the counter goes through it twice, in steps of two: first with its
; output high, then low.
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

; AX = ticks since [SI], which becomes now; less than 55 ms may have gone by
timer_since:
        call    timer_now
        mov     bx, ax
        sub     ax, [si]
        mov     [si], bx
        ret

; Make sure that the timer runs, and measure a pause. Carry: it does not run.
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
        function card_set_overhead
        keep    overhead, 0
        xor     ax, ax
        xor     dx, dx
        end_function

; The start of a job: wait for [overhead] ticks of the timer, which is read all the time.
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

; About AX ticks without a bus access, fewer than a period
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
