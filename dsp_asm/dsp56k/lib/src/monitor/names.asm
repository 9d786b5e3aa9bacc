; SPDX-License-Identifier: MIT
; Made by tools/documents/declared_names.py from dsp56k.lib.commands; do not edit.

; Version that PING returns
VERSION                 equ     $000201

; External X
key_buffer              equ     $0FF0           ; DES key, one byte a word
iv_buffer               equ     $0FF8           ; DES IV, one byte a word
data_buffer             equ     $1000           ; bytes: one byte a word; RSA: three bytes a word

; Opcodes
OP_PING                 equ     $00
OP_INFO                 equ     $01
OP_MEMORY               equ     $02
OP_CLOCK                equ     $03
OP_CHECKS               equ     $04
OP_SELF_TEST            equ     $05
OP_CALIBRATE            equ     $06
OP_CONFIRM              equ     $07
OP_DES_KEY              equ     $10
OP_DES_IV               equ     $11
OP_DES_ECB_ENCRYPT      equ     $12
OP_DES_ECB_DECRYPT      equ     $13
OP_DES_CBC_ENCRYPT      equ     $14
OP_DES_CBC_DECRYPT      equ     $15
OP_DES_TABLES           equ     $16
OP_DES_MAC              equ     $17
OP_CHIP_KEY             equ     $20
OP_CHIP_IV              equ     $21
OP_CHIP_ECB_ENCRYPT     equ     $22
OP_CHIP_ECB_DECRYPT     equ     $23
OP_CHIP_CBC_ENCRYPT     equ     $24
OP_CHIP_CBC_DECRYPT     equ     $25
OP_MD2_INIT             equ     $30
OP_MD2_UPDATE           equ     $31
OP_MD2_FINAL            equ     $32
OP_MD2_HASH             equ     $33
OP_MD4_INIT             equ     $38
OP_MD4_UPDATE           equ     $39
OP_MD4_FINAL            equ     $3A
OP_MD4_HASH             equ     $3B
OP_NOISE                equ     $40
OP_RSA_LOAD             equ     $50
OP_RSA_LOAD_CRT         equ     $51
OP_RSA_OPERATE          equ     $52
OP_RSA_CRT              equ     $53

; Statuses
OK                      equ     $00             ; done
UNKNOWN_COMMAND         equ     $01             ; the opcode is not in the table; the command did nothing
; the argument is zero, too large or not allowed here; the command did nothing
BAD_PARAMETER           equ     $02
NO_KEY                  equ     $03             ; the operation needs a key that was not loaded
; the DES chip was not ready after 1 ms; data_buffer is partly changed; load the chip's key and IV again
CHIP_TIMEOUT            equ     $04
CHIP_ERROR              equ     $05             ; the chip reports a protocol error (OVR)
NOISE_FAILED            equ     $06             ; the noise bits failed the health test; the command delivered none
; an operand or the key is out of range, or the firmware does not support its size
RSA_REFUSED             equ     $07
DAMAGED_COMMAND         equ     $08             ; the check of the command is wrong; the command did nothing
OUT_OF_SEQUENCE         equ     $09             ; the number of the command is not the next one; the command did nothing
; the first word of `data_buffer` has the bits of the parts that failed (section 9)
SELF_TEST_FAILED        equ     $0A
; the checksum of code, tables, a key or a state has changed (section 9); the result is invalid
MEMORY_CHANGED          equ     $0B
CHIP_ABSENT             equ     $0C             ; no DES chip answers
KEY_PARITY              equ     $0D             ; the DES chip found a key byte of even parity; it has no key now
RSA_WRONG               equ     $0E             ; the result failed its check (section 8); it was erased
; the DES chip gave a wrong known answer, before a key was loaded or after an operation
CHIP_WRONG              equ     $0F

; Factors of the checks of commands and replies: a mix is the high xor the low word of a product by one of them
COMMAND_FACTOR          equ     $5B7A35
NUMBER_FACTOR           equ     $2C9E4D
REPLY_FACTOR            equ     $36A5C7

; Operands that a command reads and leaves; the reply has a checksum of each
NOTHING                 equ     0               ; no checksum
KEYS                    equ     1               ; key_buffer; with argument 1 the IV as well
IV                      equ     2               ; iv_buffer
BLOCKS                  equ     3               ; `argument` blocks of 8 bytes
BYTES                   equ     4               ; `argument` bytes, rounded up to complete groups of four
DIGEST                  equ     5               ; 16 bytes
PLAIN_KEY               equ     6               ; 3 numbers of `argument` words
CRT_KEY                 equ     7               ; 6 numbers of `argument` words
NUMBER                  equ     8               ; a number as long as those of RSA_LOAD
PAIR                    equ     9               ; two numbers as long as those of RSA_LOAD_CRT
REPLY_WORDS             equ     $A              ; the reply's words after the third
WORD                    equ     $B              ; the first word of data_buffer
BLOCK                   equ     $C              ; 8 bytes
TAKEN_BLOCKS            equ     $D              ; key_buffer and iv_buffer if the argument selects them, then the blocks
USED_BYTES              equ     $E              ; BYTES whose checksum the command computes after their use

; Parts of SELF_TEST: bits of its argument
TEST_DES                equ     0
TEST_MD2                equ     1
TEST_CHIP               equ     2
TEST_RSA                equ     3
TEST_NOISE              equ     4
TEST_MD4                equ     5

; All parts
TEST_PARTS              equ     $3F

; Operands of a DES operation before its blocks: numbers of the bits of its argument
TAKE_KEY                equ     $E
TAKE_IV                 equ     $F

; Mask of the number of blocks
BLOCKS_MASK             equ     $003FFF

; Opcodes of user commands: the first, and their number
FIRST_USER              equ     $60
USER_OPCODES            equ     $20
