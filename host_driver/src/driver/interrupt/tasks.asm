; Switches between two tasks on the PC: the driver, which sleeps while the card works, and the PC's other work, which
; runs meanwhile.

        bits 32
        cpu 386
        section .text
        global tasks_begin, tasks_gate, tasks_sleep, tasks_card, tasks_clock
        global other_work, other_work_end
        global tasks_ticks, other_stack

CODE    equ     8                               ; selector of the DOS extender's code segment
GATE    equ     8e00h                           ; type of an interrupt gate: present, 32 bits
ENABLED equ     202h                            ; EFLAGS with IF
PIC     equ     20h
END_OF_INTERRUPT equ 20h
REGISTERS equ   32                              ; bytes that PUSHAD saves

; void tasks_begin(void)
; Prepares the other work, which starts with the next sleep.
tasks_begin:
        mov     eax, stack_end - REGISTERS - 12
        mov     [other_stack], eax
        mov     dword [eax + REGISTERS], other_work
        mov     dword [eax + REGISTERS + 4], CODE
        mov     dword [eax + REGISTERS + 8], ENABLED
        ret

; void tasks_gate(u32 vector, void (*entry)(void))
; Stores the gate of a vector in the extender's interrupt descriptor table at 0.
tasks_gate:
        mov     ecx, [esp + 4]
        mov     eax, [esp + 8]
        mov     [ecx * 8], ax
        mov     word [ecx * 8 + 2], CODE
        mov     word [ecx * 8 + 4], GATE
        shr     eax, 16
        mov     [ecx * 8 + 6], ax
        ret

; void tasks_sleep(void)
; Runs the other work until tasks_card or tasks_clock wakes the driver, which runs with interrupts disabled.
tasks_sleep:
        pushad
        mov     [driver_stack], esp
        mov     esp, [other_stack]
        popad
        iretd

; Serves the card's interrupt: wakes the driver.
tasks_card:
        pushad
        cld
        mov     al, END_OF_INTERRUPT
        out     PIC, al
wake:   mov     [other_stack], esp
        mov     esp, [driver_stack]
        popad
        ret

; Serves the interrupt of the PC's clock, 18.2 times a second: wakes the driver if its time is over.
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

; Represents any other work of the PC: an endless loop that counts in EAX.
other_work:
        inc     eax
        jmp     other_work
other_work_end:

        section .bss
driver_stack:   resd 1
other_stack:    resd 1                          ; address of the registers of PUSHAD, EIP, CS, EFLAGS
tasks_ticks:    resd 1                          ; ticks before the driver wakes without the card's interrupt
                resb 256
stack_end:
