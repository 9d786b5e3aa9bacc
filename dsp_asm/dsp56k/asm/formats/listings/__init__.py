"""The listing with its reports, in pages."""

from dsp56k.asm.formats.listings.listing import listing_text

__all__ = ["listing_text"]
