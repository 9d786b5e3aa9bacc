/* The PC's own software in every grade: the functions that `dsp56k.host.software` calls. Pointers are near
   in the flat programs and far in 16-bit ones. Nothing may overlap; lengths and numbers of blocks may be zero where
   nothing else is said. */
#ifndef SOFTWARE_H
#define SOFTWARE_H

#include "types.h"

/* Keep the subkeys of a key, eight bytes whose parity is not looked at, for calls without one. */
void des_load_key(const u8 *key);

/* DES over `blocks` blocks of eight bytes. Without a key (null) it is the loaded one's; else its schedule is part of
   the call. CBC leaves `iv` at the last block of cipher text. */
void des_ecb_encrypt(const u8 *key, const u8 *in, u8 *out, u32 blocks);
void des_ecb_decrypt(const u8 *key, const u8 *in, u8 *out, u32 blocks);
void des_cbc_encrypt(const u8 *key, u8 *iv, const u8 *in, u8 *out, u32 blocks);
void des_cbc_decrypt(const u8 *key, u8 *iv, const u8 *in, u8 *out, u32 blocks);

/* The last block of a CBC encryption from zeros, of data whose last block is filled up with zeros: all eight bytes, of
   which a user of FIPS 113 takes the first two or more. `length` is not zero. */
void des_mac(const u8 *key, const u8 *in, u32 length, u8 *mac);

/* Forms of the other ciphers and digests, as dsp56k.lib.algorithm has them: a source declares its functions by their
   form. */

/* The schedule of a key of 1 to 256 bytes, and `length` bytes of its stream xored to data. */
typedef void stream_function(const u8 *key, u32 key_bytes, const u8 *in, u8 *out, u32 length);

/* A digest of `length` bytes: 16 bytes, of SHA-1 20. */
typedef void digest_function(const u8 *in, u32 length, u8 *digest);

/* The authentication code of `length` bytes under a key of up to 64 bytes: 20 bytes. */
typedef void code_function(const u8 *key, u32 key_bytes, const u8 *in, u32 length, u8 *code);

/* `length` bytes of HMAC_DRBG in requests of `request` bytes, not 0; the seed is entropy, a nonce and any other bytes,
   24 to 96 together. */
typedef void generator_function(const u8 *seed, u32 seed_bytes, u32 request, u8 *out, u32 length);

/* Encryption with tables that were made before (dsp56k.lib.ciphers.tables); `length` is a multiple of 8 but for SEAL,
   whose stream begins at its start. */
typedef void table_function(const u32 *tables, const u8 *in, u8 *out, u32 length);

/* Keep the round keys of a key of AES, 16, 24 or 32 bytes, for calls without one. */
void aes_load_key(const u8 *key, u32 key_bytes);

/* AES over `blocks` blocks of 16 bytes. Without a key (null) it is the loaded one's; else its round keys are part of
   the call. */
void aes_ecb_encrypt(const u8 *key, u32 key_bytes, const u8 *in, u8 *out, u32 blocks);
void aes_ecb_decrypt(const u8 *key, u32 key_bytes, const u8 *in, u8 *out, u32 blocks);
void aes_cbc_encrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks);
void aes_cbc_decrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks);

/* Keep the round keys of triple DES, 24 bytes whose parity is not looked at, for calls without a key. */
void des3_load_key(const u8 *key, u32 key_bytes);

/* Triple DES over `blocks` blocks of eight bytes, as AES: EDE with three keys, CBC outside. */
void des3_cbc_encrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks);
void des3_cbc_decrypt(const u8 *key, u32 key_bytes, const u8 *iv, const u8 *in, u8 *out, u32 blocks);

/* The tables of Blowfish for a key, 4 to 56 bytes, from `pi`, the digits of pi in their places. */
void blowfish_key(u32 *tables, const u32 *pi, const u8 *key, u32 key_bytes);

/* results = bases^exponent mod n, `count` of them, one after the other. 0, or 1: the modulus is even or too long, 2: a
   base is not below it. */
u32 rsa_power(u32 *results, const u32 *bases, u32 count, const u32 *exponent, u32 exponent_limbs, const u32 *n,
              u32 limbs);

/* results = ciphers^d mod p q, `count` of them. `key` holds p, q, d mod p-1, d mod q-1, 1/q mod p, each `limbs` long;
   results and ciphers are twice as long. 0, or 1: a factor is even or too long. */
u32 rsa_crt(u32 *results, const u32 *ciphers, u32 count, const u32 *key, u32 limbs);

#endif
