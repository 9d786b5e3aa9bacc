"""NIST's vectors for HMAC_DRBG with SHA-1."""

# NIST CAVS 14.3, HMAC_DRBG.rsp of drbgvectors_no_reseed and drbgvectors_pr_false, SHA-1, count 0: entropy, nonce,
# personalization; entropy and additional bytes of a new seed; additional bytes of two requests; the second's bytes.
NIST: list[tuple[tuple[str, ...], tuple[str, str] | None, tuple[str, str], str]] = [
    (
        ("e91b63309e93d1d08e30e8d556906875", "f59747c468b0d0da", ""),
        None,
        ("", ""),
        "b7928f9503a417110788f9d0c2585f8aee6fb73b220a626b3ab9825b7a9facc79723d7e1ba9255e40e65c249b6082a7b"
        "c5e3f129d3d8f69b04ed1183419d6c4f2a13b304d2c5743f41c8b0ee73225347",
    ),
    (
        ("32c1ca125223de8de569697f92a37c67", "72d4cc4f0544d409", ""),
        None,
        ("9e98cc8e0f8eb84d1911c1775a5703bb", "593aa3a300e5c907a011dd5a3dcd77e2"),
        "942909a9d380aa5d4e3af69093a8fa513ee545b9bf9e1b81c5f30966db3e5cb52f8b1b6fe440d592e5fe4a972c36aa49"
        "8035e2442f82910c5cd095c7f4b4c7e7555c4669cca481cdfbfda167b5d6f8d5",
    ),
    (
        ("49058e6773ed2b7ab309c0949fdf9c9e", "a457cb8ec0e7fd01", "dc477641d89c7fc4a30f1430197dd159"),
        None,
        ("", ""),
        "4e891f4e281100453b70788929ec743a3c5edd9b81dc798bc93771368c39b612037b6f42f60c5d8924b646848151b0c2"
        "95be491d4a28d1927deed523fd04d3d2dda95ed42166312e5c3392d22893b0dc",
    ),
    (
        ("79349bbf7cdda5799557866621c91383", "1146733abf8c35c8", ""),
        ("c7215b5b96c48e9b338c74e3e99dfedf", ""),
        ("", ""),
        "c6a16ab8d420706f0f34ab7fec5adca9d8ca3a133e159ca6ac43c6f8a2be22834a4c0a0affb10d7194f1c1a5cf7322ec"
        "1ae0964ed4bf122746e087fdb5b3e91b3493d5bb98faed49e85f130fc8a459b7",
    ),
    (
        ("7d7052a776fd2fb3d7191f733304ee8b", "be4a0ceedca80207", ""),
        ("49047e879d610955eed916e4060e00c9", "fd8bb33aab2f6cdfbc541811861d518d"),
        ("99afe347540461ddf6abeb491e0715b4", "02f773482dd7ae66f76e381598a64ef0"),
        "a736343844fc92511391db0addd9064dbee24c8976aa259a9e3b6368aa6de4c9bf3a0effcda9cb0e9dc33652ab58ecb7"
        "650ed80467f76a849fb1cfc1ed0a09f7155086064db324b1e124f3fc9e614fcb",
    ),
    (
        ("11c0a7e1472cec70fa8c1ca15759ac5b", "b1c73c22db39cd7b", "b24e392cb1f3c18af2cb50feac733e32"),
        ("c6ab59ff708a5c1f598e75df060e1981", ""),
        ("", ""),
        "070e603cd48d56430a5ab461a751ec2a4a6aa6fb6ee52efe9a41e4611eafdfc957184b47bbb017e484ac34c7de56cd78"
        "13feb301b5befce573ad0a254e6cfe35b77c30be6b7cb5e7efa72813c7546ba5",
    ),
]
