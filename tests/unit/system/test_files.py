"""Files appear whole or not at all."""

import ast
import os
import resource
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dsp56k.emu import save_wav
from dsp56k.emu.errors import ConfigurationError
from dsp56k.system.files import read_at_most, usable, write_whole
from dsp56k.system.locks import locked

IMPORTS = "from pathlib import Path; from dsp56k.system.files import write_whole"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """A disk on which no file grows beyond a size."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_writes_and_replaces(tmp_path: Path) -> None:
    first, second = tmp_path / "a.lod", tmp_path / "a.lst"
    first.write_bytes(b"old")
    write_whole({first: b"new", second: b"listing"})
    assert (first.read_bytes(), second.read_bytes()) == (b"new", b"listing")
    assert names(tmp_path) == ["a.lod", "a.lst"]


def test_a_failure_leaves_earlier_files_alone(tmp_path: Path) -> None:
    first = tmp_path / "a.lod"
    first.write_bytes(b"old")
    with pytest.raises(FileNotFoundError) as caught:
        write_whole({first: b"new", tmp_path / "missing" / "a.lst": b"listing"})
    assert caught.value.filename == str(tmp_path / "missing" / "a.lst")
    assert first.read_bytes() == b"old"
    assert names(tmp_path) == ["a.lod"]


def test_a_full_disk_names_the_file_and_keeps_the_old_one(tmp_path: Path) -> None:
    small, large = tmp_path / "small", tmp_path / "large"
    large.write_bytes(b"old")
    with largest_file(1000), pytest.raises(OSError, match="File too large") as caught:
        write_whole({small: b"new", large: b"x" * 1001})
    assert caught.value.filename == str(large)
    assert large.read_bytes() == b"old"
    assert names(tmp_path) == ["large"]


def test_a_wav_file_is_whole_or_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "out.wav"
    save_wav(file, [1 << 16] * 50, rate=8000, channels=1)
    before = file.read_bytes()
    with largest_file(1000), pytest.raises(ConfigurationError, match=r"cannot write .*out\.wav: File too large"):
        save_wav(file, [1 << 16] * 5000, rate=8000, channels=1)
    assert file.read_bytes() == before
    assert names(tmp_path) == ["out.wav"]


def test_what_fails_before_the_renames_drops_them(tmp_path: Path) -> None:
    def interrupted() -> None:
        assert file.read_bytes() == b"old"
        os.kill(os.getpid(), signal.SIGINT)

    file = tmp_path / "a.lod"
    file.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        write_whole({file: b"new"}, interrupted)
    assert (file.read_bytes(), names(tmp_path)) == (b"old", ["a.lod"])


def test_folders_that_were_made_go_again_if_the_work_fails(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"

    def fail() -> None:
        with usable(folder):
            assert names(folder) == []
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert names(tmp_path) == []
    folder.parent.mkdir()
    with pytest.raises(KeyError):
        fail()
    assert names(tmp_path) == ["a"]
    with usable(folder):
        pass
    assert names(folder.parent) == ["b"]


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError) as caught:
        write_whole({tmp_path: b""})
    assert caught.value.filename == str(tmp_path)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o755, 0o666])
def test_a_file_keeps_its_permissions(tmp_path: Path, mode: int) -> None:
    file = tmp_path / "a.lod"
    file.write_bytes(b"old")
    file.chmod(mode)
    write_whole({file: b"new"})
    assert stat.S_IMODE(file.stat().st_mode) == mode


def test_a_new_file_has_those_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole({tmp_path / "a.lod": b""})
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.lod").stat().st_mode) == 0o640


def test_the_longest_name(tmp_path: Path) -> None:
    file = tmp_path / ("n" * 255)
    write_whole({file: b"content"})
    assert file.read_bytes() == b"content"
    with pytest.raises(OSError, match="File name too long"):
        write_whole({tmp_path / "first": b"", tmp_path / ("n" * 256): b""})
    assert names(tmp_path) == ["n" * 255]


def test_a_link_keeps_pointing(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "real")
    for content in (b"new", b"newer"):
        write_whole({tmp_path / "link": content})
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "real").read_bytes() == content


def test_links_that_lead_back_to_themselves(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    for path in (tmp_path / "loop", tmp_path / "loop" / "a.lod"):
        with pytest.raises(OSError, match="symbolic links") as caught:
            write_whole({path: b""})
        assert caught.value.filename == str(path)
    assert names(tmp_path) == ["loop"]


def test_a_temporary_replaces_no_file_and_follows_no_link(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    victim = tmp_path / "victim"
    victim.write_bytes(b"precious")
    # Somebody who guessed the name of the temporary.
    monkeypatch.setattr("os.urandom", lambda _: b"0")
    (tmp_path / ".dsp56k-30").symlink_to(victim)
    with pytest.raises(FileExistsError):
        write_whole({tmp_path / "a.lod": b"new"})
    assert victim.read_bytes() == b"precious"
    assert not (tmp_path / "a.lod").exists()


@pytest.mark.parametrize("name", ["a\0b", "a\ud800"])
def test_what_is_no_name_of_a_file(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError, match="not a file name") as caught:
        write_whole({tmp_path / name: b""})
    assert caught.value.filename == str(tmp_path / name)
    with pytest.raises(ConfigurationError, match=r"cannot write .*: not a file name"):
        save_wav(tmp_path / name, [1], rate=8000, channels=1)


def test_streams_and_devices_are_appended_to(tmp_path: Path) -> None:
    code = f"{IMPORTS}; write_whole({{Path('/dev/stderr'): b'2'}})"
    with (tmp_path / "errors").open("wb") as errors:
        errors.write(b"1")
        errors.flush()
        subprocess.run([sys.executable, "-c", code], stderr=errors, check=True)
    assert (tmp_path / "errors").read_bytes() == b"12"
    with pytest.raises(OSError, match="No space left on device") as caught:
        write_whole({tmp_path / "a.lod": b"new", Path("/dev/full"): b"x"})
    assert caught.value.filename == "/dev/full"
    assert names(tmp_path) == ["errors"]


WRITER = """
import sys
from pathlib import Path
from dsp56k.system.files import read_at_most, usable, write_whole
print(flush=True)
number = 0
while True:
    number += 1
    write_whole({Path(name): str(number % 10).encode() * 100_000 for name in ("a", "b")})
