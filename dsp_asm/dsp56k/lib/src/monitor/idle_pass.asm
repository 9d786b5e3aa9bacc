; SPDX-License-Identifier: MIT
; The sum over all code and tables, made in slices while no command is there. Runs in external P, the loop over
; words of X in internal P.
;
; A pass goes over P from 0 to the end of the user's code, the tables in X, the chip's known answer and, if they
; are in use, the pair tables. The sum of all but the pair tables is compared with the one that the start took for
; the tables of DES in use, and the sum of the pair tables with PAIRS_SUM; from a difference on every command is
; refused. The host port is polled every 286 clocks or less, every 386 or less with pair tables: a command may wait
; as long.
;
; During a pass: A, B the sums; R0 the next word; R6 the slices left in this part, less than zero; R7 the
; routine of a slice; R5 what follows the part.

P_SLICE                 equ     16              ; words
X_SLICE                 equ     96
PAIRS_SUM               equ     $766DFA         ; over the pair tables, known

; The next slice of the pass; after the last of all the sum is compared, and a pass begins.
; In: the registers of the pass.
; Out: the same.
; Changes: all registers
pass_slice
        jsr     (r7)
        move    (r6)+
        jset    #15,r6,return
        jmp     (r5)
; A slice of P, and of X.
; In: A, B the sums; R0 the first word.
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
; What follows P, part by part
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
        jclr    #12,n7,_whole                   ; not $1000
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
        jclr    #0,n7,pass_begin                ; it began before the last job
        bset    #1,x:pass_since
; The first slice comes next.
; Out: the registers of the pass; Z set, A = 0.
; Changes: A B R0 R5-R7
pass_begin
        bset    #0,x:pass_since
        clr     a               #>pass_tables,r5
        clr     b               #>pass_slice_p,r7
        move    #<0,r0
        movem   p:user_slices,r6
        rts

; Compares the sum of a part.
; In: A1 the sum; X0 the one that it must be.
; Out: X:pass_failed 1 if it is another.
; Changes: A X0
pass_compare
        eor     x0,a            #>1,x0
        jeq     return
        move    x0,x:pass_failed
        rts

; The pass from where it was, until a word of a command is there.
; Changes: all registers
idle_pass
        move    x:checks,n7
        jclr    #CHECK_CONSTANTS,n7,return
        jsr     pass_resume
_more
        jset    #HSR_HRDF,x:<<HSR,pass_keep
        jsr     pass_slice
        jmp     _more

; The registers of the pass, kept over a command.
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
; The same, back.
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

; A whole pass, from its first slice on.
; Out: X:pass_sum the sum without pair tables; the state of a new pass; Z set, A = R0 = 0.
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

; CONFIRM: argument 0.
; Changes: all registers
confirm
        move    x0,a
        tst     a
        jne     bad_parameter
; A pass that began after the last job, to its end.
; Out: Z set: code and tables are as they were; else A1 the status.
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
