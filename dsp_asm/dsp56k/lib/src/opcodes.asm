; SPDX-License-Identifier: MIT
; Defines the table of commands $00 to $7F and the table of the user's handlers. It is assembled last, when the user's
; labels are known.

user_end

; Defines the entry of a command: its handler and the operands that it reads and leaves.
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

; Defines the entry of a user's command: the user's handler if it exists, otherwise unknown_command.
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
; The number of slices that all code occupies, negated (monitor/idle_pass.asm)
        dc      -((user_end+P_SLICE-1)/P_SLICE)

        end     start
