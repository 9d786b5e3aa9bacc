/* The PC's own software in every variant: the functions that `dsp56k.host.software` calls. Pointers are near in flat
   programs and far in 16-bit ones. Arguments must not overlap. Lengths and numbers of blocks may be zero, unless the
   description excludes it. */
#ifndef SOFTWARE_H
#define SOFTWARE_H

#include "types.h"

/* Computes the subkeys of a key, eight bytes whose parity is ignored, for calls without a key. */
void des_load_key(const u8 *key);

/* Process `blocks` blocks of eight bytes with DES. If `key` is null, the loaded key is used; otherwise its schedule is
   a part of the call. CBC sets `iv` to the last block of ciphertext. */
void des_ecb_encrypt(const u8 *key, const u8 *in, u8 *out, u32 blocks);
void des_ecb_decrypt(const u8 *key, const u8 *in, u8 *out, u32 blocks);
void des_cbc_encrypt(const u8 *key, u8 *iv, const u8 *in, u8 *out, u32 blocks);
void des_cbc_decrypt(const u8 *key, u8 *iv, const u8 *in, u8 *out, u32 blocks);

/* Computes the last block of a CBC encryption with an IV of zeros; the last block of the data is padded with zeros. The
   result is all eight bytes, of which a user of FIPS 113 takes the first two or more. `length` is not zero. */
void des_mac(const u8 *key, const u8 *in, u32 length, u8 *mac);

/* The types of the other ciphers and digests, which dsp56k.lib.algorithm has, too. A source declares its functions with
   these types. */

/* Computes the schedule of a key of 1 to 256 bytes, and XORs `length` bytes of its stream to the data. */
typedef void stream_function(const u8 *key, u32 key_bytes, const u8 *in, u8 *out, u32 length);

/* Computes a digest of `length` bytes: 16 bytes, 20 bytes for SHA-1. */
typedef void digest_function(const u8 *in, u32 length, u8 *digest);

/* Computes the authentication code of `length` bytes under a key of up to 64 bytes: 20 bytes. */
typedef void code_function(const u8 *key, u32 key_bytes, const u8 *in, u32 length, u8 *code);

/* Generates `length` bytes with HMAC_DRBG in requests of `request` bytes, not 0. The seed is entropy, a nonce and any
   other bytes, 24 to 96 in total. */
typedef void generator_function(const u8 *seed, u32 seed_bytes, u32 request, u8 *out, u32 length);

/* Encrypts with tables that were computed before (dsp56k.lib.ciphers.tables). `length` is a multiple of 8, except for
   SEAL, whose stream begins at its start. */
typedef void table_function(const u32 *tables, const u8 *in, u8 *out, u32 length);

/* Computes the round keys of an AES key, 16, 24 or 32 bytes, for calls without a key. */
void aes_load_key(const u8 *key, u32 key_bytes);

/* Process `blocks` blocks of 16 bytes with AES. If `key` is null, the loaded key is used; otherwise the computation of
   its round keys is a part of the call. */
void aes_ecb_encrypt(const u8 *key, u32 key_bytes, const u8 *in, u8 *out, u32 blocks);
void aes_ecb_decrypt(const u8 *key, u32 key_bytes, const u8 *in, u8 *out, u32 blocks);
void aes_cbc_encrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks);
void aes_cbc_decrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks);

/* Computes the subkeys of triple DES, of 24 bytes whose parity is ignored, for calls without a key. */
void des3_load_key(const u8 *key, u32 key_bytes);

/* Process `blocks` blocks of eight bytes with triple DES: EDE with three keys, outer CBC. Null keys are treated as in
   AES. */
void des3_cbc_encrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks);
void des3_cbc_decrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks);

/* Computes the tables of Blowfish for a key of 4 to 56 bytes from `pi`, which has the digits of pi as the initial
   tables. */
void blowfish_key(u32 *tables, const u32 *pi, const u8 *key, u32 key_bytes);

/* Computes results = bases^exponent mod n for `count` bases, one after the other. Returns 0; 1 if the modulus is even
   or too long; 2 if a base is not below it. */
u32 rsa_power(u32 *results, const u32 *bases, u32 count, const u32 *exponent, u32 exponent_limbs, const u32 *n,
              u32 limbs);

/* Computes results = ciphers^d mod p q for `count` ciphers. `key` is p, q, d mod p-1, d mod q-1, 1/q mod p, each
   `limbs` long; results and ciphers are twice as long. Returns 0; 1 if a factor is even or too long. */
u32 rsa_crt(u32 *results, const u32 *ciphers, u32 count, const u32 *key, u32 limbs);

#endif
