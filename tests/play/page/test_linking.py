"""Links whose other end is no table, or a hostile one: each ends soon, and takes no memory."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from unittest.mock import Mock

import pytest
from helpers.hosts import OPENING, PART, Answer, after, hosting
from helpers.patience import PATIENCE

from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.play.page import linking, requests
from westeros_intrigue.play.page.linking import Line, NoTableThere

SHORT = 0.5
"""The patience in seconds of these tests."""
MOST_TAKEN = 16 * 2**20
"""The most bytes that may be sent before a refusal: the answer at its longest, and buffers."""

ANSWERS = {
    "a body without end": after(OPENING + b"\r\n", PART),
    "a body as long as it says": after(OPENING + b"Content-Length: 999999999999\r\n\r\n", PART),
    "chunks without end": after(
        OPENING + b"Transfer-Encoding: chunked\r\n\r\n", b"100000\r\n" + PART + b"\r\n"
    ),
    "a status without end": after(b"HTTP/1.1 200 ", PART),
    "headers without end": after(OPENING, b"X: y\r\n"),
    "a body that takes days": after(OPENING + b"Content-Length: 100000\r\n\r\n", b" ", 0.05),
    "headers that take days": after(OPENING, b"x", 0.05),
    "a request to go on, for ever": after(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.01),
    "silence": after(b"", b"", 0.05),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_no_answer_takes_more_than_its_time_and_its_length(
    answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linking, "_PATIENCE", SHORT)
    with hosting(answer) as host:
        begun = time.monotonic()
        with pytest.raises(NoTableThere) as refused:
            host.line.send(requests.Choices())
    assert time.monotonic() - begun < SHORT + PATIENCE / 2
    assert host.sent < MOST_TAKEN
    assert len(str(refused.value)) < 400


NEWS = {
    "a line without end": (after(OPENING + b"\r\ndata: ", PART), "more than 1,000 bytes"),
    "a line that takes days": (after(OPENING + b"\r\ndata: ", b"9", 0.05), "no news for"),
    "a line without end in chunks": (
        after(OPENING + b"Transfer-Encoding: chunked\r\n\r\n", b"100000\r\n" + PART + b"\r\n"),
        "more than 1,000 bytes",
    ),
    "nothing": (after(OPENING + b"\r\n", b"", 0.05), "no news for"),
}


@pytest.mark.parametrize(("answer", "reason"), NEWS.values(), ids=NEWS)
def test_no_line_of_news_takes_more_than_its_time_and_its_length(
    answer: Answer, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linking, "_PATIENCE", SHORT)
    with hosting(answer) as host, closing(host.line.listen("game")) as news:
        begun = time.monotonic()
        with pytest.raises(NoTableThere, match=reason):
            list(news)
    assert time.monotonic() - begun < SHORT + PATIENCE / 2
    assert host.sent < MOST_TAKEN


def test_a_flood_of_short_lines_of_news_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(linking, "_MOST_LINES", 50)
    monkeypatch.setattr(linking, "_MOST_LINES_A_SECOND", 10)
    flood = after(OPENING + b"\r\n", b"data: 5\n" * 100)
    with (
        hosting(flood) as host,
        closing(host.line.listen("game")) as news,
        pytest.raises(NoTableThere, match="10 lines of news a second"),
    ):
        list(news)


def test_news_that_break_off_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with hosting(after(OPENING + b"\r\n", b":\n", 0.05)) as host:
        news = host.line.listen("game")
        monkeypatch.setattr(
            news._answer, "readline", Mock(side_effect=ConnectionResetError("lost"))
        )
        with closing(news), pytest.raises(NoTableThere, match="the news ended: lost"):
            list(news)


def test_a_connection_that_breaks_off_before_its_answer_is_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        linking._Outgoing, "sendall", Mock(side_effect=ConnectionResetError("lost"))
    )
    with hosting(ANSWERS["silence"]) as host:
        within = host.line._within()
        with pytest.raises(NoTableThere, match="does not answer: lost"):
            host.line._open(within, "messages", host.line.token, b"{}")
    assert within.outgoing is not None
    assert within.outgoing.incoming.closed
    assert within.outgoing._connection.fileno() == -1


def test_lines_of_news_arrive_while_each_comes_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """An idle table sends part of a line every second, for as long as a person thinks."""
    monkeypatch.setattr(linking, "_PATIENCE", SHORT)

    def idle(send: Callable[[bytes], None]) -> None:
        send(OPENING + b"\r\n")
        for _ in range(8):
            time.sleep(SHORT / 4)
            send(b":\n")
        send(b"data: 5\n\n")

    with hosting(idle) as host, closing(host.line.listen("game")) as news:
        assert list(news) == [b":\n"] * 8 + [b"data: 5\n", b"\n"]


def test_a_line_with_a_time_waits_for_no_answer_after_it() -> None:
    with hosting(ANSWERS["silence"]) as host:
        hurried = host.line.until(time.monotonic() + SHORT)
        for _ in range(3):
            with pytest.raises(NoTableThere, match="the time for an answer is over"):
                hurried.send(requests.Choices())
        assert time.monotonic() < hurried._ends + PATIENCE / 2


def test_a_secret_that_a_host_sends_leads_to_no_other_host() -> None:
    line = Line("http://127.0.0.1:8321/#127")
    assert line.with_token("new").link == "http://127.0.0.1:8321/#new"
    for secret in ("@example.com", "x/../y", "x/y", "", "a b", "\x1b[2J"):
        with pytest.raises(InvalidValue, match="a link looks like"):
            line.with_token(secret)


def test_a_link_can_lead_through_a_proxy_that_serves_the_page_in_a_folder() -> None:
    line = Line("https://example.org/games/court/#SECRET")
    assert (line.token, line.server) == ("SECRET", "https://example.org/games/court")
    assert line.with_token("new").link == "https://example.org/games/court/#new"
    assert not line.is_near
    assert Line("http://192.168.1.7/court#SECRET").is_near
    for link in (
        "http://h/../#SECRET",
        "http://h/a//#SECRET",
        "http://h/a?x=/#SECRET",
        "http://h/",
        "http://h/SECRET/",
    ):
        with pytest.raises(InvalidValue, match="a link looks like"):
            Line(link)


def test_a_link_of_the_local_network_goes_through_no_proxy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with hosting(after(OPENING + b"\r\n", b"", 0.05)) as proxy:
        monkeypatch.setenv("http_proxy", proxy.line.server)
        monkeypatch.delenv("no_proxy", raising=False)
        with pytest.raises(NoTableThere, match="refused"):
            Line("http://127.0.0.1:9/#a-secret-of-a-table").send(requests.Choices())
        assert proxy.sent == 0
