"""The fixed-point routines against NumPy: accuracy, clocks, and the ends of their ranges."""

import math
import re
import struct
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pytest

from dsp56k.lib import SOURCES, Routine
from dsp56k.lib.catalogue import entries
from dsp56k.lib.source_headers import headers_of
from dsp56k.testing import prove_bounds, prove_constant_time

ONE = 1 << 23
ENDS = (-ONE, 1 - ONE, -ONE // 2 - 1, -ONE // 2, -2, -1, 0, 1, 2, ONE // 4, ONE // 2, ONE // 2 + 1, ONE - 2, ONE - 1)
RANDOM = np.random.default_rng(56001)
GAIN = 1.646760258121
FACTORS = ("a_real", "a_imaginary", "b_real", "b_imaginary")
Operands = dict[str, Any]


def words(count: int = 200) -> list[float]:
    """Ends of the range, words of any size, small words."""
    small = (RANDOM.choice([-1, 1]) * 2 ** RANDOM.uniform(0, 23) for _ in range(count // 2))
    return [word / ONE for word in (*ENDS, *RANDOM.integers(-ONE, ONE, count).tolist(), *map(int, small))]


def vector(count: int, size: float = 1.0) -> list[float]:
    return [word / ONE for word in RANDOM.integers(-int(size * ONE), int(size * ONE), count).tolist()]


def limited(value: float) -> float:
    return max(-1.0, min(1 - 1 / ONE, value))


def singles(name: str = "x") -> list[Operands]:
    return [{name: word} for word in words()]


def pairs(left: str, right: str) -> list[Operands]:
    return [{left: a, right: b} for a, b in zip(words(), RANDOM.permutation(words()).tolist(), strict=True)]


def points(*, right: bool) -> list[Operands]:
    """Points of up to 0.6 in magnitude, and an angle of half a turn."""
    polar = zip(RANDOM.uniform(0.1, 0.6, 200), RANDOM.uniform(-math.pi, math.pi, 200), strict=True)
    turned = [(size * math.cos(angle), size * math.sin(angle)) for size, angle in polar]
    if right:
        return [{"x": abs(x), "y": y} for x, y in turned]
    return [{"x": x, "y": y, "angle": angle / 2} for (x, y), angle in zip(turned, vector(200), strict=True)]


def reversed_bits(points: int) -> list[int]:
    bits = points.bit_length() - 1
    return [int(f"{index:0{bits}b}"[::-1], 2) for index in range(points)]


def spectra(points: int) -> list[Operands]:
    """Points in the unit circle, most of them at its edge."""
    angles, sizes = RANDOM.uniform(0, 2 * math.pi, (4, points)), RANDOM.uniform(0, 0.999, (4, points)) ** 0.2
    return [in_words(value) for value in sizes * np.exp(1j * angles)]


def in_words(value: Any, size: float = 1.0) -> Operands:
    """Return the real and imaginary parts times `size`, rounded to words."""
    return {part: ((numbers * size * ONE).round() / ONE).tolist() for part, numbers in parts(value).items()}


def sinusoids(points: int) -> list[Operands]:
    """Sinusoids of full magnitude at each frequency of the transform, which lose most in the twiddles below 1."""
    times = np.arange(points)
    phases = (k * times / points + k * k / 7 for k in range(points))
    return [in_words(np.exp(2j * math.pi * phase), 1 - 2 / ONE) for phase in phases]


def waves(samples: int, size: float) -> list[list[float]]:
    """Real sinusoids of some frequencies."""
    return [[size * value for value in call["real"]] for call in sinusoids(samples)[: samples // 2 : 3]]


def transformed(real: list[float], imaginary: list[float]) -> Operands:
    value = np.fft.fft(np.array(real) + 1j * np.array(imaginary))[reversed_bits(len(real))] / len(real)
    return {"real": value.real, "imaginary": value.imag}


def unscrambled(real: list[float], imaginary: list[float]) -> Operands:
    order = reversed_bits(len(real))
    return {"real": [real[index] for index in order], "imaginary": [imaginary[index] for index in order]}


def turned(x: float, y: float, angle: float) -> Operands:
    value = GAIN * complex(x, y) * np.exp(1j * math.pi * angle)
    return {"x": value.real, "y": value.imag}


def adapted(sample: float, wanted: float, step: float, state: list[float], taps: list[float]) -> Operands:
    samples = [sample, *state[1:]]
    error = wanted - np.dot(samples, taps)
    return {"error": error, "taps": np.array(taps) + step * error * np.array(samples)}


def filtered(samples: list[float], state: list[float], taps: list[float]) -> Any:
    del state
    return np.convolve(samples, taps)[: len(samples)]


def decimated(samples: list[float], state: list[float], taps: list[float]) -> Any:
    return filtered(samples, state, taps)[3::4]


def interpolated(samples: list[float], state: list[float], taps: list[float]) -> Any:
    stuffed = np.zeros(4 * len(samples))
    stuffed[::4] = samples
    return filtered(stuffed.tolist(), state, np.array(taps).reshape(4, -1).T.ravel().tolist())


def section(sample: float, state: list[float], taps: list[float]) -> Operands:
    x1, _, y1, _ = state
    output = limited(2 * float(np.dot([sample, *state], taps)))
    return {"output": output, "state": [sample, x1, output, y1]}


def transposed(sample: float, state: list[float], taps: list[float]) -> Operands:
    b0, b1, a1, b2, a2 = taps
    output = limited(2 * (b0 * sample + state[0]))
    rounded = math.floor(output * ONE + 0.5) / ONE
    return {"output": output, "state": [b1 * sample + a1 * rounded + state[1], b2 * sample + a2 * rounded]}


def complexes(real: list[float], imaginary: list[float]) -> Any:
    return np.array(real) + 1j * np.array(imaginary)


def parts(value: Any) -> Operands:
    return {"real": value.real, "imaginary": value.imag}


def factors(count: int) -> list[Operands]:
    return [{name: vector(count) for name in FACTORS} for _ in range(9)]


def real_spectrum(even: list[float], odd: list[float]) -> Operands:
    value = np.fft.rfft(np.ravel([even, odd], order="F")) / (2 * len(even))
    value[0] += 1j * value[-1].real
    return parts(value[:-1])


def blocks(points: int) -> list[Operands]:
    """Points of all sizes, and one whose every stage is halved."""
    sized = [in_words(complexes(**call), 0.5**shift) for shift, call in zip((0, 2, 5, 9), spectra(points), strict=True)]
    return [*sized, {"real": [0.99] * points, "imaginary": [0.0] * points}]


def scaled(real: list[float], imaginary: list[float]) -> Operands:
    """Radix 2, a stage halved if a part is above 1 / sqrt(8)."""
    value, exponent = complexes(real, imaginary), 0
    half = len(real) // 2
    twiddles = np.exp(-1j * math.pi * np.array(reversed_bits(half)) / half)
    for stage in range(len(real).bit_length() - 1):
        if max(map(abs, (*value.real, *value.imag))) > math.sqrt(0.125):
            value, exponent = value / 2, exponent + 1
        pairs = value.reshape(2**stage, 2, -1)
        turned = twiddles[: 2**stage, None] * pairs[:, 1]
        value = np.stack([pairs[:, 0] + turned, pairs[:, 0] - turned], axis=1).ravel()
    return parts(value) | {"exponent": exponent}


def single(x: float) -> int:
    return int.from_bytes(struct.pack(">f", x), "big")


def of_single(bits: int) -> float:
    return float(struct.unpack(">f", bits.to_bytes(4, "big"))[0])


def decimal(x: float) -> bytes:
    whole = int(abs(x) * 10**7)
    return b"%c%d.%07d" % (b"-+"[x >= 0], whole // 10**7, whole % 10**7)


def crc(register: int, data: bytes) -> int:
    for byte in data:
        register ^= byte << 16
        for _ in range(8):
            register = (register << 1 ^ (0x102100 if register & 0x800000 else 0)) & 0xFFFFFF
    return register


def drand48(state: int) -> Operands:
    state = (0x5DEECE66D * state + 11) % 2**48
    return {"state": state, "number": ((state >> 24) + ONE) % (2 * ONE) / ONE - 1}


def mu_law(sample: float) -> int:
    """ITU-T G.711: 14 bits, a bias of 33, eight segments, inverted magnitude."""
    size = min(int(abs(sample) * 8192) + 33, 8191)
    segment = size.bit_length() - 6
    return (segment << 4 | size >> segment + 1 & 15) ^ (0x7F if sample < 0 else 0xFF)


def mu_law_linear(code: int) -> float:
    size = ((~code & 15) * 2 + 33 << (~code >> 4 & 7)) - 33
    return (size if code & 0x80 else -size) / 8192


def normalized(data: list[float]) -> Operands:
    peak = max(map(abs, data))
    shift = 0 if peak == 0 else max(0, -math.floor(math.log2(peak)) - 1)
    return {"data": [value * 2**shift for value in data], "shift": shift}


@dataclass(frozen=True)
class Case:
    """Calls of a routine, and a function with the correct results."""

    calls: list[Operands]
    reference: Callable[..., Any]
    parameters: Mapping[str, int] = field(default_factory=dict)
    registers: Mapping[str, int] = field(default_factory=dict)
    """Values that the stated clocks name."""


def fir(count: int) -> list[Operands]:
    return [{"samples": vector(count), "state": [0.0] * 16, "taps": vector(16, 0.06)} for _ in range(4)]


HANN = np.round((ONE - 1) * (0.5 - 0.5 * np.cos(np.arange(64) * math.pi / 32))) / ONE
LOGARITHM = [{"x": word} for word in words() if word > 0]
TAPS = {"N7": 15}
CASES: Mapping[str, Case] = {
    "fx_divide": Case([c for c in pairs("a", "b") if abs(c["a"]) < abs(c["b"])], lambda a, b: a / b),
    "fx_reciprocal": Case(
        [c for c in singles() if c["x"]],
        lambda x: {"mantissa": 1 / x / 2 ** (1 - math.frexp(x)[1]), "exponent": 1 - math.frexp(x)[1]},
    ),
    "fx_square_root": Case(singles(), lambda x: math.sqrt(max(0, x))),
    "fx_sine": Case(singles(), lambda x: math.sin(math.pi * x)),
    "fx_cosine": Case(singles(), lambda x: math.cos(math.pi * x)),
    "fx_arctangent": Case([c for c in pairs("y", "x") if any(c.values())], lambda y, x: math.atan2(y, x) / math.pi),
    "fx_log2": Case(LOGARITHM, lambda x: math.log2(x) / 32),
    "fx_decibel": Case(LOGARITHM, lambda x: 20 * math.log10(x) / 256),
    "fx_exp2": Case([c for c in singles() if c["x"] < 0], lambda x: 2 ** (32 * x)),
    "fx_rotate": Case(points(right=False), turned),
    "fx_vector": Case(
        points(right=True), lambda x, y: {"magnitude": GAIN * math.hypot(x, y), "angle": math.atan2(y, x) / math.pi}
    ),
    "fx_fir": Case(
        [{"sample": word, "state": vector(16), "taps": vector(16, 0.06)} for word in words(20)],
        lambda sample, state, taps: np.dot([sample, *state[1:]], taps),
        registers=TAPS,
    ),
    "fx_fir_block": Case(fir(32), filtered, registers={**TAPS, "N6": 32}),
    "fx_decimate": Case(fir(32), decimated, registers={**TAPS, "N6": 8, "N5": 4}),
    "fx_interpolate": Case(
        [{"samples": vector(8), "state": [0.0] * 8, "taps": vector(32, 0.12)} for _ in range(4)],
        interpolated,
        registers={"N7": 7, "N6": 8, "N5": 4},
    ),
    "fx_lms": Case(
        [
            {"sample": word, "wanted": 0.3, "step": 0.05, "state": vector(16), "taps": vector(16, 0.03)}
            for word in words(20)
        ],
        adapted,
        registers=TAPS,
    ),
    "fx_biquads": Case(
        [{"sample": word, "state": vector(4), "taps": vector(5, 0.9)} for word in words(20)],
        section,
        {"SECTIONS": 1},
        {"N7": 1},
    ),
    "fx_biquads_transposed": Case(
        [{"sample": word, "state": vector(2, 0.9), "taps": vector(5, 0.4)} for word in words(20)],
        transposed,
        {"SECTIONS": 1},
        {"N7": 1},
    ),
    "fx_fft": Case([*spectra(64), *sinusoids(64)], transformed),
    "fx_fft4": Case([*spectra(64), *sinusoids(64)], transformed),
    "fx_bit_reverse": Case([{"real": vector(64), "imaginary": vector(64)}], unscrambled, registers={"FFT_POINTS": 64}),
    "fx_block_fft": Case(blocks(64), scaled),
    "fx_real_fft": Case(
        [
            *({"even": vector(64, 0.7), "odd": vector(64, 0.7)} for _ in range(4)),
            *({"even": wave[::2], "odd": wave[1::2]} for wave in waves(128, 0.7)),
        ],
        real_spectrum,
    ),
    "fx_window": Case(
        [{"data": vector(64)} for _ in range(4)],
        lambda data: (
            np.array(data) * np.round((1 - 1 / ONE) * (0.5 - 0.5 * np.cos(np.arange(64) * math.pi / 32)) * ONE) / ONE
        ),
        registers={"N7": 64},
    ),
    "fx_dot": Case([{"a": vector(16), "b": vector(16)} for _ in range(9)], np.dot, registers={"N7": 16}),
    "fx_vector_add": Case(
        [{"a": vector(16), "b": vector(16)} for _ in range(9)], lambda a, b: np.add(a, b), registers={"N7": 16}
    ),
    "fx_matrix_vector": Case(
        [{"matrix": vector(9), "vector": vector(3)} for _ in range(9)],
        lambda matrix, vector: np.array(matrix).reshape(3, 3) @ np.array(vector),
        registers={"N7": 3, "N6": 3},
    ),
    "fx_matrix_product": Case(
        [{"left": vector(9), "right": vector(9)} for _ in range(9)],
        lambda left, right: np.reshape(left, (3, 3)) @ np.reshape(right, (3, 3)),
        registers={"N4": 3, "N5": 3, "N6": 3},
    ),
    "fx_peak": Case([{"data": vector(16)} for _ in range(9)], lambda data: max(map(abs, data)), registers={"N7": 16}),
    "fx_complex_multiply": Case(
        factors(16),
        lambda a_real, a_imaginary, b_real, b_imaginary: parts(
            complexes(a_real, a_imaginary) * complexes(b_real, b_imaginary)
        ),
        registers={"N7": 16},
    ),
    "fx_complex_dot": Case(
        factors(16),
        lambda a_real, a_imaginary, b_real, b_imaginary: parts(
            np.dot(complexes(a_real, a_imaginary), complexes(b_real, b_imaginary))
        ),
        registers={"N7": 16},
    ),
    "fx_power": Case(
        [{"real": vector(16), "imaginary": vector(16)} for _ in range(9)],
        lambda real, imaginary: abs(complexes(real, imaginary)) ** 2,
        registers={"N7": 16},
    ),
    "fx_sort": Case(
        [{"data": data} for data in (vector(9), [0.5] * 9, words(0)[:9], words(0)[8::-1])],
        lambda data: sorted(data),
        registers={"N7": 9},
    ),
    "fx_crc": Case(
        [{"register": 0xFFFF00, "data": b"123456789"}, {"register": 0, "data": bytes(range(247, 256))}],
        crc,
        registers={"N7": 9},
    ),
    "fx_crc32": Case(
        [{"crc": 0, "data": b"123456789"}, {"crc": 0xCBF43926, "data": bytes(range(247, 256))}],
        lambda crc, data: zlib.crc32(data, crc),
        registers={"N7": 9},
    ),
    "fx_random": Case(
        [{"state": state} for state in (0, 1, 2**48 - 1, 0x1234ABCD330E, *RANDOM.integers(0, 2**48, 200).tolist())],
        drand48,
    ),
    "fx_mu_law": Case(singles("sample"), mu_law),
    "fx_mu_law_linear": Case([{"code": code} for code in range(256)], mu_law_linear),
    "fx_from_single": Case(
        [{"bits": single(x)} for x in RANDOM.uniform(-1, 1, 400) * 2.0 ** -RANDOM.integers(0, 26, 400)],
        of_single,
    ),
    "fx_to_single": Case(singles(), single),
    "fx_to_decimal": Case(singles(), decimal, registers={"N7": 7}),
    "fx_from_decimal": Case(
        [{"text": b"%c0.%07d" % (b"+-"[number % 2], number)} for number in RANDOM.integers(0, 10**7, 400).tolist()],
        lambda text: float(text),
        registers={"N7": 7},
    ),
    "fx_block_normalize": Case(
        [{"data": vector(16, 2.0**-size)} for size in range(22)] + [{"data": [-1.0] * 16}, {"data": [0.0] * 16}],
        normalized,
        registers={"N7": 16},
    ),
    "fx_block_shift": Case(
        [{"data": vector(16), "shift": shift} for shift in range(1, 24)],
        lambda data, shift: np.array(data) / 2**shift,
        registers={"N7": 16},
    ),
}
LARGEST = 1 - 1 / ONE
EDGES: Sequence[tuple[str, Operands, Any]] = [
    ("fx_divide", {"a": 0.5, "b": 0.5}, LARGEST),
    ("fx_divide", {"a": -0.5, "b": 0.25}, -1.0),
    ("fx_divide", {"a": 0.0, "b": 0.0}, LARGEST),
    ("fx_divide", {"a": -1.0, "b": 0.0}, -1.0),
    ("fx_divide", {"a": -1.0, "b": -1.0}, LARGEST),
    ("fx_reciprocal", {"x": 0.0}, {"mantissa": LARGEST, "exponent": 24}),
    ("fx_reciprocal", {"x": -1.0}, {"mantissa": -LARGEST, "exponent": 0}),
    ("fx_square_root", {"x": -1.0}, 0.0),
    ("fx_square_root", {"x": LARGEST}, 1 - 1 / ONE),
    ("fx_sine", {"x": -1.0}, 0.0),
    ("fx_cosine", {"x": -1.0}, -1.0 - 1 / ONE),
    ("fx_arctangent", {"x": 0.0, "y": 0.0}, 0.0),
    ("fx_arctangent", {"x": -1.0, "y": 0.0}, 1.0),
    ("fx_arctangent", {"x": 0.0, "y": -1.0}, -0.5),
    ("fx_log2", {"x": 0.0}, -1.0),
    ("fx_log2", {"x": -1.0}, -1.0),
    ("fx_exp2", {"x": 0.0}, LARGEST),
    ("fx_exp2", {"x": LARGEST}, LARGEST),
    ("fx_exp2", {"x": -1.0}, 0.0),
    ("fx_biquads", {"sample": -1.0, "state": [0.0] * 8, "taps": [0.9, 0, 0, 0, 0, 0.5, 0, 0, 0, 0]}, None),
    ("fx_peak", {"data": [-1.0, *[0.0] * 15]}, 1.0),
    ("fx_block_normalize", {"data": [0.0] * 16}, {"data": [0.0] * 16, "shift": 0}),
    ("fx_dot", {"a": [-1.0] * 16, "b": [-1.0] * 16}, 16.0),
    ("fx_vector_add", {"a": [-1.0] * 16, "b": [-1.0] * 16}, [-1.0] * 16),
    ("fx_fir", {"sample": -1.0, "state": [-1.0] * 16, "taps": [-1.0] * 16}, 16.0),
    ("fx_from_single", {"bits": single(1.0)}, 1.0),
    ("fx_from_single", {"bits": single(-1.0)}, -1.0),
    ("fx_from_single", {"bits": single(1e-40)}, 0.0),
    ("fx_from_single", {"bits": single(-math.inf)}, -1.0),
    ("fx_from_single", {"bits": 0x7FC00001}, 1.0),
    ("fx_to_single", {"x": 0.0}, single(0.0)),
    ("fx_to_decimal", {"x": -1.0}, b"-1.0000000"),
    ("fx_from_decimal", {"text": b"-1.0000000"}, -1.0),
    ("fx_from_decimal", {"text": b"+1.0000000"}, 1.0),
    ("fx_complex_multiply", {name: [-1.0] * 16 for name in FACTORS}, {"real": [0.0] * 16, "imaginary": [LARGEST] * 16}),
    ("fx_power", {"real": [-1.0] * 16, "imaginary": [0.5] * 16}, [LARGEST] * 16),
]


@cache
def headers() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = {}
    for path in sorted((SOURCES / "fixed_point").glob("*.asm")):
        found |= headers_of(path.read_text(encoding="ascii"))
    return found


def stated_clocks(name: str, registers: Mapping[str, int]) -> int:
    """The value of a header's formula, such as `10 + N6 (2 N7 + 12)`."""
    formula = re.split("[;,]| for ", headers()[name]["Clocks"])[0].replace("^", "**")
    product = re.sub(r"(?<=[\w)]) (?=[\w(])", "*", formula)
    return int(eval(product, {}, dict(registers)))  # a formula of our own sources


def flat(value: Any) -> list[float]:
    given = value.values() if isinstance(value, Mapping) else [value]
    numbers = (list(part) if isinstance(part, bytes) else part for part in given)
    return [float(number) for part in numbers for number in np.ravel(np.asarray(part, dtype=float))]


def stored(number: float) -> float:
    """A fraction as a move stores it; counts, codes and states as they are."""
    return limited(number) if abs(number) < 2 else number


def test_each_routine_has_a_case() -> None:
    assert [name for name in entries() if name.startswith("fx_")] == [name for name in entries() if name in CASES]
    assert set(CASES) <= set(headers())


@pytest.mark.parametrize("name", CASES)
def test_values_and_clocks(name: str) -> None:
    case = CASES[name]
    routine = Routine.from_library(name, **case.parameters)
    worst, clocks = 0.0, set()
    for operands in case.calls:
        result = routine(**operands)
        clocks.add(result.clocks)
        value = result.value
        wanted = case.reference(**operands)
        if isinstance(wanted, dict):
            wanted = {key: wanted[key] for key in value}
        for got, want in zip(flat(value), flat(wanted), strict=True):
            worst = max(worst, abs(stored(got) - stored(want)) * ONE)
    allowed = float(headers()[name].get("Accuracy", "0").split()[0])
    assert worst <= allowed
    assert worst >= allowed / 4, "the stated accuracy is worse than the routine's"
    if "at most" in headers()[name]["Clocks"]:
        clocks = {max(clocks)}
    assert clocks == {stated_clocks(name, case.registers)}


@pytest.mark.parametrize(("name", "operands", "wanted"), EDGES)
def test_the_ends_of_the_range(name: str, operands: Operands, wanted: Any) -> None:
    value = Routine.from_library(name)(**operands).value
    if wanted is None:
        assert value["output"] == -1.0
    else:
        assert flat(value) == flat(wanted)


@pytest.mark.parametrize(("register", "wanted"), [(0, 0x31C300), (0xFFFF00, 0x29B100)])
def test_crc_of_the_usual_check(register: int, wanted: int) -> None:
    """XMODEM and CCITT-FALSE of the catalogue of parametrised CRC algorithms."""
    assert Routine.from_library("fx_crc")(register=register, data=b"123456789").value == wanted


@pytest.mark.parametrize("points", [4, 16, 256])
def test_transforms_of_other_sizes(points: int) -> None:
    routine = Routine.from_library("fx_fft", FFT_POINTS=points)
    allowed = 1 + math.log2(points) / 2
    for operands in (*spectra(points)[:2], *sinusoids(points)[1::7][:9]):
        value, wanted = routine(**operands).value, transformed(**operands)
        assert max(abs(a - b) for a, b in zip(flat(value), flat(wanted), strict=True)) * ONE <= allowed


@pytest.mark.parametrize(
    ("points", "radix_2", "radix_4"),
    [
        *((4, 186, 114), (8, 380, 286), (16, 758, 548), (32, 1552, 1228), (64, 3274, 2640), (128, 7044, 5928)),
        *((256, 15834, 13136), (512, 45590, 40088), (1024, 112722, 101000)),
    ],
)
def test_radix_4_has_the_words_of_radix_2_in_fewer_clocks(points: int, radix_2: int, radix_4: int) -> None:
    """The clocks are those of docs/reference/fixed-point.md: code in internal P, data from 0 on, then the tables."""
    program = f"""
FFT_POINTS equ {points}
        org     l:$0
data    dsm     FFT_POINTS
        org     x:FFT_POINTS
        org     y:FFT_POINTS
        org     p:$10
        include 'fixed_point/fft4.asm'
"""
    operands = {"real": f"x:data[{points}] fraction", "imaginary": f"y:data[{points}] fraction"}
    fft, fft4 = (
        Routine.from_source(
            program, name, include_paths=[SOURCES], inputs=operands, outputs=operands, fixed={"r0": "data"}
        )
        for name in ("fx_fft", "fx_fft4")
    )
    calls = [spectra(points)[0], sinusoids(points)[1], {"real": [-1.0] * points, "imaginary": [0.0] * points}]
    for call in calls if points <= 128 else calls[:1]:
        left, right = fft(**call), fft4(**call)
        assert left.value == right.value
        assert (left.clocks, right.clocks) == (radix_2, radix_4)


def test_rotation_of_a_point_by_the_vector_mode() -> None:
    """The two CORDIC modes undo each other."""
    found = Routine.from_library("fx_vector")(x=0.3, y=-0.2).value
    back = Routine.from_library("fx_rotate")(x=0.3, y=-0.2, angle=-float(found["angle"])).value
    assert back["y"] == pytest.approx(0, abs=16 / ONE)
    assert back["x"] == pytest.approx(found["magnitude"], abs=16 / ONE)


def test_a_square_root_is_rounded_down() -> None:
    routine = Routine.from_library("fx_square_root")
    for word in RANDOM.integers(0, ONE, 200).tolist():
        assert routine(x=word / ONE).value * ONE == math.isqrt(word * ONE)


@pytest.mark.parametrize(
    ("name", "bound", "ranges"),
    [
        ("fx_dot", 16 << 47, {}),
        ("fx_fir", (16 << 47) + (1 << 23), {}),
        ("fx_complex_dot", 32 << 47, {}),
        ("fx_random", 3 << 47, {}),
        ("fx_cosine", 9 << 45, {"x": (1 << 24, (ONE - 1) << 24)}),
    ],
)
def test_bounds_are_proved(name: str, bound: int, ranges: Mapping[str, tuple[int, int]]) -> None:
    """No operand of 16 taps needs more than 5 of the 8 bits of an accumulator's extension."""
    assert prove_bounds(Routine.from_library(name), at_most=bound, ranges=ranges)


@pytest.mark.parametrize(
    "name",
    [
        *("fx_square_root", "fx_sine", "fx_log2", "fx_rotate", "fx_vector", "fx_random", "fx_mu_law"),
        *("fx_fir", "fx_lms", "fx_biquads", "fx_fft", "fx_fft4", "fx_peak", "fx_sort"),
        *("fx_biquads_transposed", "fx_real_fft", "fx_complex_multiply", "fx_matrix_product", "fx_crc32"),
        *("fx_to_single", "fx_to_decimal", "fx_from_decimal"),
    ],
)
def test_constant_time_is_proved(name: str) -> None:
    case = CASES[name]
    routine = Routine.from_library(name, **case.parameters)
    assert prove_constant_time(routine, secret=list(case.calls[0]), example=case.calls[0])
