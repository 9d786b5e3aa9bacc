; SPDX-License-Identifier: MIT
; Defines batches of short DES operations in CBC mode by the DES chip, as user's commands: one command processes many
; operations of a few blocks, each with its own key and IV. They require banks of 32K words and the firmware with
; BATCHES 1 (dsp56k/lib/image.py).
;
; The data is contiguous records: a byte with the number of blocks (bits 6-0, not 0) and the direction (bit 7: decrypt),
; eight bytes of key, eight bytes of IV, and the blocks. BATCH_CHAINED and BATCH_RESET take records without key and IV:
; all operations use the key of BATCH_KEY and an IV of zeros, and encrypt. The output is only the results, one after the
; other, and X:argument is their number of bytes.
;
; The commands differ in the checks of the chip. BATCH_COMMANDS makes all checks of CHIP_KEY and CHIP_CBC_ENCRYPT,
; BATCH_CACHED makes those of CHIP_KEY once for each cached key. BATCH_CHAINED and BATCH_RESET request the encryption of
; the key's reference block at the end, BATCH_LOOP the known answer before and after all operations.

BAD_RECORD              equ     $40             ; a record has no blocks, ends after the data, or has a direction

batch_end               equ     USER_DATA       ; address after the last record
batch_blocks            equ     USER_DATA+1     ; number of blocks of the operation
batch_mode              equ     USER_DATA+2     ; the operation's command to the chip
batch_cached            equ     USER_DATA+3     ; 1: keys are cached
batch_ready             equ     USER_DATA+4     ; 1: BATCH_KEY has loaded a key
cache_count             equ     USER_DATA+5     ; number of cached keys
cache_next              equ     USER_DATA+6     ; number of the entry for the next new key
cache_key               equ     USER_DATA+7     ; the key in words of three, three and two bytes

; Cached keys, in P after all code: the key as in cache_key, the block that is requested after each operation, and its
; encryption
CACHE_ENTRIES           equ     16
CACHE_ENTRY             equ     3+8+8
key_cache               equ     $7000

HEADER                  equ     17              ; number of bytes of a record before its blocks
ENCRYPT                 equ     DES_COMMAND_CBC|DES_COMMAND_ENC|DES_COMMAND_ACT
DECRYPT                 equ     DES_COMMAND_CBC|DES_COMMAND_ACT

; BATCH_COMMANDS: processes records with the checks of CHIP_KEY; the argument is the number of bytes.
command_60
        clr     a
        jmp     batch_separate
; BATCH_CACHED: processes records with cached keys; the argument is the number of bytes.
command_61
        move    #>1,a
batch_separate
        move    a1,x:batch_cached
        move    #>HEADER,x1
        jsr     check_records
        jne     return
_operation
        jsr     take_header
        move    #>key_buffer,r0                 ; iv_buffer follows it
        do      #16,_taken
        move    x:(r5)+,x0
        move    x0,x:(r0)+
_taken
        jsr     give_key
        tst     a
        jne     return
        move    x:batch_blocks,n7
        move    x:batch_mode,y0
        move    r5,r3
        move    r6,r2
        jsr     chip_operate
        tst     a
        jne     return
        jsr     past_blocks
        jlt     _operation
; R6 is the address after the results
batch_finish
        move    r6,a
        move    #>data_buffer,x1
        sub     x1,a
        move    a1,x:argument
        jmp     chip_end

; BATCH_KEY: loads a key of eight bytes.
command_62
        move    x0,a
        move    #>8,x1
        cmp     x1,a            #>key_buffer,r0
        jne     bad_parameter
        do      x1,_end
        move    x:(r3)+,x0
        move    x0,x:(r0)+
_end
        clr     a
        move    a1,x:batch_ready
        move    a1,x0
        jsr     chip_key
        tst     a
        jne     return
        move    #>1,x0
        move    x0,x:batch_ready
        rts

; BATCH_CHAINED: encrypts records with the common key; the argument is the number of bytes. The chip is initialised
; once. Before each operation except for the first one, the last block of ciphertext is xored to the operation's first
; block, because the chip xors it again.
command_63
        jsr     check_common
        jne     return
        jsr     chip_enter
        clr     a               #>iv_buffer,r3
        rep     #8
        move    a1,x:(r3)+
        move    #>iv_buffer,r3
        movep   #>DES_COMMAND_CLR|DES_COMMAND_LDIV,y:<<DES_COMMAND
        jsr     <chip_take_iv
        jne     chip_silent
        movep   #>ENCRYPT,y:<<DES_COMMAND
        move    r5,r3
        move    r6,r2
        move    x:(r3)+,n7
        move    #<8,n1
        jmp     _chained
