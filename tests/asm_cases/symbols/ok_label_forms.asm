; a colon makes a label anywhere; a label may stand alone
        org     p:$40
start:  nop
  inner:
   other: nop
alone
;= P:0040 000000 000000
;= start $40
;= inner $41
;= other $41
;= alone $42
