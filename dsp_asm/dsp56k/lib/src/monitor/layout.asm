; SPDX-License-Identifier: MIT
; Memory layout of the card's firmware. X and P external RAM are on the card; Y external contains only devices.

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
HRX                     equ     $FFEB           ; read register
HTX                     equ     $FFEB           ; write register
PBC                     equ     $FFE0
BCR                     equ     $FFFE

; External X: tables at $0100-$0A7B (lib/tables.py), keys and chaining value of DES (des_memory.asm), state
md2_saved               equ     $0B08           ; state X[0..15], then checksum C[0..15]
md2_pending             equ     $0B28           ; bytes not yet absorbed
md2_fill                equ     $0B38           ; number of pending bytes
md2_active              equ     $0B39           ; not 0: a message has begun
md2_ready               equ     $0B3A           ; not 0: S is in internal X:$10-$FF
des_ready               equ     $0B3B           ; not 0: a DES key is loaded
buffer_size             equ     $0B3C           ; number of words of data_buffer
buffer_dirty            equ     $0B3D           ; number of words of data_buffer whose upper bytes may be set
md2_count               equ     $0B3E           ; number of bytes still to absorb
md2_pointer             equ     $0B3F
des_argument            equ     $0B40
des_set_up              equ     $0B41           ; bit 0: DES's constants are in internal Y
noise_failed            equ     $0B42           ; number of the test that failed
; number of bytes of the command, number still to generate, address of the next one, address of the next samples
noise_wanted            equ     $0B43
noise_left              equ     $0B44
noise_pointer           equ     $0B45
noise_next              equ     $0B46
; self-test: parts to test, parts that failed, opcode of the key command in use
test_wanted             equ     $0B47
test_failed             equ     $0B48
test_base               equ     $0B49
test_part               equ     $0B4C           ; address of the current part's entry
test_return             equ     $0B4D           ; address of its next step
test_checks             equ     $0B4B           ; argument of CHECKS before the self-test
chip_argument           equ     $0B4A
chip_mode               equ     $0B4E           ; command to the chip for the operation
chip_block              equ     $0B50           ; a block that is compared only
chip_text               equ     $0B90           ; reference block, encrypted after each operation
chip_reference          equ     $0B58           ; its ciphertext under the key in the chip
sequence                equ     $0B60           ; number of the next command
; of the current command: its number, opcode, argument, table entry, status
number                  equ     $0B61
opcode                  equ     $0B62
argument                equ     $0B63
operands                equ     $0B64
status                  equ     $0B65
reply_count             equ     $0B66           ; number of words of the reply
reply_words             equ     $0B67           ; up to 7 words
chip_limit              equ     $0B6E           ; number of polls of the DES chip in 1 ms, from the DSP's clock
noise_gap               equ     $0B6F           ; number of NOPs between noise samples, from the DSP's clock
job_status              equ     $0B71           ; checksums.asm: status before the checks
checks                  equ     $0B72           ; argument of CHECKS
pairs_in_use            equ     $0B73           ; not 0: the pair tables are in use
sum_constants           equ     $0B74           ; checksum of all code and tables except pair tables (idle_pass.asm)
pass_failed             equ     $0B75           ; not 0: a pass had a wrong checksum
pass_since              equ     $0B76           ; since the last job: bit 0 a pass began, 1 it ended
pass_sum                equ     $0B77           ; checksum of the last pass
sum_rsa                 equ     $0B78           ; checksum of the code of RSA
sum_rsa_22              equ     $0B79
sum_other               equ     $0B7A           ; as sum_constants, with the tables of DES that are not in use
sum_des_key             equ     $0B7B           ; checksums of keys and states
sum_des_chain           equ     $0B7C
sum_md2_state           equ     $0B7D
sum_rsa_state           equ     $0B7E
sum_md4_state           equ     $0B8F
sum_md2_table           equ     $0B98           ; checksum of S
; noise: the last samples of an earlier window, two words; number of windows since then, and the number after which
; another window replaces it; the last generated bytes, one a word
noise_mark              equ     $0B99
noise_age               equ     $0B9B
noise_span              equ     $0B9C
noise_output            equ     $0BA0
pass_state              equ     $0BB0           ; registers of the pass in progress
; state: four words of 32 bits, each as its upper 24 bits and its lowest byte on top of a word; then
md4_saved               equ     $0B80
md4_count               equ     $0B88           ; number of bytes absorbed so far, 48 bits
md4_active              equ     $0B8A           ; not 0: a message has begun
md4_bytes               equ     $0B8B           ; argument of the command
des_final_word          equ     $0B8C           ; the word that DES_MAC or triple DES replaces by an RTS
des3_ready              equ     $0B8D           ; not 0: the keys of triple DES are loaded
job_checks              equ     $0A7C           ; checks of the commands from $10 upwards (checksums.asm)
state_begin             equ     $0AC0
state_end               equ     $0BC0
USER_DATA               equ     $0BD8           ; area of the user commands
USER_DATA_END           equ     $0CC0
chip_sample             equ     $0BC0           ; key, plaintext and ciphertext of the chip's known answer
small_bases             equ     $0A20           ; s_bases for six-bit tables and for pair tables
pair_bases              equ     $0A28

rsa_area                equ     $0CC0           ; RSA keys of the self-test
RSA_SLIDING             equ     0               ; windows of one bit suffice for an exponent of 48 bits
RSA_LISTS               equ     0               ; no space: windows are computed at each operation
RSA_KEYS                equ     $0D10           ; keys of the host's commands, up to $0FEF
RSA_BLOCK               equ     219             ; 4 + 5 n words for 43 digits, which have no kernel here
; three tables of 4096 high and 4096 low words, after DES_TABLES 1: banks of 32K words
pair_tables             equ     $2000

; Internal memory while MD2 runs: S in X:$00-$FF, and in Y
md2_x                   equ     $80             ; state, 48 bytes; modulo 48
md2_c                   equ     $C0             ; checksum; modulo 16

PAIRS                   equ     62              ; number of words of the rounds with pair tables
