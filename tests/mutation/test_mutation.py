"""A sample of the mutation campaign (`make mutate` does as many cases as one likes), and its teeth."""

from pathlib import Path

import pytest

from mutation import campaign, subjects

SAMPLE = 150


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("kind", campaign.KINDS)
def test_a_sample(kind: str) -> None:
    findings = [campaign.try_case(kind, 0, number)[0] for number in range(SAMPLE)]
    assert [finding for finding in findings if finding] == []


def test_a_traceback_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise KeyError(name)

    monkeypatch.setattr(subjects, "read_object_file", fail)
    monkeypatch.setattr(subjects, "read_memory_file", fail)
    monkeypatch.setattr(subjects, "read_input", fail)
    assert "KeyError" in campaign.try_case("object", 0, 0)[0]


def test_a_hang_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(arguments: object) -> int:
        while True:
            pass

    monkeypatch.setattr("dsp56k.cli.motorola.asm56000.assemble_command", hang)
    assert "Hang: more than 0.1 seconds" in campaign.try_case("source", 0, 0, limit=0.1)[0]


def test_a_campaign_gives_up(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def fail(kind: str, seed: int, number: int) -> tuple[str, subjects.Files]:
        return "broken\n", {}

    monkeypatch.setattr(campaign, "try_case", fail)
    monkeypatch.setattr(campaign, "SAVED", tmp_path / "saved")
    assert campaign.campaign("source", 0, range(10, 1000)) == campaign.MOST_FINDINGS
    assert capsys.readouterr().out.endswith(
        "20 source cases, 20 findings\ngave up after 20 findings; go on behind them with --first 30\n"
    )


def test_a_file_written_after_an_error_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(arguments: object) -> int:
        Path("m.cln").touch()
        return 1

    monkeypatch.setattr("dsp56k.cli.motorola.asm56000.assemble_command", leave)
    finding, files = campaign.try_case("source", 0, 0)
    assert "WrittenAfterError" in finding
    assert list(files) == ["m.asm"]


def test_a_case_is_the_same_every_time() -> None:
    _, first = campaign.try_case("object", 5, 3)
    _, other = campaign.try_case("object", 5, 4)
    _, again = campaign.try_case("object", 5, 3)
    assert first == again != other
