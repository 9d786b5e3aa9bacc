"""The PC and the card against an earlier commit: `make bench-against OLD=FOLDER`.

OLD is a checkout of that commit with a separate .venv (`make build` there); the one that performance.md quotes is
3bc1240. Both are measured in turn, in processor time, each in separate processes: calls of the PC's software and of the
card, and all of the earlier `dsp56k crossover`, which is two variants of software, RSA up to 16 operations, and the
figure. This version does that twice: with an empty cache directory, and with the library's programs in it.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

SEED = 1990
BYTES = 65_536
GRADES = ("plain-c", "good")
OPERATIONS = (1, 2, 4, 8, 16)
ROUNDS = 3
WHOLE = "all that dsp56k crossover did, s"
AGAIN = "the same with the library's programs kept, s"


def calling(side: Any) -> Callable[..., object]:
    """Return the function that calls an algorithm of a side by its name; earlier versions have a method for each."""

    def earlier(name: str, *operands: object, **how: object) -> object:
        return getattr(side, "rsa_power" if name == "rsa_public" else name)(*operands, **how)

    found: Callable[..., object] = getattr(side, "call", earlier)
    return found


def software_calls(work: Any, grade: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the calls of the PC's software."""
    software = import_module("dsp56k.host.software").host_software(grade)
    call = calling(software)
    data, operands, key = work.data(BYTES), work.operands(1), work.rsa_key
    yield f"{grade}: DES-CBC, 64 KB", lambda: call("des_cbc_encrypt", work.des_key, work.des_iv, data)
    yield f"{grade}: MD2, 64 KB", lambda: call("md2", data)
    yield f"{grade}: RSA-512 with CRT", lambda: call("rsa_crt", operands, key)
    yield f"{grade}: RSA-512 without CRT", lambda: call("rsa_public", operands, key.d, key.n)


