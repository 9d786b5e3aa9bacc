/* Triple DES (FIPS 46-3) in CBC mode, with the rounds of variant "plain-c". */
#define TRIPLE
#include "des_plain.c"
