; A tab in a string goes to the next of the columns 1, 9, 17 ... of the line (ASM 2.1); elsewhere it is white space.
 dc 'a	b'
	dc	'a	b'	; it's	a comment
lab	equ	5
;= P:0000 612020 620000 612020 202020 206200
;= lab 5
