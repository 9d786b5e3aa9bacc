; Enters packets_interrupt and returns to the interrupted program.

        bits 32
        cpu 386
        section .text
        global packets_gate
        extern packets_interrupt

CODE    equ     8                               ; selector of the DOS extender's code segment
GATE    equ     8e00h                           ; type of an interrupt gate: present, 32 bits

; void packets_gate(u32 vector)
; Stores the gate of the vector in the extender's interrupt descriptor table at 0.
packets_gate:
        mov     ecx, [esp + 4]
        mov     eax, entry
        mov     [ecx * 8], ax
        mov     word [ecx * 8 + 2], CODE
        mov     word [ecx * 8 + 4], GATE
        shr     eax, 16
        mov     [ecx * 8 + 6], ax
        ret

entry:
        push    eax
        push    ecx
        push    edx
        cld
        call    packets_interrupt
        pop     edx
        pop     ecx
        pop     eax
        iretd
