; SPDX-License-Identifier: MIT
; Constants of DES in X, which des_setup copies to internal Y: centres of the S tables, constants of the initial
; permutation in the order of their use, centres of the output tables, a mask, multipliers.

        org     x:des_constants
        dc      s_high+32,s_high+96,s_high+160,s_high+224,s_high+288,s_high+352,s_high+416,s_high+480
        dc      (1<<21)|(1<<13),ip_high,$FF,1<<22,ip_high|$55,ip_high
        dup     2
        dc      1<<1,(1<<3)|(1<<5),1<<7,(1<<9)|(1<<11)
        endm
        dc      fp_high+32,fp_high+96,fp_high+160,fp_high+224,$FFF
        dc      1<<11,1<<5,1<<7,$1000
