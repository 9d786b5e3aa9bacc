; The table of commands, $00 to $7F, and that of the user's handlers; assembled last, when the user's labels are known.

user_end

; Handler, what it reads, what it leaves
command macro   handler,reads,leaves
        dc      handler|(reads<<16)|(leaves<<20)
        endm
unknown macro   count
        dup     count
        dc      unknown_command
        endm
        endm
        org     p:opcodes
        command ping,NOTHING,REPLY_WORDS
        command info,NOTHING,REPLY_WORDS
        command memory,NOTHING,NOTHING
        command clock,NOTHING,NOTHING
        command checks_command,NOTHING,NOTHING
        command self_test,NOTHING,WORD
        command calibrate,NOTHING,NOTHING
        unknown 9
        command des_key,KEYS,NOTHING
        command des_iv,IV,NOTHING
        command des_ecb_encrypt,BLOCKS,BLOCKS
        command des_ecb_decrypt,BLOCKS,BLOCKS
        command des_cbc_encrypt,BLOCKS,BLOCKS
        command des_cbc_decrypt,BLOCKS,BLOCKS
        command des_tables,NOTHING,NOTHING
        command des_mac,BLOCKS,BLOCK
        unknown 8
        command chip_key,KEYS,NOTHING
        command chip_iv,IV,NOTHING
        command chip_ecb_encrypt,BLOCKS,BLOCKS
        command chip_ecb_decrypt,BLOCKS,BLOCKS
        command chip_cbc_encrypt,BLOCKS,BLOCKS
        command chip_cbc_decrypt,BLOCKS,BLOCKS
        unknown 10
        command md2_init,NOTHING,NOTHING
        command md2_update,BYTES,NOTHING
        command md2_final,BYTES,DIGEST
        command md2_hash,BYTES,DIGEST
        unknown 4
        command md4_init,NOTHING,NOTHING
        command md4_update,BYTES,NOTHING
        command md4_final,BYTES,DIGEST
        command md4_hash,BYTES,DIGEST
        unknown 4
        command noise_bytes,NOTHING,BYTES
        unknown 15
        command rsa_load_key,PLAIN_KEY,NOTHING
        command rsa_load_key_crt,CRT_KEY,NOTHING
        command rsa_operate,NUMBER,NUMBER
        command rsa_operate_crt,PAIR,PAIR
        unknown 12
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
handlers macro  high
        dupc    low,'0123456789ABCDEF'
        handler high,low
        endm
        endm
        handlers 6
        handlers 7
        dc      (user_end-user_begin)/2+1

        end     start
