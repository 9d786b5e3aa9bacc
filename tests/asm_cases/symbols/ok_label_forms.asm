; a colon makes a label anywhere; a line may contain only a label
        org     p:$40
start:  nop
  inner:
   other: nop
single
;= P:0040 000000 000000
;= start $40
;= inner $41
;= other $41
;= single $42
