        org     p:$20
        nop
begin   nop
        end     begin
        this is not read
;= P:0020 000000 000000
;= start $21
