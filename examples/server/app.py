"""The requests that the server accepts, and their answers."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, aclosing, asynccontextmanager, suppress
from functools import partial
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message, Send

from server.host import DRAWN, BotTurn, Host, Refused, own_seat
from server.setting import LARGEST, MOST_TRIES, bots_of
from server.store import CONNECTIONS, Store, StoreUnavailable
from server.table import Table, dumped
from westeros_intrigue.gamekit import GAMES

T = TypeVar("T")

BODY_SECONDS = 10  # the time in which a body must arrive
POLL_SECONDS = 0.25  # between looks for entries that other processes wrote
POLLED_AT_ONCE = 500
HEARTBEAT_SECONDS = 15  # between signs of life in a stream without events
READER_SECONDS = 10  # before a stream is closed if its reader stops reading
SWEEP_SECONDS = 3600
REST_SECONDS = 7 * 24 * 3600  # without an entry before a table is deleted
NO_SEAT = 10**9
HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


class Site:
    """The requests of one process, and the bots that it plays, by default on its threads."""

    def __init__(self, store: Store, workers: Executor | None = None) -> None:
        self._store = store
        self._host = Host(store)
        self._threads = ThreadPoolExecutor(CONNECTIONS)
        self._workers = workers
        self._streams: dict[str, set[asyncio.Event]] = {}  # by table
        self._woken: dict[str, int] = {}  # by table, the version for which its streams were woken
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}

    async def games(self, _request: Request) -> Response:
        """List the games."""
        shown: dict[str, Any] = {}
        for key, game in GAMES.items():
            shown[key] = {"name": game.NAME, "players": [game.MIN_PLAYERS, game.MAX_PLAYERS]}
            shown[key] |= {"options": {option.name: option.help for option in game.OPTIONS}}
            shown[key] |= {"bots": bots_of(game), "most_tries": MOST_TRIES}
        return _json(shown)

    async def create(self, request: Request) -> Response:
        """Make a table."""
        return await self._written(partial(self._host.create, _id(request), await _text(request)))

    async def look(self, request: Request) -> Response:
        """Show a table, with its news after a version."""
        after = _number(request.query_params.get("after"))

        def shown() -> tuple[Table, str]:
            table, seat = self._seen(_id(request), _secret(request), after)
            return table, dumped(table.shown_to(seat, after))

        table, text = await self._run(shown)
        self._go_on(table)
        return _json(text)

    async def sit(self, request: Request) -> Response:
        """Take a seat, or let a bot take one."""
        table_id, seat, secret = _id(request), _seat(request), _secret(request) or ""
        take = partial(self._host.sit, table_id, seat, secret)
        if bot := await _text(request):
            take = partial(self._host.seat_bot, table_id, seat, secret, bot)
        return await self._written(take, secret)

    async def leave(self, request: Request) -> Response:
        """Leave a seat, or free a bot's or an absent person's seat."""
        place = _id(request), _seat(request), _secret(request) or ""
        return await self._written(partial(self._host.leave, *place))

    async def play(self, request: Request) -> Response:
        """Make a move."""
        number = _number(request.path_params["number"])
        if not number:
            raise Refused(404, "moves are numbered from 1 to 999999999")
        secret = _secret(request) or ""
        play = partial(self._host.play, _id(request), number, secret, await _text(request))
        return await self._written(play, secret)

    async def picture(self, request: Request) -> Response:
        """Draw the view of a seat."""

        def drawn() -> str:
            table, seat = self._seen(_id(request), _secret(request))
            return table.game.draw_svg(table.game.observe(table.state, seat))

        return Response(await self._run(drawn), media_type="image/svg+xml", headers=HEADERS)

    async def record(self, request: Request) -> Response:
        """Show the whole game once it is over."""
        table = await self._run(self._host.table, _id(request))
        if not table.state.is_over:
            raise Refused(409, "the record contains hidden cards: wait for the end of the game")
        return Response(str(table.record), media_type="text/plain", headers=HEADERS)

    async def events(self, request: Request) -> Response:
        """Stream events from now on, or after the client's last event."""
        table_id, secret = _id(request), _secret(request)
        after = _number(request.headers.get("last-event-id"))
        table, _ = await self._run(self._seen, table_id, secret)  # refused before streaming
        if table.state.is_over and table.version == after:
            return Response(status_code=204)  # stops a browser's retries
        return EventStream(self._stream(table_id, secret, after))

    async def _stream(
        self, table_id: str, secret: str | None, after: int | None
    ) -> AsyncGenerator[str, None]:
        woken = asyncio.Event()
        self._streams.setdefault(table_id, set()).add(woken)
        with ExitStack() as ending, suppress(Refused, StoreUnavailable):
            ending.callback(self._forget, table_id, woken)
            while True:
                woken.clear()
                # The secret is looked up each time, since its seat may have been left.
                table, text = await self._run(self._news, table_id, secret, after)
                self._wake(table_id, table.version)  # others see less of it
                self._go_on(table)
                if text:
                    yield f"id: {table.version}\ndata: {text}\n\n"
                    after = table.version
                if table.state.is_over:
                    return
                try:
                    await asyncio.wait_for(woken.wait(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    yield ":\n\n"

    def _forget(self, table_id: str, stream: asyncio.Event) -> None:
        self._streams[table_id].discard(stream)
        if not self._streams[table_id]:
            del self._streams[table_id]
            self._woken.pop(table_id, None)

    async def poll(self) -> None:
        """Wake the streams of tables to which other processes have written."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            watched = [*self._streams]
            for start in range(0, len(watched), POLLED_AT_ONCE):
                some = watched[start : start + POLLED_AT_ONCE]
                with suppress(StoreUnavailable):
                    for table_id, version in (await self._run(self._store.versions, some)).items():
                        self._wake(table_id, version)

    async def sweep(self) -> None:
        """Delete idle tables from time to time."""
        while True:
            with suppress(StoreUnavailable):
                count = await self._run(self._store.forget, int(time.time()) - REST_SECONDS)
                logging.getLogger(__name__).info("%d tables deleted", count)
            await asyncio.sleep(SWEEP_SECONDS)

    def close(self) -> None:
        """Wait for the threads, and close the store."""
        self._threads.shutdown()
        self._store.close()

    async def _run(self, function: Callable[..., T], *args: Any) -> T:  # noqa: ANN401 - of any function
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, function, *args)

    async def _written(self, write: Callable[[], Table], viewer: str | None = None) -> Response:
        """Answer a request that appends to a log with the news for its seat."""

        def written() -> tuple[Table, str]:
            table = write()
            return table, table.last_news(None if viewer is None else own_seat(table, viewer))

        table, text = await self._run(written)
        self._go_on(table, is_own=True)
        return _json(text)

    def _news(self, table_id: str, secret: str | None, after: int | None) -> tuple[Table, str]:
        """Return a table and its news after a version; all of the table for a new reader."""
        table, seat = self._seen(table_id, secret, after)
        if after is None:
            return table, dumped(table.shown_to(seat))
        if after == table.version:
            return table, ""
        is_next = after == table.version - 1
        return table, table.last_news(seat) if is_next else dumped(table.news_for(seat, after))

    def _seen(
        self, table_id: str, secret: str | None, after: int | None = None
    ) -> tuple[Table, int | None]:
        table = self._host.table(table_id, after)
        return table, None if secret is None else own_seat(table, secret)

    def _wake(self, table_id: str, version: int) -> None:
        if table_id in self._streams and version > self._woken.get(table_id, 0):
            self._woken[table_id] = version
            for stream in self._streams[table_id]:
                stream.set()

    def _go_on(self, table: Table, *, is_own: bool = False) -> None:
        """Wake the streams of a table, and play its bots."""
        if is_own:
            self._wake(table.id, table.version)
        turn = self._host.bot_turn(table, is_own=is_own)
        if turn and (key := (table.id, turn.version)) not in self._thinking:
            self._thinking[key] = asyncio.create_task(self._play_bot(table, turn))

    async def _play_bot(self, table: Table, turn: BotTurn) -> None:
        try:
            loop = asyncio.get_running_loop()
            text = await loop.run_in_executor(self._workers, turn.chosen)
            after, is_own = await self._run(self._host.play_bot, table, turn, text)
        finally:
            del self._thinking[table.id, turn.version]
        self._go_on(after, is_own=is_own)


class EventStream(StreamingResponse):
    """Server-sent events, no faster than they are read; a reader that stops is dropped."""

    media_type = "text/event-stream"

    def __init__(self, events: AsyncGenerator[str, None]) -> None:
        super().__init__(events, headers=HEADERS)
        self._events = events

    async def stream_response(self, send: Send) -> None:
        """Send the events."""

        async def send_in_time(message: Message) -> None:
            async with asyncio.timeout(READER_SECONDS):
                await send(message)

        async with aclosing(self._events):
            with suppress(TimeoutError):
                await super().stream_response(send_in_time)


def application(address: str | None = None, workers: Executor | None = None) -> Starlette:
    """Return the application of one process. STORE names its store; the default is a file here."""
    site = Site(Store.made(address or os.environ.get("STORE", "sqlite:tables.db")), workers)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        tasks = [asyncio.create_task(site.poll()), asyncio.create_task(site.sweep())]
        yield
        for task in tasks:
            task.cancel()
        site.close()

    routes = [
        Route("/games", site.games),
        Route("/tables/{table}", site.create, methods=["PUT"]),
        Route("/tables/{table}", site.look),
        Route("/tables/{table}/events", site.events),
        Route("/tables/{table}/picture.svg", site.picture),
        Route("/tables/{table}/record", site.record),
        Route("/tables/{table}/seats/{seat}", site.sit, methods=["PUT"]),
        Route("/tables/{table}/seats/{seat}", site.leave, methods=["DELETE"]),
        Route("/tables/{table}/moves/{number}", site.play, methods=["PUT"]),
    ]
    kinds = (HTTPException, Exception, Refused, StoreUnavailable, ClientDisconnect)
    handlers: dict[Any, Any] = dict.fromkeys(kinds, _failed)
    return Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)


async def _failed(_request: Request, error: Exception) -> Response:
    """Answer a request that failed."""
    match error:
        case Refused():
            reasons = [*map(str, error.reasons)]
            told = {"error": error.text, "reasons": reasons, "missed": error.missed}
            return _json({name: each for name, each in told.items() if each}, error.status)
        case HTTPException():
            return _json({"error": error.detail.lower()}, error.status_code, error.headers)
        case StoreUnavailable():
            logging.getLogger(__name__).warning("the store does not answer: %s", error)
            return _json({"error": "the store does not answer: repeat the request"}, 503)
        case ClientDisconnect():
            return Response(status_code=400)  # to nobody
    return _json({"error": "the server failed: see its log for the reason"}, 500)


async def _text(request: Request) -> str:
    body = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > LARGEST:
                    raise Refused(413, f"send at most {LARGEST} bytes")
        return body.decode()
    except TimeoutError:
        raise Refused(408, f"send the body in {BODY_SECONDS} seconds") from None
    except UnicodeDecodeError:
        raise Refused(400, "send UTF-8") from None


def _secret(request: Request) -> str | None:
    """Return the secret of a request; None for a spectator."""
    if (header := request.headers.get("authorization")) is None:
        return None
    scheme, _, secret = header.partition(" ")
    if scheme.lower() != "bearer":
        raise Refused(400, "send a secret as Authorization: Bearer SECRET")
    return secret.strip()


def _id(request: Request) -> str:
    found: str = request.path_params["table"]
    if not DRAWN.fullmatch(found):
        raise Refused(400, "the id of a table has 16 to 64 letters, digits, - and _")
    return found


def _seat(request: Request) -> int:
    seat = _number(request.path_params["seat"])
    return NO_SEAT if seat is None else seat


def _number(text: str | None) -> int | None:
    return int(text) if text and re.fullmatch("[0-9]{1,9}", text) else None


def _json(data: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    text = data if isinstance(data, str) else dumped(data)
    return Response(text, status, {**HEADERS, **(headers or {})}, "application/json")