_next
        move    x:(r3)+,n7
        move    r2,r1
        move    r3,r5
        move    (r1)-n1
        do      #8,_undone
        move    x:(r1)+,x1
        move    x:(r5),a
        eor     x1,a
        move    a1,x:(r5)+
_undone
_chained
        jsr     <chip_loop
        jne     return
        move    r3,a
        move    x:batch_end,x1
        cmp     x1,a            r2,r6
        jlt     _next
        jmp     batch_asked

; BATCH_RESET: encrypts records with the common key. It resets the chip, and so loads the key, for each operation.
command_64
        jsr     check_common
        jne     return
        jsr     chip_enter
_operation
        movep   #>DES_COMMAND_RST,y:<<DES_COMMAND
        move    #>key_buffer,r3
        jsr     chip_load_key
        jne     return
        movep   #>ENCRYPT,y:<<DES_COMMAND
        move    r5,r3
        move    r6,r2
        move    x:(r3)+,n7
        jsr     <chip_loop
        jne     return
        move    r3,r5
        move    r2,r6
        move    r3,a
        move    x:batch_end,x1
        cmp     x1,a
        jlt     _operation
batch_asked
        jsr     chip_ask
        tst     a
        jne     return
        jmp     batch_finish

; BATCH_LOOP: processes records in a loop in internal memory; the argument is the number of bytes.
command_65
        move    #>HEADER,x1
        jsr     check_records
        jne     return
        jsr     chip_known_answer
        jne     return
        move    x:batch_end,x1
        move    x1,x:<batch_stop
        move    r5,r3
        move    r6,r2
        jsr     <batch_operations
        jne     chip_silent
        jset    #DES_STATUS_KPE,y:<<DES_STATUS,chip_key_parity
        jset    #DES_STATUS_OVR,y:<<DES_STATUS,chip_error
        move    r2,r6
        jsr     chip_known_answer
        jne     return
        jmp     batch_finish

; Checks the records of BATCH_CHAINED and BATCH_RESET, which require BATCH_KEY and only encrypt.
; In: same as check_records.
; Out: same as check_records.
; Changes: A B X Y R0 R5 R6 N0
check_common
        move    x:batch_ready,b
        tst     b               #>NO_KEY,a
        jeq     refused
        move    #>1,x1
        jsr     check_records
        jne     return
        jclr    #7,y1,return
bad_record
        move    #>BAD_RECORD,a
refused
        tst     a
        rts

; Checks that the data consists of complete records.
; In: X0 the number of bytes; X1 the number of bytes of a record before its blocks; R3 the data.
; Out: Z set if the records are complete, X:batch_end the address after them, R5 = R6 the first record, Y1 the OR of all
;   headers; otherwise A1 the status.
; Changes: A B X0 Y R0 R5 R6 N0
check_records
        clr     b               #>data_buffer,a
        add     x0,a            r3,r0
        move    a1,x:batch_end
        move    #>$7F,y1
_record
        move    x:(r0),y0
        or      y0,b
        move    y0,a
        and     y1,a            x:batch_end,x0
        jeq     bad_record
        asl     a
        asl     a
        asl     a
        add     x1,a
        move    a1,n0
        nop
        move    (r0)+n0
        move    r0,a
        cmp     x0,a            r3,r5
        jlt     _record
        jgt     bad_record
        move    b1,y1
        clr     a               r3,r6
        rts

; Reads the header of the record at R5.
; Out: X:batch_blocks the number of blocks; X:batch_mode the command to the chip; R5 the address after the header.
; Changes: A X1 R5
take_header
        move    x:(r5),a
        move    #>$7F,x1
        and     x1,a            #>ENCRYPT,x1
        move    a1,x:batch_blocks
        jclr    #7,x:(r5)+,_encrypt
        move    #>DECRYPT,x1
_encrypt
        move    x1,x:batch_mode
        rts

; Advances R5 to the address after the blocks of a completed operation, and R6 to the address after their results.
; Out: N set if another record follows.
; Changes: A X1 R5 R6 N5 N6
past_blocks
        move    x:batch_blocks,a
        asl     a               x:batch_end,x1
        asl     a
        asl     a
        move    a1,n5
        move    a1,n6
        move    (r5)+n5
        move    (r6)+n6
        move    r5,a
        cmp     x1,a
        rts

