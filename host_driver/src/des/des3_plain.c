/* Triple DES (FIPS 46-3) in CBC mode: the rounds of grade "plain-c". */
#define TRIPLE
#include "des_plain.c"
