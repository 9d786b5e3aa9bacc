; SPDX-License-Identifier: MIT
; The table of commands, $00 to $7F, and that of the user's handlers; assembled last, when the
; user's labels are known.

user_end

; Handler, operands that it reads and leaves
command macro   handler,reads,leaves
        dc      handler|(reads<<16)|(leaves<<20)
        endm
unknown macro   count
        dup     count
        dc      unknown_command
        endm
        endm
        org     p:opcodes
        include 'monitor/command_table.asm'
        dup     USER_OPCODES
        command user_command,BYTES,BYTES
        endm
        if      *!=opcodes_end
        fail    'the table of commands has holes'
        endif

; A handler that the user has, or none
handler macro   high,low
        if      @def(command_\high\low)
        dc      command_\high\low
        else
        dc      unknown_command
        endif
        endm
handlers        macro   high
        dupc    low,'0123456789ABCDEF'
        handler high,low
        endm
        endm
        handlers 6
        handlers 7
; the slices of all code
        dc      -((user_end+P_SLICE-1)/P_SLICE)

        end     start
