; Calls the layers of software above the driver (layers.c). Each is called with a software interrupt, as a resident
; driver of DOS is, with the address of a request in ESI. It returns its error in EAX.

        bits 32
        cpu 386
        section .text
        global layers_install, layers_call, layers_job
        extern layers_serve

VECTOR  equ     60h                             ; the first vector that the BIOS leaves to programs
CODE    equ     8                               ; selector of the DOS extender's code segment
GATE    equ     8e00h                           ; type of an interrupt gate: present, 32 bits
SAVED_EAX equ   28                              ; offset of EAX in the registers of PUSHAD
JOB     equ     0                               ; offsets in Request of layers.h
COUNT   equ     4
ARGUMENTS equ   28

; void layers_install(void)
; Stores the gate in the extender's interrupt descriptor table at 0.
layers_install:
        mov     eax, serve
        mov     [VECTOR * 8], ax
        mov     word [VECTOR * 8 + 2], CODE
        mov     word [VECTOR * 8 + 4], GATE
        shr     eax, 16
        mov     [VECTOR * 8 + 6], ax
        ret

; u32 layers_call(const Request *request)
; Calls the next layer.
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

; u32 layers_job(const Request *request)
; Calls the driver's function with its arguments.
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
