"""The addresses of the firmware's parts in external P are those of docs/reference/firmware.md, section 6."""

import re
from pathlib import Path

from dsp56k.lib.firmware import image

DOCUMENT = Path(__file__).parents[4] / "docs" / "reference" / "firmware.md"


def test_external_program_memory_is_as_the_document_says() -> None:
    rows = DOCUMENT.read_text(encoding="utf-8").partition("| P external |")[2].partition("| X internal |")[0]
    ranges = [(int(first, 16), int(last, 16)) for first, last in re.findall(r"\$(\w{4})-\$(\w{4})", rows)]
    borders = [image().symbols[name] for name in ("rsa_code", "rsa_end", "user_begin")]
    assert [first for first, _ in ranges[-3:]] == borders
    assert [last + 1 for _, last in ranges[-4:]] == [*borders, 0x2000]
