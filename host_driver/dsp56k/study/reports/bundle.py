"""A ZIP file with which a reader checks and repeats a page: the page, the results, and the files of each study."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence
from shlex import quote

from dsp56k.study.plans.plan import Plan
from dsp56k.study.published import Published
from dsp56k.study.reports.html_page import combined_inputs
from dsp56k.study.reports.writer import files_of
from dsp56k.study.results.result import StudyResult

_README = """Results of dsp56k {version}
Inputs SHA-256: {inputs}

results/ID has the results of a study, inputs/ID the study and its files. To repeat them:

    pip install 'dsp56k[study]=={version}'
{commands}
"""
_DATE = (1980, 1, 1, 0, 0, 0)
"""The date of every file, so that the same results give the same bytes."""


def bundled(
    plans: Sequence[Plan],
    results: Sequence[StudyResult],
    published: Mapping[str, Published],
    pages: Mapping[str, bytes],
) -> bytes:
    """Return the ZIP file of studies and their results, with further pages by name."""
    commands = "\n".join(map(_command, results))
    readme = _README.format(version=results[0].version, inputs=combined_inputs(results), commands=commands)
    files = {"README.txt": readme.encode(), **pages}
    for plan, result in zip(plans, results, strict=True):
        files |= {f"inputs/{plan.id}/{name}": content for name, content in plan.files().items()}
        for name, content in files_of(result, published).items():
            files[f"results/{result.id}/{name}"] = content if isinstance(content, bytes) else b"".join(content)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in files.items():
            file.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def _command(result: StudyResult) -> str:
    """Return the line of a shell that repeats a study."""
    name, option = quote(result.id), "" if result.varied else " --no-vary"
    return f"    (cd inputs/{name}; dsp56k study run {quote(f'{result.id}.toml')}{option})"
