"""The S-boxes of Khufu and Khafre, as US patent 5,003,597 derives them.

The first standard S box is a permutation of the bytes in each column, by RAND's random digits. All others follow from a
key: the first box encrypts it, with Khufu of 16 rounds in CBC, and the outcome is the next permutation's random bytes.
Khafre's S boxes are the first one and those of a key of zeros.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

ENTRIES = 256
KEY_BYTES = 64
"""Bytes of a key of Khufu."""
AUXILIARY_KEYS = 4
ROTATIONS = (16, 16, 8, 8, 16, 16, 24, 24)
"""Rotations to the right of the rounds of an S-box."""
_COLUMNS = 4
_WORD = 0xFFFFFFFF
_KEY_WORDS = KEY_BYTES // 4
_PASSES = 3
"""Encryptions of the key before any of it is used."""
_DIGITS = """
1009732533765201358634673548768095909117392927494537542048056489474296248052403720636104020082291665
0842268953196450930323209025601595334764350803360699019025290937670715383113116588676743970443627659
1280799970801573614764032366539895116877121717683366065747173407276850366973617065813398851119929170
3106010805455718240635303426148679907439234030973285269776020205165692686657481873053852471862388579
6357332135053254704890553575482846828709834912562473796457530352964778358083428260935203443527388435
9852017767149056860722109405586097093433505007399811805054313980827732507256824829405242015277567851
8345299634062889808313746700781847540610687117781788685402008650758401367666795190364764932960911062
9959467348875176496991826089289378561368234783411365481176741746850950580477697473039571864021816544
8012435635177270801545318223742111578253143855376374350998177740277214432360021045521642379628602655
6991626803662522914836936872037662113990944005641809893205051422568514464275678896297788225438214598
9149914523684792768646162835549475089923370892004880336945982694036858702973413553140333404205082341
4410481949851574795432979265755760040881222220641312550737421110002040128607469796644894392870725815
6360649329165053448440219525634365177082072073179061196904462645747774519243372965394595934258260527
1547445266952707995359367838488239610118332115946694557285736789754387546224443191190425929292745973
4248116213973440872116868487670307112059257014667023523783177320889837689359141626252296630552282562
0449352494752463382445862510256196279335653371247200549976546405188159961196389654692823912328729529
3596315307268980935433351354627797450024901033933359808083914542726842836094970013021248927856520106
4605885236013909228677281440779391083647706174294132179005978737925241055670700786743171578539411838
6923461406201174520415956600001874392423971189633819565414300175875379404192158566674368068496285207
4515514938194760724643667945435904790033208266954194864319943616810851348888155301540354560501451176
9808624826452402840444999088963909473407354413188033185162324194150949894354858188695419943754873043
8095100406963827077420151233872501625298946246117179752491407196128296698610259174852205390038759579
1863332537981450657131010246740545561427779389193674029439027755732270977901711952527580218081451748
5417845611809933714305335129695612719255360409032411664498835207984827593817153909973334408846123356
4832477928312496471002295368703230757546150200999469074941388763791976355840440110518216150184876938
0918820097328253952704220863048338987374642785804490045854975198150654949388199791870761506847664659
7318950207476772626962290644642712467018413618276075768764902097187749904291227295375058719382343178
5401644056662813100300682273982071453295077061781308358699107854242785136615887304618975533122308420
2830603264813331059140510078933260460475941190184053840862338159413628512159029028466687957776220791
9175753741616136226950263902125578176514834834705589415926940039758391126071764648949723069454137408
775130382086864299016841482774
"""
"""The first 3030 of A Million Random Digits with 100,000 Normal Deviates (RAND, 1955)."""

Box = tuple[int, ...]


def khufu_schedule(key: bytes, boxes: int) -> tuple[tuple[Box, ...], tuple[int, ...]]:
    """Return `boxes` S-boxes, and the auxiliary keys, of a key of 64 bytes."""
    stream = _KeyStream(key)
    auxiliary = tuple(stream.words[:AUXILIARY_KEYS])
    stream.used = 4 * AUXILIARY_KEYS
    return tuple(_box(stream) for _ in range(boxes)), auxiliary


@cache
def standard_boxes(boxes: int) -> tuple[Box, ...]:
    """Return the first `boxes` S-boxes of Khafre."""
    return (first_box(), *khufu_schedule(bytes(KEY_BYTES), boxes - 1)[0])


@cache
def first_box() -> Box:
    """Return the S-box of which all others are permutations."""
    digits = _random_digits()
    columns = [list(range(ENTRIES)) for _ in range(_COLUMNS)]
    for column in columns:
        for row in range(ENTRIES - 1):
            _swap(column, row, row + _below(ENTRIES - row, digits))
    return _joined(columns)


def rotated(word: int, bits: int) -> int:
    """Return a word of 32 bits rotated right."""
    return (word >> bits | word << 32 - bits) & _WORD


class _KeyStream:
    """Random bytes of a key: 64, then their encryption, and so on.

    Attributes:
        words: the current 64.
        used: how many of them were taken.
    """

    def __init__(self, key: bytes) -> None:
        self.words = [int.from_bytes(key[place : place + 4]) for place in range(0, KEY_BYTES, 4)]
        self.used = 0
        self._chain = self.words[-2], self.words[-1]
        for _ in range(_PASSES):
            self._encrypt()

    def byte(self) -> tuple[int, bool]:
        """Return the next byte, and whether it was the last of its 64."""
        value = self.words[self.used // 4] >> 8 * (3 - self.used % 4) & 0xFF
        self.used += 1
        last = self.used == KEY_BYTES
        if last:
            self.used = 0
            self._encrypt()
        return value, last

    def _encrypt(self) -> None:
        """Encrypt the bytes in CBC mode, chained on the last encryption."""
        box = first_box()
        for place in range(0, _KEY_WORDS, 2):
            left, right = self.words[place] ^ self._chain[0], self.words[place + 1] ^ self._chain[1]
            for bits in 2 * ROTATIONS:
                left, right = right ^ box[left & 0xFF], rotated(left, bits)
            self.words[place : place + 2] = self._chain = left, right


def _box(stream: _KeyStream) -> Box:
    columns = [[entry >> 8 * (3 - column) & 0xFF for entry in first_box()] for column in range(_COLUMNS)]
    for column in columns:
        mask = 0xFF
        for row in range(ENTRIES - 1):
            other = ENTRIES
            while other >= ENTRIES:
                value, last = stream.byte()
                other = row + (value & mask)
                if last:  # the mask is updated only here
                    while mask >> 1 >= ENTRIES - 1 - row:
                        mask >>= 1
            _swap(column, row, other)
    return _joined(columns)


def _random_digits() -> Iterator[int]:
    return (int(digit) for digit in _DIGITS if digit.isdigit())


def _below(limit: int, digits: Iterator[int]) -> int:
    """Return a number below a limit from as many digits as the limit needs.

    Values of an incomplete range are skipped.
    """
    while True:
        value, values = 0, 1
        while values < limit:
            value, values = 10 * value + next(digits), 10 * values
        if value < values - values % limit:
            return value % limit


def _swap(column: list[int], one: int, other: int) -> None:
    column[one], column[other] = column[other], column[one]


def _joined(columns: list[list[int]]) -> Box:
    return tuple(int.from_bytes(bytes(entry)) for entry in zip(*columns, strict=True))
