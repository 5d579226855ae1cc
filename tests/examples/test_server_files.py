"""The server reads files of strangers apart from its threads, and for a limited time."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator

import pytest

from server import reading
from server.host import Refused
from server.reading import Reader, has_files, read_apart
from westeros_intrigue.games.btwixt import SAMPLE_BOX
from westeros_intrigue.games.monopoly.pieces.forms import FORM

from .asking import Client, play_on, seated, served


def request(game: str, **options: str) -> str:
    return json.dumps({"game": game, "players": 3, "options": options})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with served(f"folder:{tmp_path_factory.mktemp('files')}/tables") as client:
        yield client


def test_a_table_with_an_own_edition_is_made_and_played(site: Client) -> None:
    table = site.create("monopoly", 3, options={"edition": FORM})
    play_on(seated(site, table, 3), table, most=3)


def test_a_faulty_file_is_refused_with_its_fault(site: Client) -> None:
    body = request("monopoly", edition="a." * 30_000 + "a = 1")
    answer = site.ask("PUT", f"/tables/{'t' * 20}", body)
    assert answer.status == 400
    assert "a key of more than 8 parts" in answer.text


def test_only_options_that_are_files_are_read_apart() -> None:
    assert has_files(request("monopoly", edition=FORM))
    assert has_files(request("btwixt", box=SAMPLE_BOX.to_json()))
    assert not has_files(request("monopoly", castle_sale="half"))
    assert not has_files("[")


def test_another_process_tells_how_long_a_file_takes_and_ends_if_it_takes_longer() -> None:
    seconds = asyncio.run(read_apart(request("monopoly", edition=FORM)))
    assert seconds is not None
    assert 0 < seconds < reading.PATIENCE
    assert asyncio.run(read_apart(request("monopoly", edition=FORM), patience=0.001)) is None


@pytest.mark.parametrize("seconds", [None, 2 * reading.SECONDS])
def test_a_file_that_takes_too_long_is_refused(
    monkeypatch: pytest.MonkeyPatch, seconds: float | None
) -> None:
    async def slow(_text: str) -> float | None:
        return seconds

    monkeypatch.setattr(reading, "read_apart", slow)
    with pytest.raises(Refused, match="a file takes more than 1 second to read") as refused:
        asyncio.run(Reader().check(request("monopoly", edition=FORM)))
    assert refused.value.status == 400


def test_few_files_are_read_at_once_and_few_requests_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    running, most = 0, 0

    async def slow(_text: str) -> float:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.01)
        running -= 1
        return 0.0

    async def many() -> list[BaseException | None]:
        reader, text = Reader(), request("monopoly", edition=FORM)
        checks = [reader.check(text) for _ in range(2 * reading.MOST_WAITING)]
        refused = await asyncio.gather(*checks, return_exceptions=True)
        await reader.check(text)  # once the others are done
        return refused

    monkeypatch.setattr(reading, "read_apart", slow)
    refused = [error for error in asyncio.run(many()) if error]
    assert most == reading.AT_ONCE
    assert len(refused) == reading.MOST_WAITING
    assert all(isinstance(error, Refused) and error.status == 503 for error in refused)
