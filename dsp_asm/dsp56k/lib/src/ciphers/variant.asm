; SPDX-License-Identifier: MIT
; Selects the fastest variant of a cipher, unless the program that includes this file defines another (variants.py).

        if      !@exp(COMPUTATION)
COMPUTATION             equ     1               ; 1: the fastest instructions; 0: a line-by-line translation of C
        endif
        if      !@exp(LATENCY)
LATENCY                 equ     1               ; 1: parallel moves; 0: one move for each instruction
        endif
        if      !@exp(PLACEMENT)
PLACEMENT               equ     1               ; 1: loops and small data in internal memory; 0: all in external memory
        endif
        if      !@exp(STREAMS)
STREAMS                 equ     0               ; 1: two messages, interleaved
        endif
        if      !@exp(HELPER)
HELPER                  equ     0               ; 1: a PC does a part of the work, through the host port
        endif
