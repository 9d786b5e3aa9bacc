; Switches between two tasks on the PC (../../driver/interrupt/tasks.asm): the driver, which sleeps while the card
; works, and the PC's other work, which runs meanwhile. The BIOS has set up the interrupt controller, with IRQ 0 at
; vector 8.

%include "real16.inc"
%include "card.inc"

        extern  base
        global  interrupt_install, interrupt_wait, tasks_sleep, other_work, other_work_end, other_stack

CARD_IRQ        equ     5
CLOCK_IRQ       equ     0
VECTORS         equ     8
PIC             equ     20h
PIC_MASK        equ     21h
END_OF_INTERRUPT equ    20h
NONE            equ     0FFh
CARD_AND_CLOCK  equ     NONE ^ 1 << CARD_IRQ ^ 1 << CLOCK_IRQ
ENABLED         equ     202h    ; FLAGS with IF
PERIOD_MS       equ     54      ; between two interrupts of the clock, rounded down
STACK_BYTES     equ     256
REGISTERS       equ     20      ; bytes of PUSHA, DS and ES

        section .bss
        alignb  2
driver_stack:
        resw    1
other_stack:
        resw    1               ; address of ES, DS, the registers of PUSHA, IP, CS, FLAGS
ticks:  resw    1               ; ticks of the clock before the driver wakes without the card's interrupt
        resb    STACK_BYTES
stack_end:

        section .text

; Prepares both tasks, their vectors, and the card's interrupt line; all requests are masked.
interrupt_install:
        mov     bx, stack_end - 6
        mov     word [bx], other_work
        mov     [bx + 2], cs
        mov     word [bx + 4], ENABLED
        sub     bx, REGISTERS
        mov     [bx], ds
        mov     [bx + 2], ds
        mov     [other_stack], bx
        push    es
        xor     ax, ax
        mov     es, ax
        mov     word [es:4 * (VECTORS + CARD_IRQ)], by_card
        mov     [es:4 * (VECTORS + CARD_IRQ) + 2], cs
        mov     word [es:4 * (VECTORS + CLOCK_IRQ)], by_clock
        mov     [es:4 * (VECTORS + CLOCK_IRQ) + 2], cs
        pop     es
        mov     al, NONE
        out     PIC_MASK, al
        mov     al, CARD_IRQ
        out_register ROUTE
        ret

; Sleeps until the card has a word, for at least DX:AX milliseconds. Sets the zero flag if the time is over. The clock's
; first interrupt may be due at once, and the next one at any time within its period, so the limit is two interrupts
; more.
interrupt_wait:
        mov     bx, PERIOD_MS
        div     bx
        add     ax, 2
        mov     [ticks], ax
        in_register ISR
        test    al, ISR_RXDF
        jnz     .done
        mov     al, CARD_AND_CLOCK
        out     PIC_MASK, al
        mov     al, ICR_RREQ
        out_register ICR
        call    tasks_sleep
        xor     al, al
        out_register ICR
        mov     al, NONE
        out     PIC_MASK, al
        in_register ISR
        test    al, ISR_RXDF
.done:  ret

; Runs the other work until an interrupt wakes the driver, which runs with interrupts disabled.
tasks_sleep:
        pusha
        push    ds
        push    es
        mov     [driver_stack], sp
        mov     sp, [other_stack]
        pop     es
        pop     ds
        popa
        iret

by_card:
        pusha
        push    ds
        push    es
        mov     al, END_OF_INTERRUPT
        out     PIC, al
wake:   cld
        mov     ax, cs
        mov     ds, ax
        mov     [other_stack], sp
        mov     sp, [driver_stack]
        pop     es
        pop     ds
        popa
        ret

by_clock:
        push    ax
        mov     al, END_OF_INTERRUPT
        out     PIC, al
        pop     ax
        dec     word [cs:ticks]
        js      .late
        iret
.late:  pusha
        push    ds
        push    es
        jmp     wake

; Represents any other work of the PC: an endless loop that counts in AX.
other_work:
        inc     ax
        jmp     other_work
other_work_end:
