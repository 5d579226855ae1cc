"""Tables of Westeros Intrigue as a service: routes, models, a stream of views, errors as JSON.

Run it with `fastapi run app.py`; `/docs` shows the routes. It keeps its tables in memory, in one
process.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import Body, Depends, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field

import westeros_intrigue as wi


class NewTable(BaseModel):
    """A wish for a table."""

    players: int = Field(2, ge=wi.MIN_PLAYERS, le=wi.MAX_PLAYERS)


class Seat(BaseModel):
    """A seat, with the token that only its player gets."""

    table: str
    seat: int
    token: str


class Shown(BaseModel):
    """All that one player may know, and what it can do."""

    view: wi.View
    moves: tuple[wi.Move, ...]
    log: list[str]
    winners: tuple[int, ...]


class Refusal(BaseModel):
    """A rule that a move breaks, for people and for programs."""

    text: str
    violation: wi.Violation


class Refused(Exception):
    """A move breaks rules."""

    def __init__(self, violations: tuple[wi.Violation, ...]) -> None:
        self.violations = violations


class Table:
    """A game, its seats, and the requests that wait for a change."""

    def __init__(self, players: int) -> None:
        self.state = wi.proceed(wi.setup(players))
        self.seats: dict[str, int] = {}
        self.changed = asyncio.Event()

    def join(self) -> Seat:
        """Give the next seat to a player."""
        if len(self.seats) == self.state.players:
            raise HTTPException(409, "all seats are taken")
        token = secrets.token_urlsafe()
        self.seats[token] = len(self.seats)
        name = next(name for name, table in TABLES.items() if table is self)
        return Seat(table=name, seat=self.seats[token], token=token)

    def place(self, seat: int, move: wi.Move) -> None:
        """Make a move; a refusal reveals nothing that the seat may not know."""
        if violations := wi.explain(wi.observe(self.state, seat), move):
            raise Refused(violations)
        self.state = wi.proceed(wi.apply(self.state, move, player=seat))
        self.changed.set()
        self.changed = asyncio.Event()

    def shown_to(self, seat: int) -> Shown:
        """Return the view of a seat."""
        view = wi.observe(self.state, seat)
        return Shown(
            view=view,
            moves=wi.legal_moves(view),
            log=[str(event) for event in wi.events(None, view)],
            winners=wi.final_winner(self.state).winners if self.state.is_over else (),
        )


TABLES: dict[str, Table] = {}
app = FastAPI(title="Westeros Intrigue")


def find_table(table: str) -> Table:
    """Return the table of the address."""
    if table not in TABLES:
        raise HTTPException(404, "no such table")
    return TABLES[table]


At = Annotated[Table, Depends(find_table)]


def find_seat(
    table: At, bearer: Annotated[HTTPAuthorizationCredentials, Depends(HTTPBearer())]
) -> int:
    """Return the seat of the token in the header `Authorization`."""
    if bearer.credentials not in table.seats:
        raise HTTPException(403, "not a token of this table")
    return table.seats[bearer.credentials]


By = Annotated[int, Depends(find_seat)]


@app.post("/tables", status_code=201)
async def create_table(wish: NewTable) -> Seat:
    """Create a table, and take its first seat."""
    name = secrets.token_urlsafe(8)
    TABLES[name] = Table(wish.players)
    return TABLES[name].join()


@app.post("/tables/{table}/seats", status_code=201)
async def take_seat(table: At) -> Seat:
    """Take the next free seat."""
    return table.join()


@app.get("/tables/{table}")
async def look(table: At, seat: By) -> Shown:
    """Return the view of the seat."""
    return table.shown_to(seat)


@app.post("/tables/{table}/moves", responses={409: {"model": list[Refusal]}})
async def place(table: At, seat: By, move: Annotated[wi.Move, Body(embed=True)]) -> Shown:
    """Place a card, and return the view after it."""
    table.place(seat, move)
    return table.shown_to(seat)


@app.get("/tables/{table}/views")
async def follow(table: At, seat: By) -> StreamingResponse:
    """Send the view now and after each change, as server-sent events, to the end of the game."""

    async def views() -> AsyncIterator[str]:
        while True:
            changed = table.changed
            yield f"data: {table.shown_to(seat).model_dump_json()}\n\n"
            if table.state.is_over:
                return
            await changed.wait()

    return StreamingResponse(views(), media_type="text/event-stream")


@app.exception_handler(Refused)
async def tell_rules(_: Request, refused: Refused) -> JSONResponse:
    """Answer with the rules that a move breaks."""
    broken = [
        Refusal(text=str(each), violation=each).model_dump(mode="json")
        for each in refused.violations
    ]
    return JSONResponse(broken, 409)


@app.exception_handler(wi.WesterosIntrigueError)
async def tell_fault(_: Request, error: wi.WesterosIntrigueError) -> JSONResponse:
    """Answer with the fault of the input, such as a text that is not a move."""
    return JSONResponse({"detail": str(error)}, 422)


@app.exception_handler(RequestValidationError)
async def tell_form(_: Request, error: RequestValidationError) -> JSONResponse:
    """Answer with what is wrong where in the body, without the body.

    JSON cannot repeat each input: not NaN, and no half of a pair of surrogates.
    """
    wrong = [{name: each[name] for name in ("loc", "msg", "type")} for each in error.errors()]
    return JSONResponse({"detail": wrong}, 422)
