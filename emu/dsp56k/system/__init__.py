"""Services between dsp56k and the operating system: atomic files, locks, caches."""
