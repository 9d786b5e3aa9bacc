"""The language server: pygls implements the protocol, dsp56k.language the queries; this package connects them."""
