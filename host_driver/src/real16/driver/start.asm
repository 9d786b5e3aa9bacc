; Starts the card from power-up until the firmware runs with a known clock (../../driver/card.h).

%include "real16.inc"
%include "card.inc"

        extern  base, khz, opcode, argument_word, clocks, milliseconds, reply_output, reply_further
        extern  link_install, link_reset, link_wait, link_send, link_receive, link_command, link_set_control
        extern  link_set_counter, link_take_bus, link_give_bus_back
        extern  link_put, link_get, clear_sums, sum_words, fold_sums, timer_now, timer_since, timer_install
        extern  lost, card_found, end_job

ALL_PARTS       equ     PART_DES | PART_MD2 | PART_CHIP | PART_RSA | PART_NOISE | PART_MD4
OVERHEAD        equ     2000    ; clocks of any command: check, checksums of few words, reply
DES_TABLES_CLOCKS equ   600000
CONFIRM_CLOCKS  equ     196608 ; a multiple of 65536
SELF_TEST_CLOCKS equ    3000000
SELF_TEST_MS    equ     100
BOOT_MS         equ     510     ; at the lowest clock, with the longest firmware of the library

; The DSP's clock is measured over some thousand clocks first. Then it is measured over the number of clocks that takes
; some 12 ms at the clock found, or 6 ms at the maximum clock.
FIRST_THOUSANDS equ     8
MAX_THOUSANDS  equ     250
KHZ_PER_THOUSAND equ    80
KHZ_TICKS       equ     1193182 ; number of ticks in which a thousand clocks pass at 1 kHz
MIN_KHZ       equ     900
MAX_KHZ        equ     41000
MARGIN          equ     64      ; the reported clock is higher by a MARGINth

PIECE           equ     8192    ; words of a download that are copied at once: a pointer reaches over their 24 KB
LINES_8K        equ     13      ; number of address lines of a bank
LINES_32K       equ     15

struc Load                      ; a segment of the firmware: words of three bytes, low byte first
.bank:  resd    1               ; 0 for P, or CTRL_BANK
.address:
        resd    1
.words: resd    1
.bytes: resd    1               ; far pointer
endstruc

        section .bss
        alignb  2
probe:  resb    4
seen:   resb    4
lines:  resb    1
bank:   resb    1
        alignb  2
line:   resw    1
        resw    1
place:  resw    2               ; far pointers
segments:
        resw    2
version:
        resw    2
failed: resw    2
thousands:
        resw    1
last:   resw    1
ticks:  resw    2
limit:  resw    2
without:
        resw    2
found_khz:
        resw    2
words_left:
        resw    2
parts:  resw    2

        section .text

; u32 card_install(u32 port, u32 window_address, u32 size)
; Sets the addresses of the card.
        function card_install
        mov     word [lost], 1
        mov     cx, argument(2)
        cmp     word upper(2), 0
        jne     .large
        cmp     cx, 8000h
        jbe     .size
.large: mov     cx, 8000h
.size:  mov     ax, argument(0)
        mov     bx, argument(1)
        mov     dx, upper(1)
        call    link_install
        mov     bl, 5Ah
        call    .try
        jne     .absent
        mov     bl, 0A5h
        call    .try
        jne     .absent
        call    timer_install
        mov     ax, NO_TIMER
        jc      .end
        xor     ax, ax
        jmp     .end
.absent:
        mov     ax, NO_CARD
.end:   jmp     end_job
.try:   mov     al, bl
        out_register SCRATCH
        in      al, dx
        cmp     al, bl
        ret

; Checks that both banks store a word for each address line, so that no line is stuck, open or connected to another.
check_banks:
        in_register STRAPS
        mov     byte [lines], LINES_8K
        test    al, STRAPS_BANK32K
        jz      .small
        mov     byte [lines], LINES_32K
.small: mov     di, link_put
        call    .pass
        return_error
        mov     di, link_get
; Copies the words of every line of both banks to or from the card with the routine at DI.
.pass:  mov     byte [bank], 0
        call    .one_bank
        return_error
        mov     byte [bank], CTRL_BANK
