"""A sample of the cases of `make fuzz-files`, and tests that show what the campaign detects."""

import os
from pathlib import Path
from random import Random
from typing import NoReturn

import msgspec
import pytest

from dsp56k.debug.adapter.session import HANDLERS, DebugAdapter
from dsp56k.debug.adapter.transport import Incoming, Request
from dsp56k.emu import Dsp56001
from dsp56k.system.messages import read_message
from fuzz import amplify, campaign, cases, corpus, subjects, team

# A changed address puts words over others.
pytestmark = pytest.mark.filterwarnings("ignore:.*is defined twice:RuntimeWarning")

SAMPLE = 60


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("kind", cases.KINDS)
def test_a_sample(kind: str) -> None:
    findings = [cases.try_case(kind, 0, number).finding for number in range(SAMPLE)]
    assert [finding for finding in findings if finding] == []


@pytest.mark.parametrize("seed", corpus.objects(), ids=lambda seed: seed.name)
def test_each_seed_is_taken(seed: corpus.ObjectSeed) -> None:
    # A file that is refused without a change would hide what follows the refusal.
    Path(seed.name).write_bytes(seed.data)
    for plane in "12" if seed.name.endswith(".p0") else "":
        Path(seed.name).with_suffix(f".p{plane}").write_bytes(seed.data)
    with subjects.low_limits():
        steps = subjects.written(seed.name, Random(0), Dsp56001())
    assert steps == ("read", "linked" if seed.name.endswith((".cln", ".lnk", ".lib", ".ctl")) else "loaded")


def test_sources_are_taken() -> None:
    # Cases of errors are among them.
    taken = 0
    for text in corpus.sources():
        Path("m.asm").write_text(text, "latin-1")
        taken += bool(subjects.source({"m.asm": text.encode("latin-1")}, Random(0)))
    assert taken > len(corpus.sources()) / 3


@pytest.mark.parametrize("seed", corpus.objects(), ids=lambda seed: seed.name)
def test_amplified_files_are_large_and_often_taken(seed: corpus.ObjectSeed) -> None:
    sizes = [len(amplify.amplified(seed.name, seed.data, Random(number))) for number in range(60)]
    assert max(sizes) > 20 * len(seed.data)
    assert max(sizes) <= amplify.LARGEST


def test_a_traceback_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise KeyError(name)

    monkeypatch.setattr(subjects, "read_object_file", fail)
    monkeypatch.setattr(subjects, "read_memory_file", fail)
    monkeypatch.setattr(subjects, "read_input", fail)
    assert "KeyError" in cases.try_case("object", 0, 0).finding


def fail(*_: object) -> NoReturn:
    raise KeyError("inside")


def findings(kind: str, count: int = 40) -> str:
    return "".join(cases.try_case(kind, 0, number).finding for number in range(count))


def test_a_mistake_in_a_session_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(HANDLERS, "threads", fail)
    assert "KeyError: 'inside'" in findings("adapter", 1)
    monkeypatch.setattr("dsp56k.language.queries.references", fail)
    assert "KeyError: 'inside'" in findings("language")


def test_a_session_that_stops_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # As it was: a message that cannot be decoded ends the reading thread without a report.
    def read(incoming: Incoming) -> None:
        while (body := read_message(incoming._stream)) is not None:
            try:
                incoming._queue.put(msgspec.json.decode(body, type=Request))
            except (UnicodeDecodeError, RecursionError):
                return
            except msgspec.DecodeError:
                continue

    monkeypatch.setattr(Incoming, "_read", read)
    assert "the adapter waits after the end" in findings("adapter")


def test_a_request_without_an_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = DebugAdapter._answer
    monkeypatch.setattr(DebugAdapter, "_answer", lambda *of: None if of[1].command == "scopes" else answer(*of))
    assert "are not answered" in findings("adapter")
    monkeypatch.setattr("pygls.protocol.JsonRPCProtocol._send_response", lambda *_, **__: None)
    assert "are not answered" in findings("language", 1)


def test_a_hang_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(arguments: object) -> int:
        while True:
            pass

    monkeypatch.setattr("dsp56k.cli.motorola.asm56000.assemble_command", hang)
    assert "Hang: more than 0.1 seconds" in cases.try_case("source", 0, 0, limit=0.1).finding


def test_a_campaign_gives_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(team, "try_case", lambda *case: cases.Outcome("broken\n"))
    monkeypatch.setattr(campaign, "SAVED", tmp_path / "saved")
    assert campaign.campaign("source", 0, range(10, 1000)) == campaign.MAX_FINDINGS
    assert capsys.readouterr().out.endswith(
        "0 source cases, 20 findings\ngave up after 20 findings; go on with --start 10\n"
    )
    assert len(list((tmp_path / "saved").glob("source-0-*/m.asm"))) == campaign.MAX_FINDINGS


def test_processes_share_a_campaign_and_one_that_dies_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def fragile(kind: str, seed: int, number: int) -> cases.Outcome:
        if number in (7, 2_999):
            os._exit(3)
        return cases.Outcome("", "asm", ("assembled",) if number % 2 else ())

    monkeypatch.setattr(team, "try_case", fragile)
    monkeypatch.setattr(campaign, "SAVED", tmp_path / "saved")
    assert campaign.campaign("source", 0, range(5_000), jobs=3) == 2
    out = capsys.readouterr().out
    assert out.count("the process ended with exit code 3") == 2
    assert "repeat with: python tests/fuzz/campaign.py --seed 0 --only source/2999" in out
    # The counts of a dead process are lost.
    assert "5,000 source cases, 2 findings\n  asm      3,992 cases: 1,996 assembled, 1,996 refused" in out


def test_a_file_written_after_an_error_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(arguments: object) -> int:
        Path("m.cln").touch()
        return 1

    monkeypatch.setattr("dsp56k.cli.motorola.asm56000.assemble_command", leave)
    assert "WrittenAfterError" in cases.try_case("source", 0, 0).finding


def test_a_case_is_the_same_every_time() -> None:
    first, again, other = (cases.case_of("object", 5, number).files for number in (3, 3, 4))
    assert first == again != other
