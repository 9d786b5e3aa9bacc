; SPDX-License-Identifier: MIT
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
PUMP_CONTROL            equ     $FFC8
PUMP_STATUS             equ     $FFC8
PUMP_LENGTH_HIGH        equ     $FFC9
PUMP_LENGTH_LOW         equ     $FFCA
PUMP_KEYS               equ     $FFCB
FIFO_INPUT              equ     $FFCC
FIFO_PARAMETERS         equ     $FFCD
FIFO_BYTE               equ     $FFCE
FIFO_FLAGS              equ     $FFCF
FIFO_CONTROL            equ     $FFCF
LINE_DATA               equ     $FFD0
LINE_STATUS             equ     $FFD1
LINE_CONTROL            equ     $FFD1
LINE_LENGTH_HIGH        equ     $FFD2
LINE_LENGTH_LOW         equ     $FFD3

; Distance from an address down to its fast alias, on the board with FIFOs
FAST                    equ     $00C0

; DES_COMMAND: next operation
DES_COMMAND_ACT         equ     $01             ; accept text after key and IV
DES_COMMAND_ENC         equ     $02             ; 1 encrypt, 0 decrypt
DES_COMMAND_LDKEY       equ     $04             ; load a key first; clears KPE and KV
DES_COMMAND_LDIV        equ     $08             ; load an initial vector first
DES_COMMAND_CBC         equ     $10             ; 1 CBC, 0 ECB
DES_COMMAND_CLR         equ     $40             ; clear byte phase and OVR; keep key and chaining register
DES_COMMAND_RST         equ     $80             ; reset everything including the key; other bits are ignored

; DES_STATUS: state of the chip
DES_STATUS_BSY          equ     0               ; the cipher runs
DES_STATUS_DIR          equ     1               ; requests a byte of text
DES_STATUS_DOR          equ     2               ; has a byte of result
DES_STATUS_KR           equ     3               ; requests a byte of key
DES_STATUS_IVR          equ     4               ; requests a byte of IV
DES_STATUS_KPE          equ     5               ; a key byte had even parity
DES_STATUS_KV           equ     6               ; eight key bytes are loaded
DES_STATUS_OVR          equ     7               ; protocol error; cleared by CLR and RST

; NOISE: output of the comparator; writes have no effect
NOISE_BIT               equ     0               ; noise bit

; MASTER_COMMAND: starts a transfer
MASTER_COMMAND_COUNT    equ     $1F             ; bytes, 1-16; 0 cancels a transfer that waits for the bus
MASTER_COMMAND_WRITE    equ     $80             ; 1 to the PC's memory, 0 from it

; MASTER_STATUS: state of the transfer
MASTER_STATUS_BSY       equ     0               ; waits for the bus, or has it

; PUMP_CONTROL: path of the bytes, and immediate actions
PUMP_CONTROL_BYPASS     equ     $01             ; from the input FIFO to the parameter FIFO, without the DES chip
PUMP_CONTROL_AUTO       equ     $02             ; operations with their parameters in the data
PUMP_CONTROL_ENDLESS    equ     $04             ; the length does not count down
PUMP_CONTROL_LDK        equ     $20             ; KEYS starts again at the first byte; no key is loaded
PUMP_CONTROL_RSF        equ     $40             ; resets all FIFOs; clears UNDER
PUMP_CONTROL_HALT       equ     $80             ; ends the current operation; clears BAD

; PUMP_STATUS: pump and flags of the FIFOs
PUMP_STATUS_BSY         equ     0               ; bytes remain
PUMP_STATUS_IE          equ     1               ; the input FIFO is empty
PUMP_STATUS_IH          equ     2               ; the input FIFO is half full
PUMP_STATUS_OF          equ     3               ; the output FIFO is full
PUMP_STATUS_PE          equ     4               ; the parameter FIFO is empty
PUMP_STATUS_PH          equ     5               ; the parameter FIFO is half full
PUMP_STATUS_BAD         equ     6               ; AUTO found an invalid operation
PUMP_STATUS_UNDER       equ     7               ; the DSP read an empty FIFO

; FIFO_FLAGS: flags of the FIFOs
FIFO_FLAGS_IE           equ     0               ; the input FIFO is empty
FIFO_FLAGS_IH           equ     1               ; the input FIFO is half full
FIFO_FLAGS_OF           equ     2               ; the output FIFO is full
FIFO_FLAGS_OH           equ     3               ; the output FIFO is half full
FIFO_FLAGS_OVER         equ     6               ; latched: the DSP wrote to a full FIFO
FIFO_FLAGS_UNDER        equ     7               ; latched: the DSP read an empty FIFO

; FIFO_CONTROL: immediate actions
FIFO_CONTROL_RSF        equ     $80             ; resets both FIFOs; clears OVER and UNDER

; LINE_STATUS: state of the framer
LINE_STATUS_FRAME       equ     0               ; the input FIFO has a complete frame
LINE_STATUS_ROOM        equ     1               ; the output FIFO is at most half full
LINE_STATUS_IDLE        equ     2               ; all frames have been sent
LINE_STATUS_LOST        equ     6               ; latched: a byte arrived at a full input FIFO

; LINE_CONTROL: immediate actions
LINE_CONTROL_RSF        equ     $80             ; resets both FIFOs and all lengths; clears LOST
