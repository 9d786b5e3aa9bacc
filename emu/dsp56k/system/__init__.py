"""What lies between dsp56k and the operating system: files written whole, locks."""
