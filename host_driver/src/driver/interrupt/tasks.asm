; Two tasks on the PC: the driver, which sleeps while the card works, and the PC's other work, which runs meanwhile.

        bits 32
        cpu 386
        section .text
        global tasks_begin, tasks_gate, tasks_sleep, tasks_card, tasks_clock
        global other_work, other_work_end
        global tasks_ticks, other_stack

CODE    equ     8                               ; the extender's segment of code
GATE    equ     8e00h                           ; of interrupts, present, 32 bits
ENABLED equ     202h                            ; EFLAGS with IF
PIC     equ     20h
END_OF_INTERRUPT equ 20h
REGISTERS equ   32                              ; bytes of PUSHAD

; void tasks_begin(void): the other work starts with the next sleep.
tasks_begin:
        mov     eax, stack_end - REGISTERS - 12
        mov     [other_stack], eax
        mov     dword [eax + REGISTERS], other_work
        mov     dword [eax + REGISTERS + 4], CODE
        mov     dword [eax + REGISTERS + 8], ENABLED
        ret

; void tasks_gate(u32 vector, void (*entry)(void)): the gate of a vector, in the extender's table at 0.
tasks_gate:
        mov     ecx, [esp + 4]
        mov     eax, [esp + 8]
        mov     [ecx * 8], ax
        mov     word [ecx * 8 + 2], CODE
        mov     word [ecx * 8 + 4], GATE
        shr     eax, 16
        mov     [ecx * 8 + 6], ax
        ret

; void tasks_sleep(void): the other work, until tasks_card or tasks_clock wakes the driver, without interrupts.
tasks_sleep:
        pushad
        mov     [driver_stack], esp
        mov     esp, [other_stack]
        popad
        iretd

; The card's interrupt.
tasks_card:
        pushad
        cld
        mov     al, END_OF_INTERRUPT
        out     PIC, al
wake:   mov     [other_stack], esp
        mov     esp, [driver_stack]
        popad
        ret

; The interrupt of the clock of day, 18.2 times a second.
tasks_clock:
        push    eax
        mov     al, END_OF_INTERRUPT
        out     PIC, al
        pop     eax
        dec     dword [tasks_ticks]
        js      late
        iretd
late:   pushad
        cld
        jmp     wake

; Any other work of the PC, as a loop without an end that counts in EAX.
other_work:
        inc     eax
        jmp     other_work
other_work_end:

        section .bss
driver_stack:   resd 1
other_stack:    resd 1                          ; PUSHAD's registers, EIP, CS, EFLAGS
tasks_ticks:    resd 1                          ; ticks before the driver wakes without the card
                resb 256
stack_end:
