"""Operations of the algorithms: up to three for each entry of `dsp56k.lib.algorithms`.

NAME-variant runs the library's function on a DSP without a PC, in a variant of its program. The other operations are
jobs of the card and of a PC; a DSP without a PC does those that are in every firmware. NAME-chip uses the DES chip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dsp56k.lib.algorithm import Algorithm
from dsp56k.lib.algorithms import ALGORITHMS
from dsp56k.study.operations.dsp_alone import DspAlone
from dsp56k.study.operations.operation import Called, Case, DspOrCard, Operation, Procedure, Side
from dsp56k.study.operations.workload import Workload


def _variant(row: Algorithm) -> Operation:
    """Return NAME-variant; the setup of a variant is known separately, and left out for a loaded key."""
    variants = row.variants
    assert variants is not None

    def call(side: DspAlone, case: Case, loaded: bool) -> Called:
        key = (case.key,) if row.keyed else ()
        return side.variant(row, *key, *case.arguments, loaded=loaded)

    def load(side: DspAlone, case: Case) -> None:
        """Do nothing."""

    return Operation(
        *(f"{row.name.replace('_', '-')}-variant", row.unit, case_of(row), Procedure(call, load)),
        step=row.step,
        least=row.step,
        blocks=row.blocks,
        block_bytes=row.block,
        rounds=row.rounds,
        steps=variants.variants,
    )


def _arguments(row: Algorithm, case: Case, loaded: bool) -> tuple[Any, ...]:
    return (None if loaded else case.key, *case.arguments) if row.keyed else case.arguments


def _procedure(row: Algorithm) -> Procedure[Side]:
    """Return how each side does the job.

    A side computes the tables of a key, or receives them: then the PC computes them on either side, and that time is
    left out.
    """

    def call(side: Side, case: Case, loaded: bool) -> Called:
        return side.call(row.name, *_arguments(row, case, loaded))

    if not row.keyed:
        return Procedure(call)
    return Procedure(
        call, lambda side, case: side.load_key(row.name, case.key), lambda side, case: side.prepare_keys(row.name)
    )


def _chip_procedure(row: Algorithm) -> Procedure[DspOrCard]:
    def call(side: DspOrCard, case: Case, loaded: bool) -> Called:
        return side.call(row.name, *_arguments(row, case, loaded), chip=True)

    return Procedure(call, lambda side, case: side.load_key(row.name, case.key, chip=True))


def case_of(row: Algorithm) -> Callable[[Workload, int], Case]:
    """Return the function that returns a case of an algorithm, whose correct result is its oracle's."""
    oracle, arguments = row.oracle, row.arguments
    assert oracle is not None
    assert arguments is not None

    def case(work: Workload, size: int) -> Case:
        given = arguments(work, size)
        return Case(given[1:], oracle(*given), given[0]) if row.keyed else Case(given, oracle(*given))

    return case


def _job(row: Algorithm, *, chip: bool = False) -> Operation:
    """Return the job of an algorithm; with the DES chip on the side of the card."""
    tables = row.tables

    def table_case(work: Workload, size: int) -> Case:
        """Return a case whose correct result a DSP computes; its tables are made once for all copies of a bench."""
        assert tables is not None
        key, data = work.cipher_key(tables.key_bytes), work.data(size)
        tables.tables(key)
        return Case((data,), tables.encrypt(key, data), key)

    side = _procedure(row)
    by_dsp_or_card: Any = _chip_procedure(row) if chip else side
    law: dict[str, Any] = {"blocks": row.blocks, "step": row.step, "least": row.least, "block_bytes": row.block}
    if tables is not None:
        unit = tables.block
        law = {"blocks": lambda size: size // unit, "step": unit, "least": unit, "block_bytes": unit}
    return Operation(
        f"{row.job}-chip" if chip else row.job,
        row.unit,
        case_of(row) if tables is None else table_case,
        dsp=by_dsp_or_card if row.commands is None and row.form != "code" else None,
        card=by_dsp_or_card,
        # A PC does the operation `on_pc` instead.
        software=side,
        on_pc=row.job if row.has_chip else "",
        by_chip=chip,
        bytes_each=row.bytes_each,
        # The DES chip has a separate clock, whose phase follows from the seed.
        data_dependent=chip or row.data_dependent,
        needs={} if row.commands is None else {"firmware.commands": frozenset((row.commands,))},
        **law,
    )


def _operations() -> Iterator[Operation]:
    for row in ALGORITHMS.values():
        if row.variants is not None:
            yield _variant(row)
        if row.form is not None:
            yield _job(row)
        if row.has_chip:
            yield _job(row, chip=True)


ALGORITHM_OPERATIONS = tuple(_operations())
