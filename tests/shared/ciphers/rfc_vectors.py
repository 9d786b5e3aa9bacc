"""What the RFCs print for RC4 and MD5."""

RFC_6229 = {
    "0102030405": {0: "b2396305f03dc027ccc3524a0a1118a8", 240: "28cb1132c96ce286421dcaadb8b69eae"},
    "01020304050607": {0: "293f02d47f37c9b633f2af5285feb46b", 240: "914f02531c9218810df60f67e338154c"},
    "0102030405060708090a0b0c0d0e0f10": {
        0: "9ac7cc9a609d1ef7b2932899cde41b97",
        240: "065902e4b620f6cc36c8589f66432f2b",
    },
}
"""Vectors of section 2: the stream from an offset on, for each key."""
RFC_1321 = {
    "": "d41d8cd98f00b204e9800998ecf8427e",
    "a": "0cc175b9c0f1b6a831c399e269772661",
    "abc": "900150983cd24fb0d6963f7d28e17f72",
    "message digest": "f96b697d7cb7938d525a2f31aaf161d0",
    "abcdefghijklmnopqrstuvwxyz": "c3fcd3d76192e4007dfb496cca67e13b",
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789": "d174ab98d277d9f5a5611c2c9f419d9f",
    "1234567890" * 8: "57edf4a22be3c955ac49da2e2107b67a",
}
"""The test suite of A.5."""
