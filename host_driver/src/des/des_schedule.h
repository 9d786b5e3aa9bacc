/* The key schedule of the variants "good" and "period", with the tables of des_tables.h. */

/* A byte of six bits for each of the boxes 2 4 6 8, and for each of the boxes 1 3 5 7 */
typedef struct {
    u32 even, odd;
} Subkey;

static void key_schedule(const u8 *key, Subkey *subkeys, int decrypt)
{
    u32 c = 0, d = 0;
    int round, i;

    /* PC1: C is bits 1-3 of the key's bytes, last byte first, followed by bit 4 of bytes 8 to 5. D is bits 7-5,
       followed by bit 4 of bytes 4 to 1. */
    for (i = 0; i < 8; i++) {
        u32 byte = key[i];
        c |= ((byte & 0x80) << 13 | (byte & 0x40) << 6 | (byte & 0x20) >> 1) << i;
        d |= ((byte & 0x02) << 19 | (byte & 0x04) << 10 | (byte & 0x08) << 1) << i;
        if (i < 4)
            d |= (byte & 0x10) >> 4 << i;
        else
            c |= (byte & 0x10) >> 4 << (i - 4);
    }
    for (round = 0; round < 16; round++) {
        Subkey *subkey = subkeys + (decrypt ? 15 - round : round);
        u32 from_c, from_d;
        if (round == 0 || round == 1 || round == 8 || round == 15) {
            c = (c << 1 | c >> 27) & 0x0fffffff;
            d = (d << 1 | d >> 27) & 0x0fffffff;
        } else {
            c = (c << 2 | c >> 26) & 0x0fffffff;
            d = (d << 2 | d >> 26) & 0x0fffffff;
        }
        from_c = des_subkey[0][c >> 21] | des_subkey[1][c >> 14 & 127] | des_subkey[2][c >> 7 & 127] |
                 des_subkey[3][c & 127];
        from_d = des_subkey[4][d >> 21] | des_subkey[5][d >> 14 & 127] | des_subkey[6][d >> 7 & 127] |
                 des_subkey[7][d & 127];
        subkey->even = (from_c & 0xffff0000) | from_d >> 16;
        subkey->odd = from_c << 16 | (from_d & 0xffff);
    }
}