.one_bank:
        mov     al, MODES | CTRL_WEN
        or      al, [bank]
        call    link_set_control
        return_error
        mov     word [line], 0
.line:  mov     cl, [line]
        mov     ax, 1
        shl     ax, cl
        shr     ax, 1
        call    link_set_counter
; Compute three bytes that differ for each address line and have both values of each data line
        mov     al, [bank]
        shl     al, 4
        xor     al, [line]
        mov     [probe], al
        not     al
        mov     [probe + 1], al
        mov     al, 5Ah
        xor     al, [line]
        mov     [probe + 2], al
        mov     cx, 3
        mov     dx, ds
        cmp     di, link_put
        jne     .read
        mov     si, probe
        call    link_put
        jmp     .done
.read:  push    di
        mov     di, seen
        call    link_get
        pop     di
        mov     ax, [seen]
        cmp     ax, [probe]
        jne     .fault
        mov     al, [seen + 2]
        cmp     al, [probe + 2]
        jne     .fault
.done:  inc     byte [line]
        mov     al, [line]
        cmp     al, [lines]
        jbe     .line
        xor     ax, ax
        ret
.fault: mov     ax, BANK_FAULT
        ret

; Downloads CX segments, which are described at [segments], and releases the DSP's reset.
download:
        jcxz    .end
.segment:
        push    cx
        les     si, [segments]
        mov     al, MODES | CTRL_WEN
        or      al, [es:si + Load.bank]
        call    link_set_control
        test    ax, ax
        jnz     .error
        mov     ax, [es:si + Load.address]
        call    link_set_counter
        mov     ax, [es:si + Load.bytes]
        mov     [place], ax
        mov     ax, [es:si + Load.bytes + 2]
        mov     [place + 2], ax
        mov     cx, [es:si + Load.words]
; Copy at most PIECE words at a time
.some:  mov     ax, PIECE
        cmp     ax, cx
        jbe     .put
        mov     ax, cx
.put:   sub     cx, ax
        push    cx
        mov     cx, ax
        add     cx, ax
        add     cx, ax
        push    cx
        mov     si, [place]
        mov     dx, [place + 2]
        call    link_put
        pop     ax
        shr     ax, 4           ; PIECE words are complete paragraphs; fewer words are the last ones
        add     [place + 2], ax
        pop     cx
        test    cx, cx
        jnz     .some
        add     word [segments], Load_size
        pop     cx
        loop    .segment
.end:   mov     al, MODES | CTRL_RUN
        jmp     link_set_control
.error: pop     cx
        ret

; Sets the command: opcode AL, argument BX, DX:CX clocks in addition to OVERHEAD, no milliseconds.
set_command:
        mov     [opcode], al
        mov     [argument_word], bx
        add     cx, OVERHEAD
        adc     dx, 0
        mov     [clocks], cx
        mov     [clocks + 2], dx
        mov     word [milliseconds], 0
        ret

; Measures [ticks] from a CALIBRATE of BX thousand clocks to its reply.
calibration:
        mov     [thousands], bx
        mov     ax, 1000
        mul     bx
        mov     cx, ax
        mov     al, CALIBRATE
        call    set_command
; The limit is twice the time at 1 MHz, the minimum clock
        mov     ax, [thousands]
        add     ax, OVERHEAD / 1000
        add     ax, ax
        mov     bx, TICKS_PER_MS
        mul     bx
        mov     [limit], ax
        mov     [limit + 2], dx
        xor     ax, ax
        mov     [ticks], ax
        mov     [ticks + 2], ax
        call    timer_now
        mov     [last], ax
        mov     si, last
        call    link_send
        test    ax, ax
        jnz     .end
.wait:  in_register ISR
        test    al, ISR_RXDF
        jnz     .came
        mov     ax, [limit]
        mov     dx, [limit + 2]
        sub     ax, [ticks]
        sbb     dx, [ticks + 2]
        jc      .came
        call    .add
        jmp     .wait