def calls() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield the calls that are measured."""
    from dsp56k import lib
    from dsp56k.card import Card
    from dsp56k.host.driver import CardDriver
    from dsp56k.host.pc import PC
    from dsp56k.host.program import builtin_program
    from dsp56k.host.slot import insert

    new = find_spec("dsp56k.study") is not None
    work = import_module("dsp56k.study.operations.workload" if new else "dsp56k.host.workload").Workload(SEED)
    data, operands, key = work.data(BYTES), work.operands(1), work.rsa_key
    for grade in GRADES:
        yield from software_calls(work, grade)
    pc = PC(builtin_program("driver"))
    insert(Card(seed=SEED, strict=True), pc)
    driver = CardDriver(pc)
    driver.start(lib.firmware.image().segments)
    call = calling(driver)
    yield "card: DES-CBC, 64 KB", lambda: call("des_cbc_encrypt", work.des_key, work.des_iv, data)
    yield (
        "card: DES-CBC by its chip, 64 KB",
        lambda: call("des_cbc_encrypt", work.des_key, work.des_iv, data, chip=True),
    )
    yield "card: MD2, 64 KB", lambda: call("md2", data)
    yield "card: RSA-512 with CRT", lambda: call("rsa_crt", operands, key)
    yield "card: RSA-512 without CRT", lambda: call("rsa_public", operands, key.d, key.n)


def measured_calls() -> dict[str, float]:
    """Return the milliseconds of the second call of each; in the first one Unicorn translates."""
    times = {}
    for name, call in calls():
        call()
        begun = time.process_time()
        call()
        times[f"{name}, ms"] = 1e3 * (time.process_time() - begun)
    return times


def measure_whole(out: Path) -> None:
    """Measure and draw, in this version, as the earlier `dsp56k crossover`."""
    from dsp56k.system.garbage_collection import search_rarely

    search_rarely()  # as the command does
    import msgspec

    from dsp56k.study.conclusions.analysis import analyze
    from dsp56k.study.crossover import Crossover, crossover_plan
    from dsp56k.study.figures.builder import build_content, picture
    from dsp56k.study.measurement.execution import Serial
    from dsp56k.study.measurement.measurer import Measurer
    from dsp56k.study.plans.plan import Plan
    from dsp56k.study.published import builtin_published

    plan = crossover_plan(vary=False)
    left_out = {run.name for run in plan.study.run if run.program and run.program not in GRADES}
    replace, figure = msgspec.structs.replace, plan.study.figure
    study = replace(
        plan.study,
        run=tuple(run for run in plan.study.run if run.name not in left_out),
        job=tuple(
            replace(
                job,
                runs=tuple(run for run in job.runs if run not in left_out),
                sizes=OPERATIONS if job.operation.startswith("rsa512") and "DSP" not in str(job.name) else job.sizes,
            )
            for job in plan.study.job
        ),
        crossing=tuple(table for table in plan.study.crossing if not left_out & {*table.of}),
        expect=tuple(table for table in plan.study.expect if not left_out & {*table.of}),
        figure=figure and replace(figure, runs=tuple(run for run in figure.runs if run not in left_out)),
    )
    plan = Plan(plan.id, plan.document, None, vary=False, study=study)
    (result,) = analyze([plan], Measurer(Serial()))
    (out / "crossover.json").write_bytes(Crossover(plan, result).as_json())
    (out / "crossover.png").write_bytes(picture(build_content(result, builtin_published())))


def seconds(command: list[str], folder: str, cache: Path) -> tuple[float, str]:
    """Return the processor time of a command, with that of its children, and its output."""
    # The list of fonts is created once for each user, so it exists.
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "MPLCONFIGDIR": folder}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True, env=environment)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout


def compared(old: Path, rounds: int) -> dict[str, Any]:
    """Return each measurement in both versions, and the speed-up of this one: by name, as a record."""
    from recorder import spread

    binaries = old.resolve() / ".venv" / "bin"
    theirs, ours = str(binaries / "python"), sys.executable
    samples: dict[str, tuple[list[float], list[float]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for python in (theirs, ours):
            seconds([python, "-c", "import matplotlib.font_manager"], folder, Path(folder))
        for number in range(rounds):
            cache = Path(folder) / f"cache-{number}"
            whole = seconds([str(binaries / "dsp56k"), "crossover"], folder, cache)[0]
            found = {**json.loads(seconds([theirs, __file__, "--calls"], folder, cache)[1]), WHOLE: whole, AGAIN: whole}
            for name, value in found.items():
                samples.setdefault(name, ([], []))[0].append(value)
            first, again = (seconds([ours, __file__, "--whole", folder], folder, cache)[0] for _ in range(2))
            found = {**json.loads(seconds([ours, __file__, "--calls"], folder, cache)[1]), WHOLE: first, AGAIN: again}
            for name, value in found.items():
                samples[name][1].append(value)
    values = {}
    for name, (before, now) in samples.items():
        said, _, unit = name.rpartition(", ")
        values[f"{said}, before, {unit}"], values[f"{said}, now, {unit}"] = spread(before), spread(now)
        values[f"{said}, times"] = spread([long / short for long, short in zip(before, now, strict=True)])
    return values


def main() -> None:
    """Print the measurements as lines, or as JSON."""
    if sys.argv[1:] == ["--calls"]:
        print(json.dumps(measured_calls()))
        return
    if sys.argv[1:2] == ["--whole"]:
        measure_whole(Path(sys.argv[2]))
        return
    import recorder

    parser = recorder.options(__doc__, ROUNDS)
    parser.add_argument("old", type=Path, metavar="OLD", help="a checkout of the earlier commit, built")
    parser.add_argument("--runs", type=int, help="how often each is measured (default %(default)s)")
    options = parser.parse_args()
    recorder.report("speed-against", options, partial(compared, options.old, options.runs))


if __name__ == "__main__":
    main()
