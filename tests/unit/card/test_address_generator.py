from dsp56k.card.chips.address_generator import AddressGenerator


def loaded(low: int, high: int) -> AddressGenerator:
    generator = AddressGenerator()
    generator.write(0, low, 0)
    generator.write(1, high, 0)
    return generator


def walk(generator: AddressGenerator, strobes: int) -> list[tuple[int, int]]:
    places = []
    for _ in range(strobes):
        places.append((generator.word, generator.lane))
        generator.strobe()
    return places


def test_reset_state() -> None:
    generator = AddressGenerator()
    assert (generator.word, generator.phase, generator.read(0, 0), generator.read(1, 0)) == (0, 0, 0, 0)


def test_low_middle_high_order() -> None:
    generator = loaded(0x34, 0x12)
    assert walk(generator, 4) == [(0x1234, 0), (0x1234, 1), (0x1234, 2), (0x1235, 0)]


def test_low_byte_only() -> None:
    generator = loaded(0xFE, 0x00)
    generator.low_only = True
    assert walk(generator, 3) == [(0xFE, 0), (0xFF, 0), (0x100, 0)]


def test_counter_wraps() -> None:
    generator = loaded(0xFF, 0xFF)
    assert walk(generator, 4)[-1] == (0, 0)


def test_loading_the_low_half_keeps_the_phase_and_the_high_half_zeroes_it() -> None:
    generator = loaded(0, 0)
    generator.strobe()
    generator.write(0, 0x55, 0)
    assert (generator.word, generator.phase) == (0x55, 1)
    generator.write(1, 0xAA, 0)
    assert (generator.word, generator.phase) == (0xAA55, 0)
    assert (generator.read(0, 0), generator.read(1, 0)) == (0x55, 0xAA)


def test_changing_to_low_only_inside_a_word_finishes_that_word() -> None:
    generator = loaded(0, 0)
    generator.strobe()
    generator.low_only = True
    assert (generator.lane, generator.phase) == (0, 1)
    generator.strobe()
    assert (generator.word, generator.phase) == (1, 0)


def test_nothing_happens_by_itself() -> None:
    generator = loaded(7, 0)
    generator.strobe()
    generator.advance(10**12)
    assert generator.next_event() is None
    assert (generator.word, generator.phase) == (7, 1)
    generator.reset(0)
    assert (generator.word, generator.phase) == (0, 0)
