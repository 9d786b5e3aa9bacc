"""The language server: pygls carries the protocol, dsp56k.language has the answers, and here one is made the other."""
