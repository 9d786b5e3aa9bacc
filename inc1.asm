 move #nowhere,r0
m1 macro
 mvoe x0,a
 endm
