"""The requests that the server accepts, and their answers."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import secrets
import signal
import threading
import time
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Mapping,
)
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, aclosing, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message, Send

from server.host import (
    GRACE,
    BotTurn,
    Host,
    Refused,
    bot_move,
    is_maker,
    is_time_to_store,
    own_seat,
)
from server.ids import DRAWN
from server.limits import Limits
from server.metrics import Metrics
from server.reading import Reader
from server.setting import LARGEST, MOST_SECONDS, bots_of, read_json
from server.store import PAUSES, StoreUnavailable, Tables, open_store
from server.table import Table, dumped
from server.warming import warm
from westeros_intrigue.gamekit import GAMES
from westeros_intrigue.play.saved import Entry

T = TypeVar("T")
Handler = Callable[[Request], Awaitable[Response]]
LOG = logging.getLogger("server.requests")

THREADS = 16  # for calls of the store
BODY_SECONDS = 10  # the time in which a body must arrive
CLOCK_SECONDS = 10  # before a process asks the store for its time again
STORE_PAUSE = 1  # seconds before a bot's move is written again, if the store does not answer
HEARTBEAT_SECONDS = 15  # between signs of life in a stream without events
READER_SECONDS = 10  # before a stream is closed if its reader stops reading
SWEEP_SECONDS = 3600
DAY = 24 * 3600 * 1000  # milliseconds
REST_DAYS, KEPT_DAYS = 7.0, 365.0
"""The days without an entry before a table is deleted, and one that its maker keeps; environment
variables of these names set others."""
NO_SEAT = 10**9
REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}


class Site:
    """The requests of one process, and the bots that it plays, by default on its threads."""

    def __init__(
        self, store: Tables, workers: Executor | None = None, limits: Limits | None = None
    ) -> None:
        self._store = store
        self._host = Host(store)
        self._threads = ThreadPoolExecutor(THREADS)
        self._workers = workers
        self._reader = Reader()
        self._streams: dict[str, set[asyncio.Event]] = {}  # by table
        self._woken: dict[str, int] = {}  # by table, the version for which its streams were woken
        self._thinking: dict[tuple[str, int, int], asyncio.Task[None]] = {}
        """By table, number of moves and seat: other entries don't let a bot think once more."""
        self._clocks: dict[str, tuple[int, asyncio.TimerHandle]] = {}  # by table, with its version
        self._heard: dict[str, float] = {}  # by table, the time of the last news
        self._is_stopping = threading.Event()
        self.metrics = Metrics()
        self.limits = limits or Limits.of_environment()
        self._ages = tuple(
            DAY * float(os.environ.get(name, days))
            for name, days in (("REST_DAYS", REST_DAYS), ("KEPT_DAYS", KEPT_DAYS))
        )
        self._games = ""
        """The answer about the games, which never changes."""

    def served(self, handler: Handler, *, is_limited: bool = True) -> Handler:
        """Return a handler that limits each address, answers errors, counts and writes the log."""

        async def answer(request: Request) -> Response:
            begun, address = time.perf_counter(), _address(request)
            given = request.headers.get("x-request-id", "")
            request_id = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
            try:
                if is_limited:
                    self._check_limit(address)
                response = await handler(request)
            except Exception as error:
                if isinstance(error, StoreUnavailable):
                    self.metrics.add("store_failures_total")
                elif not isinstance(error, (Refused, HTTPException, ClientDisconnect)):
                    LOG.exception("request=%s failed", request_id)
                response = await _failed(request, error)
            response.headers["X-Request-ID"] = request_id
            self._note(request, response, request_id, time.perf_counter() - begun)
            return response

        return answer

    def _check_limit(self, address: str) -> None:
        if wait := self.limits.wait(address):
            self.metrics.add("limited_total")
            raise Refused(429, f"too many requests: wait {wait:.1f} seconds", wait=wait)

    async def _count_new(self, table_id: str, size: int, address: str) -> bool:
        """Count a new table of an address; return False if the table is there already."""
        if await self._run(self._store.head, table_id):
            return False  # the request is repeated
        if wait := self.limits.wait_for_table(address, size):
            self.metrics.add("limited_total")
            told = "this address has made too many tables, or with too long settings"
            raise Refused(429, f"{told}: wait {wait:.0f} seconds", wait=wait)
        return True

    def _note(self, request: Request, response: Response, request_id: str, seconds: float) -> None:
        """Count an answer, and write a line about it to the log; secrets are in neither."""
        method, status = request.method, response.status_code
        self.metrics.add("requests_total", method=method, status=str(status))
        self.metrics.time("request_seconds", seconds)
        if status >= 400:
            self.metrics.add("refused_total", status=str(status))
        path = request.path_params
        about = {"table": path.get("table"), "seat": path.get("seat"), "move": path.get("number")}
        about["seat"] = getattr(request.state, "seat", about["seat"])
        told = " ".join(
            # Anything else could forge a line of the log.
            f"{name}={value if REQUEST_ID.fullmatch(str(value)) else '?'}"
            for name, value in about.items()
            if value is not None
        )
        route = request.url.path.split("/")[1]
        LOG.info(
            "request=%s method=%s route=%s status=%d ms=%.1f address=%s %s",
            *(request_id, method, route, status, seconds * 1000, _address(request), told),
        )

    async def healthz(self, _request: Request) -> Response:
        """Say that the process lives."""
        return Response("ok\n", media_type="text/plain", headers=HEADERS)

    async def readyz(self, _request: Request) -> Response:
        """Say whether requests may be sent here: the store answers, and the process goes on."""
        if self._is_stopping.is_set():
            raise Refused(503, "the process is stopping")
        await self._run(self._store.head, "-")
        return Response("ready\n", media_type="text/plain", headers=HEADERS)

    async def show_metrics(self, request: Request) -> Response:
        """Show what Prometheus reads; the public does not, though it comes by the same port."""
        if not self.limits.reads_metrics(_address(request)):
            raise Refused(403, "METRICS_FROM names the networks that may read this")
        self.metrics.set("streams", sum(map(len, self._streams.values())))
        self.metrics.set("tables_in_memory", self._host.count)
        text = self.metrics.text()
        return Response(text, media_type="text/plain; version=0.0.4", headers=HEADERS)

    async def open_tables(self, _request: Request) -> Response:
        """List the open tables."""
        return _json({"tables": await self._run(self._host.open_tables)})

    async def games(self, _request: Request) -> Response:
        """List the games."""
        return _json(self._games)

    async def create(self, request: Request) -> Response:
        """Make a table."""
        table_id, text, secret = _id(request), await _text(request), _secret(request) or ""
        address, size = _address(request), len(text.encode())
        is_new = await self._count_new(table_id, size, address)
        try:
            await self._reader.check(text)
            return await self._written(partial(self._host.create, table_id, text, secret))
        except Refused:
            if is_new:
                self.limits.makes_no_table(address, size)
            raise

    async def end(self, request: Request) -> Response:
        """End a game without a result, for the maker of its table."""
        secret = _secret(request) or ""
        return await self._written(partial(self._host.end, _id(request), secret), secret)

    async def keep(self, request: Request) -> Response:
        """Keep a table longer than others, for its maker."""
        secret = _secret(request) or ""
        return await self._written(partial(self._host.keep, _id(request), secret), secret)

    async def drop(self, request: Request) -> Response:
        """Delete a table, for its maker."""
        table_id = _id(request)
        await self._run(self._host.drop, table_id, _secret(request) or "")
        for stream in self._streams.get(table_id, ()):  # they find no table, and end
            stream.set()
        self._woken.pop(table_id, None)
        return Response(status_code=204, headers=HEADERS)

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
        body = await _text(request)
        if body and not body.startswith("{"):
            take = partial(self._host.seat_bot, table_id, seat, secret, body)
        else:
            who = _person(body) if body else {}
            take = partial(self._host.sit, table_id, seat, secret, **who)
        return await self._written(take, secret)

    async def admit(self, request: Request) -> Response:
        """Agree that somebody takes a seat of a game under way, or refuse it."""
        number, secret = _number(request.path_params["number"]) or 0, _secret(request) or ""
        ask = partial(self._host.admit, _id(request), _seat(request), number, secret)
        return await self._written(partial(ask, agrees=request.method == "PUT"), secret)

    async def here(self, request: Request) -> Response:
        """Take a sign of life of a person who only listens."""
        await self._run(self._seen, _id(request), _secret(request))
        return Response(status_code=204, headers=HEADERS)

    async def leave(self, request: Request) -> Response:
        """Leave a seat, or free an absent person's seat."""
        table_id, seat, secret = _id(request), _seat(request), _secret(request) or ""

        def leave() -> Table:
            table = self._host.leave(table_id, seat, secret)
            if (own := table.seat_of(secret)) is not None:  # somebody else's seat was freed
                self._host.show_sign(table, own)
            return table

        return await self._written(leave)

    async def play(self, request: Request) -> Response:
        """Make a move."""
        number = _number(request.path_params["number"])
        if not number:
            raise Refused(404, "moves are numbered from 1 to 999999999")
        secret = _secret(request) or ""
        begun = time.perf_counter()
        table_id, text = _id(request), await _text(request)
        arrived = self._store.now()  # with the whole move

        def play() -> Table:
            table = self._host.play(table_id, number, secret, text, arrived)
            request.state.seat = own_seat(table, secret)
            self.metrics.add("moves_total", game=table.game.KEY, by="person")
            return table

        answer = await self._written(play, secret)
        self.metrics.time("move_seconds", time.perf_counter() - begun)
        return answer

    async def picture(self, request: Request) -> Response:
        """Draw the view of a seat."""

        def drawn() -> str:
            table, seat = self._seen(_id(request), _secret(request))
            return table.game.draw_svg(table.view_of(seat))

        return Response(await self._run(drawn), media_type="image/svg+xml", headers=HEADERS)

    async def record(self, request: Request) -> Response:
        """Show the whole game once it is over."""
        table = await self._run(self._host.table, _id(request))
        if not table.is_over:
            raise Refused(409, "the record contains hidden cards: wait for the end of the game")
        return Response(str(table.record), media_type="text/plain", headers=HEADERS)

    async def events(self, request: Request) -> Response:
        """Stream events from now on, or after the client's last event."""
        table_id, secret = _id(request), _secret(request)
        after = _number(request.headers.get("last-event-id"))
        table, _ = await self._run(self._seen, table_id, secret)  # refused before streaming
        if table.is_over and table.version == after:
            return Response(status_code=204)  # stops a browser's retries
        address = _address(request)
        if not self.limits.opens(address):
            raise Refused(429, "this address has too many streams")
        closes = partial(self.limits.closes, address)
        return EventStream(self._stream(table_id, secret, after), closes)

    async def _stream(
        self, table_id: str, secret: str | None, after: int | None
    ) -> AsyncGenerator[str, None]:
        woken = asyncio.Event()
        self._streams.setdefault(table_id, set()).add(woken)
        with ExitStack() as ending, suppress(Refused, StoreUnavailable):
            ending.callback(self._forget, table_id, woken)
            is_new = True
            while not self._is_stopping.is_set():
                woken.clear()
                known: Table | None = None
                if not is_new and after is not None:
                    version = self._woken.get(table_id, 0)
                    known = self._host.remembered(table_id, version, after)
                # The secret is looked up each time, since its seat may have been left.
                if known:
                    table, text = known, self._told(known, secret, after)
                else:
                    table, text = await self._run(self._news, table_id, secret, after)
                is_new = False  # from now on, the stream is woken, by `poll` if nobody tells
                self._go_on(table)
                self._wake(table_id, table.version)  # others see less of it
                if text:
                    yield f"id: {table.version}\ndata: {text}\n\n"
                    after = table.version
                    if heard := self._heard.get(table_id):
                        self.metrics.time("delivery_seconds", time.monotonic() - heard)
                if table.is_over:
                    return
                try:
                    async with asyncio.timeout(HEARTBEAT_SECONDS):
                        await woken.wait()
                except TimeoutError:
                    is_new = True  # a process can be killed before it tells of an entry
                    yield ":\n\n"
            yield "retry: 200\n\n"  # the process stops; another goes on after the last id

    def _forget(self, table_id: str, stream: asyncio.Event) -> None:
        self._streams[table_id].discard(stream)
        if not self._streams[table_id]:
            del self._streams[table_id]
            self._woken.pop(table_id, None)
            self._heard.pop(table_id, None)

    def listen(self) -> None:
        """Listen to the store on a thread of its own: other processes also make entries."""
        loop = asyncio.get_running_loop()

        def hear() -> None:
            for table_id in self._store.news(self._is_stopping.is_set):
                heard = self._hear(table_id)
                try:
                    asyncio.run_coroutine_threadsafe(heard, loop)
                except RuntimeError:  # the loop has ended
                    heard.close()

        threading.Thread(target=hear, daemon=True).start()

    async def _hear(self, table_id: str | None) -> None:
        """Take the entries of a table, or of all that are watched, and wake its streams."""
        for each in [*self._streams] if table_id is None else [table_id]:
            if each in self._streams:
                with suppress(Refused, StoreUnavailable):  # the streams find out
                    table = await self._stored(partial(self._host.table, each))
                    self._wake(each, table.version)

    def stop(self) -> None:
        """End the streams, whose readers come back to another process; others are not ready."""
        self._is_stopping.set()
        for streams in self._streams.values():
            for stream in streams:
                stream.set()

    async def sweep(self) -> None:
        """Delete idle tables from time to time."""
        while True:
            with suppress(StoreUnavailable):
                ends = (int(self._store.now() - age) for age in self._ages)
                count = await self._run(self._store.forget, *ends)
                logging.getLogger(__name__).info("%d tables deleted", count)
            await asyncio.sleep(SWEEP_SECONDS)

    async def keep_time(self) -> None:
        """Ask the store for its time from time to time."""
        while True:
            await asyncio.sleep(CLOCK_SECONDS)
            with suppress(StoreUnavailable):
                await self._run(self._store.set_clock)

    async def warm(self) -> None:
        """Make what the first requests would make, before the process is ready."""
        await self._run(self._warm)

    def _warm(self) -> None:
        shown: dict[str, Any] = {}
        for key, game in GAMES.items():
            warm(game)
            shown[key] = {"name": game.NAME, "players": [game.MIN_PLAYERS, game.MAX_PLAYERS]}
            shown[key] |= {"options": {option.name: option.help for option in game.OPTIONS}}
            shown[key] |= {"bots": bots_of(game), "most_seconds": MOST_SECONDS}
        self._games = dumped(shown)

    def close(self) -> None:
        """Wait for the threads, and close the store."""
        self._is_stopping.set()
        for _, handle in self._clocks.values():
            handle.cancel()
        self._threads.shutdown()
        self._store.close()

    async def _run(self, function: Callable[..., T], *args: Any) -> T:  # noqa: ANN401 - of any function
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, function, *args)

    async def _written(self, write: Callable[[], Table], viewer: str | None = None) -> Response:
        """Answer a request that appends to a log with the news for its seat."""

        def written() -> tuple[Table, str]:
            table = write()
            seat = None if viewer is None else _reader(table, viewer)
            if seat is not None:
                self._host.show_sign(table, seat)
            return table, table.news_text(seat, table.version - 1)

        table, text = await self._run(written)
        self._go_on(table, is_own=True)
        return _json(text)

    def _news(self, table_id: str, secret: str | None, after: int | None) -> tuple[Table, str]:
        """Return a table and its news after a version; all of the table for a new reader."""
        table = self._host.table(table_id, after)
        return table, self._told(table, secret, after)

    def _told(self, table: Table, secret: str | None, after: int | None) -> str:
        """Return the news of a table after a version; all of the table for a new reader."""
        seat = _viewer(table, secret)
        if after is None:
            return dumped(table.shown_to(seat))
        if after == table.version:
            return ""
        return table.news_text(seat, after)

    def _seen(
        self, table_id: str, secret: str | None, after: int | None = None
    ) -> tuple[Table, int | None]:
        table = self._host.table(table_id, after)
        seat = _viewer(table, secret)
        if seat is not None:
            self._host.show_sign(table, seat)
        return table, seat

    def _wake(self, table_id: str, version: int) -> None:
        if table_id in self._streams and version > self._woken.get(table_id, 0):
            self._woken[table_id] = version
            self._heard[table_id] = time.monotonic()
            for stream in self._streams[table_id]:
                stream.set()

    def _go_on(self, table: Table, *, is_own: bool = False) -> None:
        """Wake the streams of a table, play its bots, and watch its clock."""
        if is_own:
            self._wake(table.id, table.version)
        self._watch_clock(table)
        heard = self._heard.get(table.id)
        if not is_own and heard is not None and time.monotonic() < heard + GRACE:
            return  # the other process is at work, however old its entry is: news can be late
        turn = self._host.bot_turn(table, is_own=is_own)
        if turn and (key := (table.id, turn.moves, turn.seat)) not in self._thinking:
            self._thinking[key] = asyncio.create_task(self._play_bots(table, turn))

    async def _play_bots(self, table: Table, first: BotTurn) -> None:
        """Play the bots whose turn it is, one after another, and store their moves together."""
        begun, after, turn = time.monotonic(), table, first
        moves: list[Entry] = []
        try:
            while True:
                text, seconds = await self._chosen(turn)
                self.metrics.add("bot_cpu_seconds_total", seconds, game=turn.game, bot=turn.name)
                move, after = bot_move(after, turn, text)
                moves.append(move)
                another = self._host.bot_turn(after, is_own=True)
                if another is None or is_time_to_store(begun, moves):
                    break
                turn = another
            write = partial(self._host.play_bots, table, moves)
            after, is_own = await self._stored(write)
            if is_own:
                stored = after.moves - table.moves
                self.metrics.add("moves_total", stored, game=turn.game, by="bot")
        except (StoreUnavailable, Refused):
            return  # the process is stopping: another one plays the bots; or the table is deleted
        finally:
            del self._thinking[table.id, first.moves, first.seat]
        self._go_on(after, is_own=is_own)

    async def _chosen(self, turn: BotTurn) -> tuple[str, float]:
        """Return a bot's move, and its CPU seconds; a slow bot thinks elsewhere."""
        if turn.is_quick:
            return turn.chosen()
        return await asyncio.get_running_loop().run_in_executor(self._workers, turn.chosen)

    async def _stored(self, write: Callable[[], T]) -> T:
        """Return the result of a call that no client repeats, once the store answers."""
        while True:
            try:
                return await self._run(write)
            except StoreUnavailable:
                if self._is_stopping.is_set():
                    raise
                await asyncio.sleep(STORE_PAUSE)

    def _watch_clock(self, table: Table) -> None:
        """Look at a table again when a player's time is over."""
        if (known := self._clocks.get(table.id)) and known[0] >= table.version:
            return
        if known:
            known[1].cancel()
            del self._clocks[table.id]
        if (flag := table.flag) is not None and not self._is_stopping.is_set():
            loop, wait = asyncio.get_running_loop(), max(flag[1] - self._store.now(), 0) / 1000
            handle = loop.call_later(wait, lambda: loop.create_task(self._end_time(table)))
            self._clocks[table.id] = table.version, handle

    async def _end_time(self, table: Table) -> None:
        self._clocks.pop(table.id, None)
        with suppress(Refused, StoreUnavailable):
            after = await self._stored(partial(self._host.end_time, table.id))
            is_own = after.version > table.version
            if is_own:
                self.metrics.add("late_total", game=table.game.KEY)
            self._go_on(after, is_own=is_own)


