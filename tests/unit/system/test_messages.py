"""Messages with a header, at the limits of their lengths."""

from io import BytesIO

import pytest

from dsp56k.system import messages
from dsp56k.system.messages import read_message


@pytest.mark.parametrize(
    ("stream", "body"),
    [
        (b"Content-Length: 2\r\n\r\nabc", b"ab"),
        (b"Content-Type: x\r\ncontent-length: 4\r\n\r\nabcd", b"abcd"),
        (b"Content-Length: 5\r\n\r\nabcde", None),
        (b"Content-Length: 3\r\n\r\nab", None),
        (b"GET / HTTP/1.1\r\nContent-Length: 2\r\n\r\nab", None),
        (b"", None),
    ],
    ids=["rest follows", "longest", "too long", "incomplete", "another protocol", "end"],
)
def test_a_body_has_its_length_up_to_the_limit(
    stream: bytes, body: bytes | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(messages, "MAX_BODY", 4)
    assert read_message(BytesIO(stream)) == body
