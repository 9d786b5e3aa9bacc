; SPDX-License-Identifier: MIT
; DES_TABLES: selects DES with eight six-bit tables or DES with three pair tables. The pair tables are in X:$2000-$7FFF
; and require banks of 32K words.

; DES_TABLES: selects the tables; the argument is 0 for six-bit tables, 1 for pair tables.
; Changes: A B X R0-R3 R5-R7 N3 N5-N7 OMR
des_tables
        move    x0,a
        tst     a               #>1,x1
        jeq     des_small_tables
        cmp     x1,a            x:pairs_in_use,b
        jne     bad_parameter
        tst     b
        jne     check_passed
; Refuse the argument if the bank is too small.
        move    #>pair_tables+$5FFF,r0
        move    #>$5AC396,x0
        move    x0,x:(r0)
        move    x:(r0),a
        cmp     x0,a
        jne     bad_parameter
        move    #>pair_tables,r2
; Entry v of a pair is the sum of entry v >> 6 of the first box and entry v & 63 of the second box. The order is by
; index: negative indices first for the first box, but 0 to 31 and then -32 to -1 for the second. High words, then low
; words.
        move    #>s_high,r5
        move    #>128,n5
        move    #>$200,n6
        move    #>64,n3
        move    #<32,n7
        do      #3,_pairs_end
        move    r5,r6
        do      #2,_planes_end
        move    r6,r0
        move    r6,r3
        nop
        move    (r3)+n3                         ; second box, index -32
        move    r3,r7
        nop
        move    (r7)+n7                         ; index 0
        do      #64,_first_end
        move    x:(r0)+,x0
        move    r7,r1
        do      #32,_up_end
        move    x:(r1)+,a
        add     x0,a
        move    a1,x:(r2)+
_up_end
        move    r3,r1
        do      #32,_down_end
        move    x:(r1)+,a
        add     x0,a
        move    a1,x:(r2)+
_down_end
        nop
_first_end
        move    (r6)+n6
        nop
_planes_end
        move    (r5)+n5
        nop
_pairs_end
        move    #>$1000,x0
        move    x0,x:buffer_size
        jmp     des_exchange

; Selects the small tables, unless they are in use.
; Out: Z set, A = 0, the status OK.
; Changes: A B X R0-R3 R5-R7 OMR
des_small_tables
        move    x:pairs_in_use,a
        tst     a
        jeq     return
; Select the tables that are not in use. Their checksum was computed at the start, so that it cannot include a changed
; word. A pass with the old tables ends here.
des_exchange
        move    x:sum_constants,x0
        move    x:sum_other,x1
        move    x0,x:sum_other
        move    x1,x:sum_constants
        move    x:pairs_in_use,a
        move    #>$1000,x0
        eor     x0,a
        move    a1,x:pairs_in_use
        jsr     des_rounds
        clr     a
        move    a1,x:des_set_up
        move    a1,x:pass_since
        jsr     pass_begin
        jmp     pass_keep

; Copies rounds and table centres to their addresses of execution and use.
; In: Z set for the small tables, clear for the pair tables.
; Changes: X0 R0-R3 OMR
des_rounds
        move    #>SMALL_ROUNDS,r0
        move    #>small_bases,r1
        jeq     _copy
        move    #>PAIRS_IMAGE,r0
        move    #>pair_bases,r1
_copy
        move    #>rounds_begin,r2
        move    #>des_constants,r3
        do      #rounds_end-rounds_begin,_rounds_end
        below_external
        movem   p:(r0)+,x0
        below_internal
        movem   x0,p:(r2)+
_rounds_end
        do      #8,_bases_end
        move    x:(r1)+,x0
        move    x0,x:(r3)+
_bases_end
        rts