"""


@pytest.mark.usefixtures("hangups_heard")
@pytest.mark.parametrize("wanted", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_leave_whole_files_and_nothing_else(tmp_path: Path, wanted: signal.Signals) -> None:
    for attempt in range(5):
        command = [sys.executable, "-c", WRITER]
        with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as writer:
            assert writer.stdout is not None
            writer.stdout.readline()
            with pytest.raises(subprocess.TimeoutExpired):
                writer.wait(0.02 + 0.013 * attempt)
            writer.send_signal(wanted)
            assert writer.wait(20) == -wanted
        assert names(tmp_path) in ([], ["a", "b"])
        contents = [path.read_bytes() for path in tmp_path.iterdir()]
        assert all(len(content) == 100_000 and len(set(content)) == 1 for content in contents)
        # Files of one call change together: the signal waited.
        assert len(set(contents)) <= 1


def test_a_lock_waits_for_the_other_process(tmp_path: Path) -> None:
    code = (
        f"{IMPORTS}; from dsp56k.system.locks import locked\n"
        "with locked(Path('count')):\n"
        "    write_whole({Path('count'): str(int(Path('count').read_text()) + 1).encode()})"
    )
    (tmp_path / "count").write_text("0")
    with locked(tmp_path / "count"):
        runs = [subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path) for _ in range(8)]
        with pytest.raises(subprocess.TimeoutExpired):
            runs[0].wait(0.5)
        assert (tmp_path / "count").read_text() == "0"
    assert [run.wait(30) for run in runs] == [0] * 8
    assert ((tmp_path / "count").read_text(), names(tmp_path)) == ("8", ["count"])


def test_a_lock_on_a_missing_folder_names_the_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught, locked(tmp_path / "missing" / "a"):
        pass
    assert caught.value.filename == str(tmp_path / "missing" / "a")


def test_a_file_is_read_as_far_as_a_limit(tmp_path: Path) -> None:
    file = tmp_path / "a.lod"
    file.write_bytes(b"12345")
    assert read_at_most(file, 5) == b"12345"
    for path, reason in (
        (file, "larger than 4 bytes"),
        (Path("/dev/zero"), "larger than 4 bytes"),
        (tmp_path, "Is a directory"),
        (tmp_path / "a\0b", "not a file name"),
        (tmp_path / "\ud800", "not a file name"),
        (tmp_path / "none", "No such file or directory"),
    ):
        with pytest.raises(OSError, match=reason) as caught:
            read_at_most(path, 4)
        assert caught.value.filename == str(path)


def test_nothing_else_writes_files() -> None:
    root = Path(__file__).parents[3]
    packages = [root / folder / "dsp56k" for folder in ("emu", "dsp_asm", "card", "host_driver", "tools")]
    found = [
        f"{path.relative_to(root)}:{call.lineno}"
        for package in packages
        for path in package.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(call, ast.Call) and _writes(call)
    ]
    # The output of a compiler goes to a file without a name.
    scratch = {"host_driver/dsp56k/host/compiler/tools.py"}
    assert {place.partition(":")[0] for place in found} == {"emu/dsp56k/system/files.py"} | scratch, found


def _writes(call: ast.Call) -> bool:
    """Return True if a call opens a file to write, or writes a complete one."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    # A WAV file is made in memory.
    if name == "open" and not (isinstance(call.func, ast.Attribute) and ast.unparse(call.func.value) == "wave"):
        if any(keyword.arg == "closefd" for keyword in call.keywords):
            return False  # a stream that is open already
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        modes = [argument.value for argument in given if isinstance(argument, ast.Constant)]
        return any(isinstance(mode, str) and len(mode) < 4 and set(mode) & set("wax+") for mode in modes)
    return name in ("write_text", "write_bytes", "mkstemp", "NamedTemporaryFile", "TemporaryFile", "copyfile")