def _viewer(table: Table, secret: str | None) -> int | None:
    return None if secret is None else _reader(table, secret)


def _reader(table: Table, secret: str) -> int | None:
    """Return the seat of a secret; None for the maker and those who ask for one: they may watch."""
    if table.seat_of(secret) is None and is_maker(table, secret):
        return None
    return own_seat(table, secret) if table.seat_asked_by(secret) is None else None


class EventStream(StreamingResponse):
    """Server-sent events, no faster than they are read; a reader that stops is dropped."""

    media_type = "text/event-stream"

    def __init__(
        self, events: AsyncGenerator[str, None], closed: Callable[[], None] = lambda: None
    ) -> None:
        super().__init__(events, headers=HEADERS)
        self._events = events
        self._closed = closed

    async def stream_response(self, send: Send) -> None:
        """Send the events."""

        async def send_in_time(message: Message) -> None:
            async with asyncio.timeout(READER_SECONDS):
                await send(message)

        try:
            async with aclosing(self._events):
                with suppress(TimeoutError):
                    await super().stream_response(send_in_time)
        finally:
            self._closed()


def application(
    address: str | None = None, workers: Executor | None = None, limits: Limits | None = None
) -> Starlette:
    """Return the application of one process. STORE names its store; the default is a folder here.

    It is the file of SQLite that was the default of earlier servers, if that is here.
    """
    default = "sqlite:tables.db" if Path("tables.db").exists() else "folder:tables"
    where = address or os.environ.get("STORE", default)
    site = Site(open_store(where, creates=True, pauses=PAUSES), workers, limits)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await site.warm()
        tasks = [asyncio.create_task(task) for task in (site.sweep(), site.keep_time())]
        site.listen()
        _stop_on_signal(site)
        yield
        for task in tasks:
            task.cancel()
        site.close()

    free = partial(site.served, is_limited=False)
    routes = [
        Route("/healthz", free(site.healthz)),
        Route("/readyz", free(site.readyz)),
        Route("/metrics", free(site.show_metrics)),
        Route("/games", site.served(site.games)),
        Route("/tables", site.served(site.open_tables)),
        Route("/tables/{table}", site.served(site.create), methods=["PUT"]),
        Route("/tables/{table}", site.served(site.look)),
        Route("/tables/{table}", site.served(site.drop), methods=["DELETE"]),
        Route("/tables/{table}/end", site.served(site.end), methods=["PUT"]),
        Route("/tables/{table}/kept", site.served(site.keep), methods=["PUT"]),
        Route("/tables/{table}/events", site.served(site.events)),
        Route("/tables/{table}/picture.svg", site.served(site.picture)),
        Route("/tables/{table}/record", site.served(site.record)),
        Route("/tables/{table}/seats/{seat}", site.served(site.sit), methods=["PUT"]),
        Route("/tables/{table}/seats/{seat}", site.served(site.leave), methods=["DELETE"]),
        Route(
            "/tables/{table}/seats/{seat}/asking/{number}",
            site.served(site.admit),
            methods=["PUT", "DELETE"],
        ),
        Route("/tables/{table}/here", site.served(site.here), methods=["PUT"]),
        Route("/tables/{table}/moves/{number}", site.served(site.play), methods=["PUT"]),
    ]
    kinds = (HTTPException, Exception, ClientDisconnect)
    handlers: dict[Any, Any] = dict.fromkeys(kinds, _failed)
    app = Starlette(routes=routes, lifespan=lifespan, exception_handlers=handlers)
    app.state.site = site
    return app


