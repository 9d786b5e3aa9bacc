"""Single-step vectors of the DSP56001, and the code that makes and checks them."""
