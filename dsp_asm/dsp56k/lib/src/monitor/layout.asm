; SPDX-License-Identifier: MIT
; Memory layout of the card's firmware. Spaces: X and P external RAM lie on the card, Y external
; holds only devices.

MONITOR                 equ     1
        include 'card_registers.asm'
        include 'names.asm'
        include '../des/des_memory.asm'

; Host interface, DSP side (UM 10-10 to 10-15), and bus control (UM 9-12)
HCR                     equ     $FFE8           ; host control
HCR_HF2                 equ     3               ; busy
HCR_HF3                 equ     4               ; alive
HSR                     equ     $FFE9           ; host status
HSR_HRDF                equ     0
HSR_HTDE                equ     1
HRX                     equ     $FFEB           ; read
HTX                     equ     $FFEB           ; written
PBC                     equ     $FFE0
BCR                     equ     $FFFE

; External X: tables at $0100-$0A7B (lib/tables.py), keys and chaining value of DES (des_memory.asm), state
md2_saved               equ     $0B08           ; state X[0..15], then checksum C[0..15]
md2_pending             equ     $0B28           ; bytes not yet absorbed
md2_fill                equ     $0B38           ; how many
md2_active              equ     $0B39           ; MD2_INIT was given
md2_ready               equ     $0B3A           ; S is in internal X:$10-$FF
des_ready               equ     $0B3B           ; a DES key was given
buffer_size             equ     $0B3C           ; words in data_buffer
buffer_dirty            equ     $0B3D           ; words of data_buffer whose upper bytes may be set
md2_count               equ     $0B3E           ; bytes still to absorb
md2_pointer             equ     $0B3F
des_argument            equ     $0B40
des_set_up              equ     $0B41           ; DES's constants are in internal Y
noise_failed            equ     $0B42           ; test that failed
; bytes of the command, bytes still to make, where they go, the samples not yet used
noise_wanted            equ     $0B43
noise_left              equ     $0B44
noise_pointer           equ     $0B45
noise_next              equ     $0B46
; self-test: parts to test, parts that failed, opcode of the key command in use
test_wanted             equ     $0B47
test_failed             equ     $0B48
test_base               equ     $0B49
test_part               equ     $0B4C           ; entry of the current part
test_return             equ     $0B4D           ; where its next step is
test_checks             equ     $0B4B           ; what CHECKS had set
chip_argument           equ     $0B4A
chip_mode               equ     $0B4E           ; command of the operation for the chip
chip_block              equ     $0B50           ; a block that is only compared
chip_text               equ     $0B90           ; the block encrypted after each operation
chip_reference          equ     $0B58           ; and its encryption under the key in the chip
sequence                equ     $0B60           ; number of the next command
; of the current command: its number, opcode, argument, table entry, status
number                  equ     $0B61
opcode                  equ     $0B62
argument                equ     $0B63
operands                equ     $0B64
status                  equ     $0B65
reply_count             equ     $0B66           ; words of the reply
reply_words             equ     $0B67           ; up to 7
chip_limit              equ     $0B6E           ; from the DSP's clock: turns of the DES chip's poll loop in 1 ms
noise_gap               equ     $0B6F           ; and NOPs between noise samples
job_status              equ     $0B71           ; checksums.asm: how the command ended
checks                  equ     $0B72           ; argument of CHECKS
pairs_in_use            equ     $0B73           ; DES_TABLES 1
sum_constants           equ     $0B74           ; over all code and tables but pair tables (idle_pass.asm)
pass_failed             equ     $0B75           ; their sum was found changed
pass_since              equ     $0B76           ; since the last job: bit 0 a pass began, 1 it ended
pass_sum                equ     $0B77           ; the sum of the last
sum_rsa                 equ     $0B78           ; over the code of RSA
sum_rsa_22              equ     $0B79
sum_other               equ     $0B7A           ; as sum_constants, with the tables of DES that are not in use
sum_des_key             equ     $0B7B           ; over keys and states
sum_des_chain           equ     $0B7C
sum_md2_state           equ     $0B7D
sum_rsa_state           equ     $0B7E
sum_md4_state           equ     $0B8F
sum_md2_table           equ     $0B98           ; over S
; noise: the last samples of an earlier window, two words; windows since then, and after how many it is the
; turn of another; the bytes that were made last, one a word
noise_mark              equ     $0B99
noise_age               equ     $0B9B
noise_span              equ     $0B9C
noise_output            equ     $0BA0
pass_state              equ     $0BB0           ; registers of the pass in progress
; state: four words of 32 bits, upper 24 bits and the rest on top of a word; then
md4_saved               equ     $0B80
md4_count               equ     $0B88           ; bytes absorbed so far, 48 bits
md4_active              equ     $0B8A           ; MD4_INIT was given
md4_bytes               equ     $0B8B           ; argument of the command
des_final_word          equ     $0B8C           ; the word that DES_MAC or triple DES replaces by an RTS
des3_ready              equ     $0B8D           ; the keys of triple DES were given
job_checks              equ     $0A7C           ; of the commands from $10 on (checksums.asm)
state_begin             equ     $0AC0
state_end               equ     $0BC0
USER_DATA               equ     $0BD8           ; for the user's commands
USER_DATA_END           equ     $0CC0
chip_sample             equ     $0BC0           ; key, text and cipher text of the chip's known answer
small_bases             equ     $0A20           ; s_bases for six-bit tables and for pair tables
pair_bases              equ     $0A28

rsa_area                equ     $0CC0           ; RSA keys of the self-test
RSA_SLIDING             equ     0               ; one bit is enough for an exponent of 48
RSA_LISTS               equ     0               ; no space: windows are computed for each operation
RSA_KEYS                equ     $0D10           ; and of the host's commands, up to $0FEF
RSA_BLOCK               equ     219             ; 4 + 5 n words for 43 digits, which have no kernel here
; three tables of 4096 high and 4096 low words, if DES_TABLES made them: 32K banks
pair_tables             equ     $2000

; Internal memory while MD2 runs: S in X:$00-$FF, and in Y
md2_x                   equ     $80             ; 48 bytes; modulo 48
md2_c                   equ     $C0             ; checksum; modulo 16

PAIRS                   equ     62              ; words of the rounds with pair tables