.came:  call    .add
        xor     cx, cx
        jmp     link_receive
.end:   ret
.add:   call    timer_since
        add     [ticks], ax
        adc     word [ticks + 2], 0
        ret

; Divides DX:AX by CX:BX, which are below 2^31, the divisor not zero; the remainder is in DI:SI.
divide: xor     si, si
        xor     di, di
        mov     bp, 32
.bit:   shl     ax, 1
        rcl     dx, 1
        rcl     si, 1
        rcl     di, 1
        sub     si, bx
        sbb     di, cx
        inc     ax
        jnc     .next
        add     si, bx
        adc     di, cx
        dec     ax
.next:  dec     bp
        jnz     .bit
        ret

; Computes the DSP's clock in [found_khz] from a CALIBRATE of BX thousand clocks; subtracts the time of one without
; clocks.
measure_clock:
        call    calibration
        return_error
        mov     [found_khz], ax
        mov     [found_khz + 2], ax
        mov     bx, [ticks]
        mov     cx, [ticks + 2]
        sub     bx, [without]
        sbb     cx, [without + 2]
        jc      .none
        mov     ax, bx
        or      ax, cx
        jz      .none
        push    bx
        mov     bx, [thousands]
        mov     ax, KHZ_TICKS & 0FFFFh
        mul     bx
        mov     si, dx
        push    ax
        mov     ax, KHZ_TICKS >> 16
        mul     bx
        add     si, ax
        mov     dx, si
        pop     ax
        pop     bx
        push    bp
        call    divide
        pop     bp
        mov     [found_khz], ax
        mov     [found_khz + 2], dx
.none:  xor     ax, ax
        ret

; Measures the DSP's clock and sends it to the firmware, increased by a MARGINth, so that the firmware does not access
; the DES chip too fast.
set_clock:
        xor     bx, bx
        call    calibration
        return_error
        mov     ax, [ticks]
        mov     [without], ax
        mov     ax, [ticks + 2]
        mov     [without + 2], ax
        mov     bx, FIRST_THOUSANDS
        call    measure_clock
        return_error
        mov     ax, [found_khz]
        mov     dx, [found_khz + 2]
        mov     cx, KHZ_PER_THOUSAND
        mov     bx, MAX_THOUSANDS
        test    dx, dx
        jnz     .measure
        div     cx
        cmp     ax, bx
        jae     .measure
        mov     bx, FIRST_THOUSANDS
        cmp     ax, bx
        jbe     .measure
        mov     bx, ax
.measure:
        call    measure_clock
        return_error
        mov     ax, [found_khz]
        cmp     word [found_khz + 2], 0
        jne     .wrong
        cmp     ax, MIN_KHZ
        jb      .wrong
        cmp     ax, MAX_KHZ
        ja      .wrong
        mov     [khz], ax
        mov     bx, ax
        xor     dx, dx
        mov     cx, MARGIN
        div     cx
        add     bx, ax
        mov     al, CLOCK
        xor     cx, cx
        xor     dx, dx
        call    set_command
        xor     cx, cx
        jmp     link_command
.wrong: mov     ax, WRONG_CLOCK
        ret

; Stores the firmware's version at the far pointer [version].
ping:   mov     al, PING
        xor     bx, bx
        xor     cx, cx
        xor     dx, dx
        call    set_command
        mov     cl, 1
        call    link_command
        return_error
        les     di, [version]
        mov     ax, [reply_further]
        mov     [es:di], ax
        mov     al, [reply_further + 2]
        xor     ah, ah
        mov     [es:di + 2], ax
        mov     si, reply_further
; Compares the word of three bytes at SI with the checksum of the reply
check_word:
        call    clear_sums
        mov     dx, ds
        mov     cx, 1
        call    sum_words
        call    fold_sums
        return_compared reply_output, RESULT_DAMAGED

; Runs the known-answer tests, including those of the DES chip if the card has one; [failed] points to the parts that
; failed.
self_test:
        in_register STATUS
        mov     bx, ALL_PARTS
        test    al, STATUS_DES
        jnz     .fitted
        mov     bx, ALL_PARTS & ~PART_CHIP
.fitted:
        mov     al, SELF_TEST
        mov     cx, (SELF_TEST_CLOCKS - OVERHEAD) & 0FFFFh
        mov     dx, (SELF_TEST_CLOCKS - OVERHEAD) >> 16
        call    set_command
        mov     word [milliseconds], SELF_TEST_MS
        xor     cx, cx
        call    link_command
        cmp     ax, SELF_TEST_FAILED
        je      .failed
        ret
.failed:
        mov     ax, DATA_BUFFER
        mov     bl, CTRL_BANK
        call    link_take_bus
        return_error
        mov     word [parts + 2], 0
        mov     di, parts
        mov     dx, ds
        mov     cx, 3
        call    link_get
        call    link_give_bus_back
        return_error
        mov     si, parts
        call    check_word
        return_error
        les     di, [failed]
        mov     ax, [parts]
        mov     [es:di], ax
        mov     ax, [parts + 2]
        mov     [es:di + 2], ax
        mov     ax, SELF_TEST_FAILED
        ret

; Starts the card. The arguments are those of card_start: segments, their number, version, failed.
start:  call    link_reset
        call    check_banks
        return_error
        mov     cx, argument(1)
        call    download
        return_error
        mov     ax, (ISR_HF2 | ISR_HF3) << 8 | ISR
        mov     cx, BOOT_MS
        call    link_wait
        mov     ax, NOT_ALIVE
        jz      .end
        in_register ISR
        test    al, ISR_HF3
        mov     ax, DOWNLOAD_DAMAGED
        jz      .end
        call    ping
        return_error
        call    set_clock
        return_error
        in_register STRAPS
        test    al, STRAPS_BANK32K
        jz      self_test
        mov     al, DES_TABLES
        mov     bx, 1
        mov     cx, (DES_TABLES_CLOCKS - OVERHEAD) & 0FFFFh
        mov     dx, (DES_TABLES_CLOCKS - OVERHEAD) >> 16
        call    set_command
        xor     cx, cx
        call    link_command
        return_error
        jmp     self_test
.end:   ret

; u32 card_start(const Segment *segments, u32 count, u32 *version, u32 *failed)
; Resets the DSP, downloads and starts the firmware, measures the clock and runs the self-test.
        function card_start
        mov     word [lost], 1
        keep_pointer segments, 0
        keep_pointer version, 2
        keep_pointer failed, 3
        call    start
        test    ax, ax
        jnz     .end
        call    card_found
        xor     ax, ax
.end:   jmp     end_job

; u32 card_ping(u32 *version)
; Returns the version of the firmware.
        function card_ping
        mov     ax, NOT_STARTED
        cmp     word [lost], 0
        jne     .end
        keep_pointer version, 0
        call    ping
.end:   jmp     end_job

; u32 card_self_test(u32 *failed)
; Repeats the self-test; the card forgets its keys and messages.
        function card_self_test
        mov     ax, NOT_STARTED
        cmp     word [lost], 0
        jne     .end
        keep_pointer failed, 0
        call    self_test
.end:   jmp     end_job

; u32 card_set_checks(u32 checks)
; Selects the checks with the command CHECKS.
        function card_set_checks
        mov     cl, CHECKS
        mov     bx, argument(0)
        xor     dx, dx
        jmp     simple

; u32 card_confirm(void)
; Waits until the card has verified the checksum of its code and tables.
        function card_confirm
        mov     cl, CONFIRM
        xor     bx, bx
        mov     dx, CONFIRM_CLOCKS >> 16
; Executes command CL with argument BX and a limit of DX << 16 clocks.
simple: mov     ax, NOT_STARTED
        cmp     word [lost], 0
        jne     .end
        mov     al, cl
        xor     cx, cx
        call    set_command
        xor     cx, cx
        call    link_command
.end:   jmp     end_job
