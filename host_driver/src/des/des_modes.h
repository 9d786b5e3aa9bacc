/* The modes of DES for the variants in C. The file that includes this one defines
     Subkey                               a structure: the key bits of a round
     key_schedule(key, subkeys, decrypt)  stores sixteen subkeys, in reverse order to decrypt
     Block                                two words, left and right
     load, store                          convert four bytes from and to such a word
     cipher_block(block, subkeys)         processes a block in place
   With TRIPLE it has the modes of triple DES instead and requires
     cipher_triple(block, subkeys)        processes a block in place with 48 subkeys. */
#ifdef TRIPLE

static Subkey loaded[2][48]; /* to encrypt, to decrypt */

/* Computes the subkeys of triple DES. The second DES is a decryption. */
static void triple_schedule(const u8 *key, Subkey *subkeys, int decrypt)
{
    int part;

    for (part = 0; part < 3; part++)
        key_schedule(key + 8 * (decrypt ? 2 - part : part), subkeys + 16 * part, decrypt ^ (part == 1));
}

void des3_load_key(const u8 *key, u32 key_bytes)
{
    (void)key_bytes;
    triple_schedule(key, loaded[0], 0);
    triple_schedule(key, loaded[1], 1);
}

static const Subkey *subkeys_of(const u8 *key, Subkey *fresh, int decrypt)
{
    if (!key)
        return loaded[decrypt];
    triple_schedule(key, fresh, decrypt);
    return fresh;
}

void des3_cbc_encrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks)
{
    Subkey fresh[48];
    const Subkey *subkeys = subkeys_of(key, fresh, 0);
    Block block = { load(iv), load(iv + 4) };

    (void)key_bytes;
    for (; blocks; blocks--, in += 8, out += 8) {
        block.left ^= load(in);
        block.right ^= load(in + 4);
        cipher_triple(&block, subkeys);
        store(out, block.left);
        store(out + 4, block.right);
    }
}

void des3_cbc_decrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks)
{
    Subkey fresh[48];
    const Subkey *subkeys = subkeys_of(key, fresh, 1);
    Block last = { load(iv), load(iv + 4) };

    (void)key_bytes;
    for (; blocks; blocks--, in += 8, out += 8) {
        Block cipher = { load(in), load(in + 4) }, block = cipher;
        cipher_triple(&block, subkeys);
        store(out, block.left ^ last.left);
        store(out + 4, block.right ^ last.right);
        last = cipher;
    }
}

#else

static Subkey loaded[2][16]; /* to encrypt, to decrypt */

void des_load_key(const u8 *key)
{
    int round;

    key_schedule(key, loaded[0], 0);
    for (round = 0; round < 16; round++)
        loaded[1][15 - round] = loaded[0][round];
}

static const Subkey *subkeys_of(const u8 *key, Subkey *fresh, int decrypt)
{
    if (!key)
        return loaded[decrypt];
    key_schedule(key, fresh, decrypt);
    return fresh;
}

static void ecb(const Subkey *subkeys, const u8 *in, u8 *out, u32 blocks)
{
    for (; blocks; blocks--, in += 8, out += 8) {
        Block block = { load(in), load(in + 4) };
        cipher_block(&block, subkeys);
        store(out, block.left);
        store(out + 4, block.right);
    }
}

void des_ecb_encrypt(const u8 *key, const u8 *in, u8 *out, u32 blocks)
{
    Subkey fresh[16];

    ecb(subkeys_of(key, fresh, 0), in, out, blocks);
}

void des_ecb_decrypt(const u8 *key, const u8 *in, u8 *out, u32 blocks)
{
    Subkey fresh[16];

    ecb(subkeys_of(key, fresh, 1), in, out, blocks);
}

void des_cbc_encrypt(const u8 *key, u8 *iv, const u8 *in, u8 *out, u32 blocks)
{
    Subkey fresh[16];
    const Subkey *subkeys = subkeys_of(key, fresh, 0);
    Block block = { load(iv), load(iv + 4) };

    for (; blocks; blocks--, in += 8, out += 8) {
        block.left ^= load(in);
        block.right ^= load(in + 4);
        cipher_block(&block, subkeys);
        store(out, block.left);
        store(out + 4, block.right);
    }
    store(iv, block.left);
    store(iv + 4, block.right);
}

void des_cbc_decrypt(const u8 *key, u8 *iv, const u8 *in, u8 *out, u32 blocks)
{
    Subkey fresh[16];
    const Subkey *subkeys = subkeys_of(key, fresh, 1);
    Block last = { load(iv), load(iv + 4) };

    for (; blocks; blocks--, in += 8, out += 8) {
        Block cipher = { load(in), load(in + 4) }, block = cipher;
        cipher_block(&block, subkeys);
        store(out, block.left ^ last.left);
        store(out + 4, block.right ^ last.right);
        last = cipher;
    }
    store(iv, last.left);
    store(iv + 4, last.right);
}

void des_mac(const u8 *key, const u8 *in, u32 length, u8 *mac)
{
    Subkey fresh[16];
    const Subkey *subkeys = subkeys_of(key, fresh, 0);
    Block block = { 0, 0 };
    u8 last[8];
    u32 i;

    for (; length >= 8; length -= 8, in += 8) {
        block.left ^= load(in);
        block.right ^= load(in + 4);
        cipher_block(&block, subkeys);
    }
    if (length) {
        for (i = 0; i < 8; i++)
            last[i] = i < length ? in[i] : 0;
        block.left ^= load(last);
        block.right ^= load(last + 4);
        cipher_block(&block, subkeys);
    }
    store(mac, block.left);
    store(mac + 4, block.right);
}

#endif
