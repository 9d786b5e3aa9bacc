/* Triple DES (FIPS 46-3) in CBC mode: the rounds of grade "good". */
#define TRIPLE
#include "des_good.c"
