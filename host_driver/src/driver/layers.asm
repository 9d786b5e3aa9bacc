; The calls of layers of software above the driver (layers.c): each is reached by a software interrupt, as a resident
; driver of DOS is, with the address of a request in ESI, and returns its error in EAX.

        bits 32
        cpu 386
        section .text
        global layers_install, layers_call, layers_job
        extern layers_serve

VECTOR  equ     60h                             ; the first of those that the BIOS leaves to programs
CODE    equ     8                               ; the extender's segment of code
GATE    equ     8e00h                           ; of interrupts, present, 32 bits
SAVED_EAX equ   28                              ; its offset in the registers of PUSHAD
JOB     equ     0                               ; Request of layers.h
COUNT   equ     4
ARGUMENTS equ   28

; void layers_install(void): the gate, in the extender's table at 0.
layers_install:
        mov     eax, serve
        mov     [VECTOR * 8], ax
        mov     word [VECTOR * 8 + 2], CODE
        mov     word [VECTOR * 8 + 4], GATE
        shr     eax, 16
        mov     [VECTOR * 8 + 6], ax
        ret

; u32 layers_call(const Request *request)
layers_call:
        push    esi
        mov     esi, [esp + 8]
        int     VECTOR
        pop     esi
        ret

serve:  pushad
        cld
        push    esi
        call    layers_serve
        pop     esi
        mov     [esp + SAVED_EAX], eax
        popad
        iretd

; u32 layers_job(const Request *request): the function of the driver with its arguments.
layers_job:
        push    ebp
        mov     ebp, esp
        mov     edx, [ebp + 8]
        mov     ecx, [edx + COUNT]
        jecxz   .ready
.next:  push    dword [edx + ecx * 4 + ARGUMENTS - 4]
        loop    .next
.ready: call    [edx + JOB]
        mov     esp, ebp
        pop     ebp
        ret
