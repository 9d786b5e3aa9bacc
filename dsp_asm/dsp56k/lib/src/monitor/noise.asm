; SPDX-License-Identifier: MIT
; Random bytes from the card's noise bit. Runs in external P.
;
; The firmware takes windows of 1040 samples. The distance of the samples is more than 20 us (CLOCK), at which the
; correlation of the circuit has decayed, and exactly constant, so that a clock that leaks in appears as a period. Bytes
; are computed only from samples that have passed tests of NIST SP 800-90B, each with a false alarm rate of 2^-20 for a
; source of 0.8 bit of entropy (first two tests) or an ideal source (third test):
;   a run of 26 equal bits fails (4.4.1);
;   664 equal bits of the 1024 fail (4.4.2; here of either value);
;   for a distance of 1 to 16 samples, 176 more pairs equal than unequal, or unequal than equal, of 1024, fail
;   (5.1.8). Any frequency repeats within a 17th of its period at one of these distances;
;   the last 31 samples of an earlier window fail if they occur again.
; MD2 computes 16 bytes from 512 samples and the previous 16 bytes. If the new bytes equal the previous ones, the
; continuous test of FIPS 140-1 (4.11.2) fails. Samples that pass have more than 0.37 bit of entropy each:
; docs/reference/firmware.md, section 9.

RUN_LIMIT               equ     26
WINDOW                  equ     1024
PROPORTION_LIMIT        equ     664
PERIODS                 equ     16
PERIOD_LIMIT            equ     176

noise_samples           equ     data_buffer+$400                ; 1 or -1 each
noise_text              equ     noise_samples+WINDOW+PERIODS    ; bytes for MD2
NOISE_TEXT              equ     64

; Takes samples, one every 2 * X:noise_gap + 22 clocks.
; Out: X:noise_samples the samples, 1 or -1 each.
; Changes: A X0 R3 N6
noise_collect
        clr     a               #>noise_samples,r3
        move    x:noise_gap,n6
        move    #>1,x0
        do      #WINDOW+PERIODS,_end
        rep     n6
        nop
        movep   y:<<NOISE,a1
        and     x0,a
        asl     a
        sub     x0,a
        move    a1,x:(r3)+
_end
        rts

; Tests the samples.
; In: X:noise_samples the samples.
; Out: X:noise_failed 0, or the number of a test that failed: 1 runs, 2 proportion, 3 periods, 4 samples that occur
;   again; Z set if all passed.
; Changes: A B X Y R0-R5
noise_test
        clr     b               #>noise_samples,r3
        move    b1,x:noise_failed
        move    b1,y0
        move    b1,y1
        move    #>1,x1
        move    #>RUN_LIMIT,x0
        move    #<0,r2
        move    #<1,r1
        do      #WINDOW+PERIODS,_runs_end
        move    x:(r3)+,a
        cmp     y0,a            a1,y0
        tne     y1,b
        add     x1,b
        cmp     x0,b
        tge     x0,a            r1,r2
_runs_end
        clr     a               #>noise_samples,r3
        move    #>2*PROPORTION_LIMIT-WINDOW,x1
        move    x:(r3)+,x0
        rep     #WINDOW
        add     x0,a            x:(r3)+,x0
        abs     a               #<2,r1
        cmp     x1,a            #>2*PERIOD_LIMIT,x1
        tge     x1,a            r1,r2
        move    #<3,r1
        move    #>noise_samples+1,r5
        do      #PERIODS,_periods_end
        move    #>noise_samples,r0
        move    r5,r4
        clr     a               x:(r0)+,x0
        move    x:(r4)+,y0
        do      #WINDOW,_products_end
        mac     x0,y0,a         x:(r0)+,x0
        move    x:(r4)+,y0
_products_end
        abs     a               (r5)+
        move    a0,a                            ; the products are doubled, as the limit is
        cmp     x1,a
        tge     x1,a            r1,r2
_periods_end
; A has the last 31 samples; older ones are shifted out.
        clr     a               #>noise_samples,r3
        clr     b               x:noise_mark,x0
        move    x0,b1
        move    x:noise_mark+1,b2
        move    #<4,r1
        do      #WINDOW+PERIODS,_again_end
        asl     a               x:(r3)+,x0
        add     x0,a
        cmp     b,a
        teq     b,a             r1,r2
_again_end
; A window is compared with the next 2, then another window with the next 6, then 14 ...: every period is detected.
        move    x:noise_age,b
        move    #>1,x0
        add     x0,b            x:noise_span,x1
        cmp     x1,b            b1,x:noise_age
        jlt     _marked
        move    a1,x:noise_mark
        move    a2,x:noise_mark+1
        clr     b
        move    b1,x:noise_age
        move    x1,b
        add     x0,b
        asl     b
        move    b,x:noise_span                  ; limited by saturation
_marked
        move    r2,a
        tst     a               r2,x:noise_failed
        rts

; Packs 512 samples into 64 bytes and computes their MD2 digest, starting from the previous digest: 4 blocks, the
; padding, the checksum.
; In: X:(R3)+ the samples.
; Out: Y:md2_x the digest; X:noise_next the address of the next samples.
; Changes: A B X Y0 R0-R5 N0 N7 M0 M4 M5
noise_digest
        move    #>noise_text,r2
        move    #>255,x1
        do      #NOISE_TEXT,_pack_end
        clr     b
        do      #8,_byte_end
        asl     b               x:(r3)+,a
        add     a,b
_byte_end
        add     x1,b                            ; 2 * byte - 255
        asr     b
        move    b1,x:(r2)+
_pack_end
        move    r3,x:noise_next
        jsr     md2_enter
        clr     a               #>md2_x,r4
        move    #>noise_output,r1
        move    #>md2_c,r5
        do      #16,_begin_end
        move    x:(r1)+,x0
        move    x0,y:(r4)+
        move    a1,y:(r5)+
_begin_end
        move    #>noise_text,r3
        move    #<NOISE_TEXT/16,n7
        jsr     <md2_blocks
        move    #>noise_text,r2
        move    #>16,x0
        do      #16,_pad_end
        move    x0,x:(r2)+
_pad_end
        jsr     noise_last_block
        move    #>noise_text,r2
        move    #>md2_c,r5
        do      #16,_checksum_end
        move    y:(r5)+,x0
        move    x0,x:(r2)+
_checksum_end
        jsr     noise_last_block
        move    #>$FFFF,m0
        move    m0,m4
        move    m0,m5
        rts

; Processes a block of MD2 at X:noise_text.
; In: as for md2_blocks, without R3 and N7.
; Out: Y:md2_x the state.
; Changes: A B X Y0 R0-R5 N0 N7
noise_last_block
        move    #>noise_text,r3
        move    #<1,n7
        jmp     <md2_blocks

; NOISE: generates random bytes; the argument is their number, 1 to 256.
; In: X0 the argument.
; Out: X:data_buffer the bytes; A1 the status.
; Changes: A B X Y R0-R5 N0 N6 N7 M0 M4 M5
noise_bytes
        move    x0,a
        tst     a               #>256,x1
        jeq     bad_parameter
        cmp     x1,a            x0,x:noise_left
        jgt     bad_parameter
        move    x0,x:noise_wanted
        jsr     clean_buffer
        move    #>data_buffer,r1
        move    r1,x:noise_pointer
_window
        jsr     noise_collect
        jsr     noise_test
        jne     noise_fails
        move    #>noise_samples,r3
        jsr     noise_deliver
        jeq     noise_end
        move    x:noise_next,r3
        jsr     noise_deliver
        jne     _window
; Erases the samples, from which the bytes were computed.
; Out: A = 0, the status OK.
; Changes: A R3
noise_end
        clr     a               #>noise_samples,r3
        rep     #WINDOW+PERIODS+NOISE_TEXT
        move    a1,x:(r3)+
        rts
; The bytes equal the previous ones: do not deliver them to the caller.
noise_made_again
        move    x0,x:noise_failed
        move    ssh,x0
; A test has failed: deliver nothing.
noise_fails
        clr     a               #>data_buffer,r3
        move    x:noise_wanted,n7
        rep     n7
        move    a1,x:(r3)+
        jsr     noise_end
        move    #>NOISE_FAILED,a
        rts

; Delivers up to 16 bytes of a digest.
; In: X:(R3) the samples; X:noise_left number of bytes, X:noise_pointer their address.
; Out: Z set if all bytes are delivered.
; Changes: A B X Y0 R0-R5 N0 N7 M0 M4 M5
noise_deliver
        jsr     noise_digest
; Compare the bytes with the previous ones, and store them for the next comparison.
noise_compare
        clr     b               #>noise_output,r1
        move    #>md2_x,r4
        do      #16,_kept
        move    y:(r4)+,y0
        move    x:(r1),a
        eor     y0,a            y0,x:(r1)+
        move    a1,x0
        or      x0,b
_kept
        tst     b               #>5,x0
        jeq     noise_made_again
        move    x:noise_left,a
        move    #>16,x0
        cmp     x0,a            #>md2_x,r4
        tgt     x0,a
        move    a1,n7
        move    a1,x0
        move    x:noise_pointer,r1
        do      n7,_end
        move    y:(r4)+,y0
        move    y0,x:(r1)+
_end
        move    r1,x:noise_pointer
        move    x:noise_left,a
        sub     x0,a
        move    a1,x:noise_left
        rts
