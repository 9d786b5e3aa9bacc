; Random bytes from the card's noise bit. Runs in external P.
;
; Samples are more than 20 us apart (CLOCK), where the circuit's correlation is gone. Each sample goes through the two
; continuous tests of NIST SP 800-90B for 0.8 bit of entropy and a false alarm rate of 2^-20: a run of 26 equal bits fails,
; and so do 664 occurrences of a window's first bit in 1024. 1024 samples are tested before the first is used. Von Neumann's
; rule takes out bias: of a pair 01 gives 0, 10 gives 1, equal bits give nothing; 64 equal pairs in a row fail as well.

RUN_LIMIT       equ 26
WINDOW          equ 1024
WINDOW_LIMIT    equ 664
PAIR_LIMIT      equ 64

; One sample to A1, 0 or 1.
noise_sample
        move    x:noise_gap,x0
        rep     x0
        nop
        movep   y:<<NOISE_PORT,a1
        move    #>1,x0
        and     x0,a    x:noise_last,b
        move    a1,x:noise_last
        move    a1,y0
        eor     y0,b    x:noise_run,a           ; B: 1 if the bit changed
        add     x0,a
        tst     b       #>RUN_LIMIT,x1
        tne     x0,a
        move    a1,x:noise_run
        cmp     x1,a
        jge     noise_fails
        move    x:noise_left,a
        tst     a
        jne     noise_in_window
        move    y0,x:noise_first
        move    #>WINDOW,a
        clr     b
        move    b1,x:noise_count
noise_in_window
        sub     x0,a    x:noise_first,b
        move    a1,x:noise_left
        eor     y0,b    x:noise_count,a
        jne     noise_sampled
        add     x0,a    #>WINDOW_LIMIT,x1
        move    a1,x:noise_count
        cmp     x1,a
        jge     noise_fails
noise_sampled
        move    y0,a
        rts
noise_fails
        move    x0,x:noise_failed
        move    y0,a
        rts

; NOISE: bytes, 1 to 256
noise_bytes
        move    x0,a
        tst     a       #>256,x1
        jeq     bad_parameter
        cmp     x1,a    x0,n7
        jgt     bad_parameter
        jsr     clean_buffer
        clr     a
        move    a1,x:noise_failed
        move    a1,x:noise_run
        move    a1,x:noise_left
        do      #WINDOW,noise_start_end
        jsr     noise_sample
        nop
noise_start_end
        move    x:noise_failed,a
        tst     a
        jne     noise_end
        move    #>data_buffer,r3
        do      n7,noise_bytes_end
        clr     a
        move    a1,x:(r3)
        do      #8,noise_bits_end
        do      #PAIR_LIMIT,noise_pairs_end
        jsr     noise_sample
        move    a1,y1
        jsr     noise_sample
        eor     y1,a
        jeq     noise_equal
        enddo
        jmp     noise_take
noise_equal
        nop
        nop
        nop
noise_pairs_end
        move    #>1,x0
        move    x0,x:noise_failed
noise_take
        move    x:(r3),a
        asl     a
        add     y1,a
        move    a1,x:(r3)
noise_bits_end
        move    (r3)+
        move    x:noise_failed,a
        tst     a
        jeq     noise_healthy
        enddo
        jmp     noise_end
noise_healthy
        nop
        nop
        nop
noise_bytes_end
noise_end
        move    x:noise_failed,a
        tst     a       #>NOISE_FAILED,x0
        tne     x0,a
        jeq     return
; Nothing is delivered
        clr     b       #>data_buffer,r3
        rep     n7
        move    b1,x:(r3)+
        rts
