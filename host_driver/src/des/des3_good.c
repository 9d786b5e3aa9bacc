/* Triple DES (FIPS 46-3) in CBC mode, with the rounds of variant "good". */
#define TRIPLE
#include "des_good.c"
