"""Programs whose speed is measured do what their names say."""

from pathlib import Path

import pytest

import bench_peers
import workloads
from dsp56k.lib import des_cbc_encrypt


def test_each_iteration_of_the_des_program_encrypts_the_result_of_the_one_before() -> None:
    dsp = bench_peers.PROGRAMS["des_cbc"]()
    where = slice(bench_peers.DATA, bench_peers.DATA + bench_peers.BYTES)
    text = bytes(dsp.x[where])
    key = vector = text[:8]
    dsp.x[bench_peers.COUNTER] = 3
    dsp.run(until=bench_peers.DONE)
    for _ in range(3):
        text = des_cbc_encrypt(key, vector, text).value
        vector = text[-8:]
    assert bytes(dsp.x[where]) == text


@pytest.mark.parametrize("name", bench_peers.PROGRAMS)
def test_an_image_ends_after_the_same_instructions_in_compiled_code(name: str, tmp_path: Path) -> None:
    path = tmp_path / "image"
    path.write_text(bench_peers.image(name), encoding="utf-8")
    goals = list(bench_peers.goals_of(path, (1, 200_000)).values())
    with workloads.engine("jit"):
        ends = list(bench_peers.run(path, *bench_peers.differences(goals)))
    assert [(end.digest, reached) for end, reached in ends] == [(goal.digest, goal.instructions) for goal in goals]