def _stop_on_signal(site: Site) -> None:
    """Let streams end as soon as the server is asked to stop, before it waits for requests."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        before = signal.getsignal(number)

        def stop(number: int, frame: FrameType | None, before: object = before) -> None:
            loop.call_soon_threadsafe(site.stop)
            if callable(before):
                before(number, frame)

        with suppress(ValueError):  # not in the main thread
            signal.signal(number, stop)


async def _failed(_request: Request, error: Exception) -> Response:
    """Answer a request that failed."""
    match error:
        case Refused():
            reasons = [*map(str, error.reasons)]
            told = {"error": error.text, "reasons": reasons, "missed": error.missed}
            later = {"Retry-After": str(int(error.wait) + 1)} if error.status == 429 else {}
            return _json({name: each for name, each in told.items() if each}, error.status, later)
        case HTTPException():
            return _json({"error": error.detail.lower()}, error.status_code, error.headers)
        case StoreUnavailable():
            # `Outage` logs once that the store does not answer; the metrics count such requests.
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


def _person(body: str) -> dict[str, str]:
    """Return the name of a person and the invitation in a body."""
    try:
        who = read_json(body)
    except ValueError as error:
        raise Refused(400, str(error)) from None
    known = {"name", "invitation"}
    if not who.keys() <= known or not all(isinstance(each, str) for each in who.values()):
        raise Refused(400, "send a bot's name, or an object with a name and an invitation")
    return dict(who)


def _address(request: Request) -> str:
    """Return the address of a client; uvicorn takes it from the header of a trusted proxy."""
    return request.client.host if request.client else "-"


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
