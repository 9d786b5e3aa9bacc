"""Instructions that depend on a secret; tests/unit/testing/proofs compares the bits with another implementation."""

from dsp56k.emu.debugging.secret_path import SecretLeak
from shared.emu_programs import chip


def test_an_allowed_instruction_is_not_reported_again() -> None:
    dsp = chip(" org p:0\nagain tst a\n jeq done\n jmp again\ndone jmp *")
    dsp.regs.a = 1
    path = dsp.secret_path()
    path.mark([("a", 0xFF)], "key")

    def met() -> object:
        return path.follow(until=None, max_clocks=10_000, max_instructions=30)

    leaks = [met(), met()]
    assert [(one.address, one.operand) for one in leaks if isinstance(one, SecretLeak)] == [(1, "key")] * 2
    path.allow(1)
    assert met() is None
