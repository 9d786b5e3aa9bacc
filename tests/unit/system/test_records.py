"""Records: the content of their files, and the memory that it takes."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

from dsp56k.system.records import Record, encode, encode_in_pieces, package_version


class _Series(Record, frozen=True, kw_only=True):
    values: tuple[Record, ...]


def _record(count: int) -> _Series:
    def header(number: int) -> dict[str, Any]:
        return {"id": f"r{number}", "title": "µs", "command": "", "version": package_version()}

    return _Series(**header(0), values=tuple(Record(**header(number + 1)) for number in range(count)))


def test_a_record_is_json_with_the_fields_in_their_order() -> None:
    content = encode(_record(2))
    assert content.startswith(b'{\n "id": "r0",\n "title": "\\u00b5s",\n')
    assert content.endswith(b" ]\n}\n")
    assert [each["id"] for each in json.loads(content)["values"]] == ["r1", "r2"]


def test_a_record_in_pieces_takes_no_memory_for_its_content() -> None:
    record = _record(2000)
    tracemalloc.start()
    try:
        size = sum(map(len, encode_in_pieces(record)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size == len(encode(record))
    assert peak < size / 10
