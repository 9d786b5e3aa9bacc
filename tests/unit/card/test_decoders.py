import pytest

from dsp56k.card.errors import CardError
from dsp56k.card.parts.decoders import IoDecoder, WindowDecoder


def test_sixteen_ports_at_300() -> None:
    decoder = IoDecoder()
    assert [decoder.offset(port) for port in (0x2FF, 0x300, 0x30F, 0x310)] == [None, 0, 15, None]


@pytest.mark.parametrize("alias", range(0, 0x10000, 0x400))
def test_ports_answer_again_every_400(alias: int) -> None:
    assert IoDecoder(0x290).offset(alias + 0x29C) == 0xC


@pytest.mark.parametrize("base", [-16, 0x301, 0x400])
def test_impossible_io_bases(base: int) -> None:
    with pytest.raises(CardError, match="multiple of \\$10 below \\$400"):
        IoDecoder(base)


def test_window_base_is_a19_to_a13() -> None:
    assert WindowDecoder(0x2000).addresses(0x68) == range(0xD0000, 0xD2000)
    assert WindowDecoder(0x2000).addresses(0x7F) == range(0xFE000, 0x100000)


def test_base_bits_below_the_size_are_ignored() -> None:
    assert WindowDecoder(0x8000).addresses(0x6B) == range(0xD0000, 0xD8000)
    assert WindowDecoder(0x10000).addresses(0x6F) == range(0xD0000, 0xE0000)


def test_impossible_window_size() -> None:
    with pytest.raises(CardError, match="must be one of 8192, 16384, 32768, 65536"):
        WindowDecoder(0x3000)
