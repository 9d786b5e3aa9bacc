; SPDX-License-Identifier: MIT
; The fastest variant of a cipher, unless the program that includes it defines another (variants.py).

        if      !@exp(COMPUTATION)
COMPUTATION             equ     1
        endif
        if      !@exp(LATENCY)
LATENCY                 equ     1
        endif
        if      !@exp(PLACEMENT)
PLACEMENT               equ     1
        endif
        if      !@exp(STREAMS)
STREAMS                 equ     0
        endif
        if      !@exp(HELPER)
HELPER                  equ     0
        endif
