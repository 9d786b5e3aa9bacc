; SPDX-License-Identifier: MIT
; Receives the state S of RC4 through the host port, three bytes in each word, the first one in the upper byte; the last
; word has one byte.

        port_begin
        move    #>RC4_S,r4
        move    #>$FF,x1
        move    #>$80,y0
        do      #85,_filled_end
        from_pc x0
        mpy     x0,y0,a
        and     x1,a            a0,x0
        mpy     x0,y0,b         a1,y:(r4)+
        and     x1,b            b0,x0
        mpy     x0,y0,a         b1,y:(r4)+
        and     x1,a
        move    a1,y:(r4)+
_filled_end
        from_pc x0
        move    x0,y:(r4)+
        move    #>RC4_START_I,x0
        move    x0,x:RC4_I
        move    #>RC4_START_J,x0
        move    x0,x:RC4_J
