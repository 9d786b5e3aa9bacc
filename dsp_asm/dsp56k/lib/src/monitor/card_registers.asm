; Made by tools/documents/declared_names.py from dsp56k.card; do not edit.

; Devices in Y, in the external I/O page
DES_DATA                equ     $FFC0
DES_COMMAND             equ     $FFC1
DES_STATUS              equ     $FFC1
NOISE                   equ     $FFC2
MASTER_ADDRESS          equ     $FFC4
MASTER_DATA             equ     $FFC5
MASTER_COMMAND          equ     $FFC6
MASTER_STATUS           equ     $FFC6

; DES_COMMAND: what the chip shall do next
DES_COMMAND_ACT         equ     $01             ; accept text once key and IV are in
DES_COMMAND_ENC         equ     $02             ; 1 encrypt, 0 decrypt
DES_COMMAND_LDKEY       equ     $04             ; load a key first; clears KPE and KV
DES_COMMAND_LDIV        equ     $08             ; load an initial vector first
DES_COMMAND_CBC         equ     $10             ; 1 CBC, 0 ECB
DES_COMMAND_CLR         equ     $40             ; clear byte phase and OVR; keeps key and chaining register
; as the reset pin: everything, the key included; the other bits are ignored
DES_COMMAND_RST         equ     $80

; DES_STATUS: what the chip is doing
DES_STATUS_BSY          equ     0               ; the cipher runs
DES_STATUS_DIR          equ     1               ; wants a byte of text
DES_STATUS_DOR          equ     2               ; has a byte of result
DES_STATUS_KR           equ     3               ; wants a byte of key
DES_STATUS_IVR          equ     4               ; wants a byte of IV
DES_STATUS_KPE          equ     5               ; a key byte had even parity
DES_STATUS_KV           equ     6               ; eight key bytes are in
DES_STATUS_OVR          equ     7               ; protocol error; cleared by CLR and RST

; NOISE: the comparator's output at the instant of reading; writes have no effect
NOISE_BIT               equ     0               ; noise bit

; MASTER_COMMAND: starts a transfer
MASTER_COMMAND_COUNT    equ     $1F             ; bytes, 1-16; 0 gives a transfer up that still waits for the bus
MASTER_COMMAND_WRITE    equ     $80             ; 1 to the PC's memory, 0 from it

; MASTER_STATUS: whether a transfer is under way
MASTER_STATUS_BSY       equ     0               ; it waits for the bus, or has it