; Loads a key and an IV into the chip with CHIP_KEY, or without its known answers if the key is cached.
; In: X:key_buffer the key; X:iv_buffer the IV.
; Out: Z set if the chip has both; otherwise A1 the status.
; Changes: all registers
give_key
        move    x:batch_cached,a
        tst     a
        jne     give_cached_key
; Runs CHIP_KEY with an IV.
; In: X:key_buffer the key; X:iv_buffer the IV.
; Out: Z set if the chip has both; otherwise A1 the status.
; Changes: all registers
command_key
        move    #>1,x0
        move    #>OP_CHIP_KEY,r0
        jmp     dispatch

give_cached_key
        jsr     pack_key
        move    #>key_cache,r7
        move    #<CACHE_ENTRY,n7
        move    x:cache_count,a
        tst     a               x:cache_key,b
        jeq     _new
        do      a1,_searched
        movem   p:(r7),x1
        cmp     x1,b
        jne     _other
        lua     (r7)+,r0
        move    x:cache_key+1,a
        movem   p:(r0)+,x1
        cmp     x1,a            x:cache_key+2,a
        jne     _other
        movem   p:(r0)+,x1
        cmp     x1,a
        jne     _other
        enddo
        jmp     _kept
_other
        move    (r7)+n7
_searched
_new
        jsr     command_key
        tst     a
        jne     return
        jsr     keep_key
        clr     a
        rts
; R0 is the address of the key's reference block and its encryption
_kept
        move    #>chip_text,r1
        jsr     from_cache
        move    #>chip_reference,r1
        jsr     from_cache
        jsr     chip_enter
        move    #>key_buffer,r3
        jsr     chip_load_key
        jne     return
        jset    #DES_STATUS_KPE,y:<<DES_STATUS,chip_key_parity
        jset    #DES_STATUS_OVR,y:<<DES_STATUS,chip_error
        move    #>iv_buffer,r3
        jmp     chip_load_iv

; Packs the key into words.
; Out: X:cache_key the words.
; Changes: A X Y0 R0 R1
pack_key
        move    #>key_buffer,r0
        move    #>cache_key,r1
        move    #>$008000,x1
        move    #>$000080,y0
        do      #2,_end
        move    x:(r0)+,x0
        mpy     x0,x1,a         x:(r0)+,x0
        mac     x0,y0,a         x:(r0)+,x0
        move    a0,a
        or      x0,a
        move    a1,x:(r1)+
_end
        move    x:(r0)+,x0
        mpy     x0,y0,a         x:(r0)+,x0
        move    a0,a
        or      x0,a
        move    a1,x:(r1)
        rts

; Stores the key, its reference block and the encryption in the cache. If the cache is full, they replace the oldest
; entry.
; Changes: A X R0 R1 R7 N7
keep_key
        move    x:cache_next,a
        move    #>1,x1
        add     x1,a            a1,x0
        move    #>CACHE_ENTRIES,x1
        cmp     x1,a            #>0,r7
        jne     _next
        move    r7,a
_next
        move    a1,x:cache_next
        move    x:cache_count,a
        cmp     x1,a            #>1,x1
        jeq     _full
        add     x1,a
        move    a1,x:cache_count
_full
        move    #>CACHE_ENTRY,x1
        mpy     x0,x1,a         #>cache_key,r1
        asr     a               #>key_cache,x1
        move    a0,a
        add     x1,a            #<3,n7
        move    a1,r0
        jsr     to_cache
        move    #>chip_text,r1
        move    #<8,n7
        jsr     to_cache
        move    #>chip_reference,r1
; Copies words to the cache.
; In: X:(R1)+ the words; N7 the number of words.
; Out: P:(R0)+ the words.
; Changes: X0 R0 R1
to_cache
        do      n7,_end
        move    x:(r1)+,x0
        movem   x0,p:(r0)+
_end
        rts

; Copies eight words from the cache.
; In: P:(R0)+ the words.
; Out: X:(R1)+ the words.
; Changes: X0 R0 R1
from_cache
        do      #8,_end
        movem   p:(r0)+,x0
        move    x0,x:(r1)+
_end
        rts

        org     x:USER_DATA
        dc      0,0,0,0,0,0,0,0,0,0
        org     p:
