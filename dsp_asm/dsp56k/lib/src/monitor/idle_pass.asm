; SPDX-License-Identifier: MIT
; Checksum of all code and tables, computed in slices while the firmware waits for a command. Runs in external P; the
; loop over words of X runs in internal P.
;
; A pass covers P from 0 to the end of the user commands, the tables in X, the chip's known answer and, if they are in
; use, the pair tables. The checksum without the pair tables is compared with the one that the start computed for the
; tables of DES in use; the checksum of the pair tables is compared with PAIRS_SUM. After a difference, every command is
; refused. The host port is polled every 286 clocks or less, with pair tables every 386 clocks or less: a command may
; wait this time.
;
; Registers during a pass: A, B the sums; R0 address of the next word; R6 number of slices left in this part, negative;
; R7 routine of a slice; R5 routine after the part.

P_SLICE                 equ     16              ; number of words of a slice of P
X_SLICE                 equ     96
PAIRS_SUM               equ     $766DFA         ; checksum of the pair tables, a constant

; Processes the next slice of the pass. After the last slice, compares the checksum and begins a new pass.
; In: the registers of the pass.
; Out: the registers of the pass.
; Changes: all registers
pass_slice
        jsr     (r7)
        move    (r6)+
        jset    #15,r6,return
        jmp     (r5)
; Adds a slice of P, or of X, to the sums.
; In: A, B the sums; R0 address of the slice.
; Out: A, B the sums; R0 behind the slice.
; Changes: A B X R0 N7
pass_slice_p
        move    #<P_SLICE/2,n7
        jmp     p_piece
pass_slice_x
        move    #<X_SLICE/2-1,n7
        jmp     x_piece
pass_slice_sample
        move    #<(USER_DATA-chip_sample)/2-1,n7
        jmp     x_piece
; The parts after P
pass_tables
        move    #>fp_high,r0
        move    #>-((state_begin-fp_high)/X_SLICE),r6
        move    #>pass_slice_x,r7
        move    #>pass_sample,r5
        rts
pass_sample
        move    #>chip_sample,r0
        move    #>-1,r6
        move    #>pass_slice_sample,r7
        move    #>pass_pairs,r5
        rts
pass_pairs
        jsr     sum_fold
        move    x:sum_constants,x0
        move    a1,x:pass_sum
        jsr     pass_compare
        move    x:pairs_in_use,n7
        jclr    #12,n7,_whole                   ; bit of $1000
        clr     a               #>pair_tables,r0
        clr     b               #>pass_slice_x,r7
        move    #>-($6000/X_SLICE),r6
        move    #>_pairs,r5
        rts
_pairs
        jsr     sum_fold
        move    #>PAIRS_SUM,x0
        jsr     pass_compare
_whole
        move    x:pass_since,n7
        jclr    #0,n7,pass_begin                ; jump if the pass began before the last job
        bset    #1,x:pass_since
; Begins a pass: its first slice is the next.
; Out: the registers of the pass; Z set, A = 0.
; Changes: A B R0 R5-R7
pass_begin
        bset    #0,x:pass_since
        clr     a               #>pass_tables,r5
        clr     b               #>pass_slice_p,r7
        move    #<0,r0
        movem   p:user_slices,r6
        rts

; Compares the checksum of a part.
; In: A1 the checksum; X0 the right checksum.
; Out: X:pass_failed 1 if they differ.
; Changes: A X0
pass_compare
        eor     x0,a            #>1,x0
        jeq     return
        move    x0,x:pass_failed
        rts

; Continues the pass until a word of a command arrives.
; Changes: all registers
idle_pass
        move    x:checks,n7
        jclr    #CHECK_CONSTANTS,n7,return
        jsr     pass_resume
_more
        jset    #HSR_HRDF,x:<<HSR,pass_keep
        jsr     pass_slice
        jmp     _more

; Saves the registers of the pass before a command.
; Changes: R3
pass_keep
        move    #>pass_state,r3
        nop
        move    a2,x:(r3)+
        move    a1,x:(r3)+
        move    a0,x:(r3)+
        move    b2,x:(r3)+
        move    b1,x:(r3)+
        move    b0,x:(r3)+
        move    r0,x:(r3)+
        move    r5,x:(r3)+
        move    r6,x:(r3)+
        move    r7,x:(r3)+
        rts
; Restores the registers of the pass.
; Out: the registers of the pass.
; Changes: A B R0 R3 R5-R7
pass_resume
        move    #>pass_state,r3
        nop
        move    x:(r3)+,a2
        move    x:(r3)+,a1
        move    x:(r3)+,a0
        move    x:(r3)+,b2
        move    x:(r3)+,b1
        move    x:(r3)+,b0
        move    x:(r3)+,r0
        move    x:(r3)+,r5
        move    x:(r3)+,r6
        move    x:(r3)+,r7
        rts

; Does a complete pass, starting at its first slice.
; Out: X:pass_sum the checksum without pair tables; the state of a new pass; Z set, A = R0 = 0.
; Changes: all registers
pass_whole
        clr     a
        move    a1,x:pass_since
        jsr     pass_begin
_more
        jsr     pass_slice
        move    x:pass_since,x0
        jclr    #1,x0,_more
        jmp     pass_keep

; CONFIRM: checks all code and tables as they are after the last job; the argument is 0.
; Changes: all registers
confirm
        move    x0,a
        tst     a
        jne     bad_parameter
; Completes a pass that began after the last job.
; Out: Z set if code and tables are unchanged; else A1 the status.
; Changes: all registers
confirm_pass
        jsr     pass_resume
        move    x:pass_since,x0
        jset    #1,x0,_passed
        jset    #0,x0,_more
        jsr     pass_begin
_more
        jsr     pass_slice
        move    x:pass_since,x0
        jclr    #1,x0,_more
_passed
        jsr     pass_keep
        move    x:pass_failed,a
        tst     a
        jne     memory_changed
        rts
