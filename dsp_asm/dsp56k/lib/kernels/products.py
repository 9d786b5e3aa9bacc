"""The order of the products of digits: two columns alternate, so that one of two factors stays for the next product.

Columns are processed in pairs, products of digits in pairs (K, K+1), products of the quotient in (K+1, K+2): at the end
of a column there is work for the two that follow. A pair's products zigzag: the next one differs in one factor and
belongs to the other column. Of a product every second pair runs backwards, so that pointers step by one. Of a square
all pairs do: they go from the middle outwards, and a digit that was squared need not be loaded once more.

For a product K - n is even, so that the first column after the last quotient digit begins a pair. For a square K is
odd, for an even column begins with the square of a digit, which takes X0: products of the quotient fill the carry's
moves before it. If n is even as well, columns n-1 and n are not a pair; their products are parallel to the quotient's.
"""

from __future__ import annotations

from dsp56k.lib.kernels.operations import Digit, Product


def digit_products(digits: int, *, square: bool) -> list[Product]:
    """Return products of the factors' digits: all of a product's.

    A square's cross products once, and squares of digits.
    """
    order: list[Product] = []
    for turn, low in enumerate(range(-1 if square else -(digits % 2), 2 * digits - 1, 2)):
        downwards = square or turn % 2 == 1
        terms, halved = [], []
        for column in (low, low + 1):
            for i in range(max(0, column - digits + 1), min(digits - 1, column) + 1):
                j = column - i
                term = Product(Digit("a", i), Digit("a" if square else "b", j), column)
                if not square or i < j:
                    terms.append(term)
                elif i == j:
                    halved.append(term)
        terms.sort(key=lambda term: term.left.place - term.right.place, reverse=downwards)
        if square and low == digits - 1:
            order += [term for term in terms if term.column == low]
            order += halved + [term for term in terms if term.column > low]
            continue
        if square:
            order += _with_halved(terms, halved, low)
            continue
        terms = _shared_first(terms, low)
        if low >= digits and downwards and len(terms) > 2 and terms[2].column == low:
            terms[:3] = terms[2], terms[0], terms[1]
        order += terms
    return order


def _with_halved(terms: list[Product], halved: list[Product], low: int) -> list[Product]:
    """Put the square of a digit before all else of its column, and a term that shares the digit before it."""
    if halved and terms and terms[0].column == low:
        return terms[:1] + halved + terms[1:]
    return halved + terms


def quotient_products(digits: int, *, square: bool) -> list[Product]:
    """Return products of quotient digits with w; of the last, the classical quotient, with h from column n onwards.

    Columns n-1 and n are not a pair: the other accumulator makes the classical quotient at the end of n-1.
    """
    pairs: list[tuple[int, ...]]
    if square and digits % 2 == 0:
        pairs = [(low, low + 1) for low in range(0, 2 * digits - 1, 2)]
    else:
        pairs = [(low, low + 1) for low in range(1 - digits % 2, digits - 1, 2)]
        pairs += [(digits - 1,), (digits,)]
        pairs += [(low, low + 1) for low in range(digits + 1, 2 * digits - 1, 2)]
    order: list[Product] = []
    for turn, columns in enumerate(pairs):
        order += _quotient_pair(digits, columns, downwards=turn % 2 == 1)
    return order


def _quotient_pair(digits: int, columns: tuple[int, ...], *, downwards: bool) -> list[Product]:
    low = columns[0]
    terms: list[Product] = []
    late: list[Product] = []
    for column in columns:
        if column > 2 * digits - 2:
            continue
        for i in range(max(0, column - digits), min(column, digits - 1)):
            term = Product(Digit("w", column - 1 - i), Digit("t", i), column)
            # The digit of the pair's own first column.
            (late if i >= low else terms).append(term)
        if column >= digits:
            terms.append(Product(Digit("h", column - digits + 1), Digit("t", digits - 1), column))
    terms.sort(key=lambda term: 2 * term.right.place - term.column, reverse=downwards)
    if downwards and low < digits and len(terms) > 3:
        # The highest digit has only just been made.
        newest = [term for term in terms if term.right.place == low - 1]
        terms = _shared_first([term for term in terms if term not in newest], low)
        terms[2:2] = newest
    elif len(columns) == 2:
        terms = _shared_first(terms, low)
    if len(columns) == 2:
        terms = _later_last(terms, low)
    return terms + late


def _shared_first(terms: list[Product], low: int) -> list[Product]:
    """Put a term of column `low` and one of the next with the same right factor first: they fill the carry's moves."""
    for one in terms[:3]:
        for other in terms[:4]:
            if (one.column, other.column) == (low, low + 1) and one.right == other.right:
                return [one, other] + [term for term in terms if term not in (one, other)]
    return terms


def _later_last(terms: list[Product], low: int) -> list[Product]:
    """Put a term of the higher column last: it is parallel to the carry of the lower one."""
    if len(terms) >= 4 and terms[-1].column == low:
        for i in range(len(terms) - 2, -1, -1):
            if terms[i].column == low + 1:
                return terms[:i] + terms[i + 1 :] + [terms[i]]
    return terms
