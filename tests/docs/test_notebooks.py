"""The notebooks of the gallery are those that their pages make."""

import json

import pytest

from notebooks import GALLERY, PAGES, main, notebook

PAGE = """\
# Halve

Assemble [it](../README.md).

```asm halve.asm
        asr     a
```

```console
$ dsp56k asm halve.asm -o halve.elf
1 word
$ ls \\
  halve.elf
halve.elf
```

```python
print(1)
```

```text
1
```

![A picture](halve.svg)

The end.
"""


def test_the_notebooks_are_fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["notebooks.py", "--check"])
    assert main() == 0


def test_blocks_become_cells_without_output() -> None:
    cells = json.loads(notebook(PAGE))["cells"]
    assert [(each["cell_type"], "".join(each["source"])) for each in cells] == [
        ("markdown", "# Halve\n\nAssemble [it](../../README.md)."),
        ("code", "%%writefile halve.asm\n        asr     a"),
        ("code", "!dsp56k asm halve.asm -o halve.elf\n!ls \\\n  halve.elf"),
        ("code", "print(1)"),
        ("markdown", "The end."),
    ]


@pytest.mark.parametrize("name", PAGES)
def test_links_of_a_notebook_lead_somewhere(name: str) -> None:
    cells = json.loads((GALLERY / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    text = "".join(line for each in cells if each["cell_type"] == "markdown" for line in each["source"])
    targets = [part.split(")")[0] for part in text.split("](")[1:]]
    assert targets
    assert [target for target in targets if not (GALLERY / "notebooks" / target).exists()] == []
