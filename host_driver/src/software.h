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

/* RC4: the schedule of a key of 1 to 256 bytes, and `length` bytes of its stream xored to data. */
void rc4(const u8 *key, u32 key_bytes, const u8 *in, u8 *out, u32 length);

/* Encryption with tables that were made before (dsp56k.lib.ciphers.tables); `length` is a multiple of 8 but for SEAL,
   whose stream begins at its start. */

/* 18 subkeys, four S boxes. */
void blowfish(const u32 *tables, const u8 *in, u8 *out, u32 length);

/* These of a key, 4 to 56 bytes, and of `pi`, the digits of pi in their places. */
void blowfish_key(u32 *tables, const u32 *pi, const u8 *key, u32 key_bytes);

/* The number of S boxes, four auxiliary keys, the S boxes. */
void khufu(const u32 *tables, const u8 *in, u8 *out, u32 length);

/* The number of S boxes, a pair of words before each of them and one after the last, the S boxes. */
void khafre(const u32 *tables, const u8 *in, u8 *out, u32 length);

/* T, S, four words for each 1024 bytes. */
void seal(const u32 *tables, const u8 *in, u8 *out, u32 length);

/* Digests, 16 bytes, of `length` bytes: RFC 1319, RFC 1320, RFC 1321. */
void md2(const u8 *in, u32 length, u8 *digest);
void md4(const u8 *in, u32 length, u8 *digest);
void md5(const u8 *in, u32 length, u8 *digest);

/* results = bases^exponent mod n, `count` of them, one after the other. 0, or 1: the modulus is even or too long, 2: a
   base is not below it. */
u32 rsa_power(u32 *results, const u32 *bases, u32 count, const u32 *exponent, u32 exponent_limbs, const u32 *n,
              u32 limbs);

/* results = ciphers^d mod p q, `count` of them. `key` holds p, q, d mod p-1, d mod q-1, 1/q mod p, each `limbs` long;
   results and ciphers are twice as long. 0, or 1: a factor is even or too long. */
u32 rsa_crt(u32 *results, const u32 *ciphers, u32 count, const u32 *key, u32 limbs);

#endif
