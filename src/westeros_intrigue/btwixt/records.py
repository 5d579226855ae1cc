"""Records: all that a game is replayed from, and its text.

The text has a head of lines with a name and a colon, an empty line, and a move a line.

Rules: setup.chance, bid.turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Self

import attrs

from westeros_intrigue.base.errors import InvalidValue
from westeros_intrigue.base.lines import LineReader, Scan, each, exact, field, number, written
from westeros_intrigue.base.options import Option, OptionKind
from westeros_intrigue.base.records import GameRecord
from westeros_intrigue.base.scanning import Scanner
from westeros_intrigue.base.tags import check_tags, tag_pairs
from westeros_intrigue.base.values import Value, check_type
from westeros_intrigue.btwixt.box import SAMPLE_BOX, Box
from westeros_intrigue.btwixt.chance import Chance
from westeros_intrigue.btwixt.check import file_report
from westeros_intrigue.btwixt.moves import Move, parse_card, parse_move
from westeros_intrigue.btwixt.play import apply
from westeros_intrigue.btwixt.ring import MAX_PLAYERS
from westeros_intrigue.btwixt.setup import setup
from westeros_intrigue.btwixt.state import GameState
from westeros_intrigue.btwixt.variants import VARIANTS, Variant

_VARIANTS = {
    str(variant): variant
    for game in VARIANTS
    for started in (game, game.with_short())
    for variant in (started, started.with_revealed_allies())
}


@attrs.frozen
class Record(Value, GameRecord[GameState]):
    """The sources of a replay: **it contains every hand**.

    >>> from westeros_intrigue.btwixt import setup
    >>> state = setup(3, seed=1)
    >>> record = Record.from_state(state, tags={"Player-0": "Ada"})
    >>> record.state == state, Record.parse(str(record)) == record
    (True, True)
    >>> record.begun(seed=1) == state
    True

    Rules: setup.chance.
    """

    TITLE: ClassVar[str] = "B'Twixt record"
    """The first words of the text."""
    FILES: ClassVar[tuple[Option, ...]] = (
        Option(
            "box",
            OptionKind.FILE,
            "the file of your own box (default: the sample box)",
            report=file_report,
        ),
    )
    """The option of a table that is a file."""
    _MATERIAL: ClassVar[Mapping[str, Any]] = {"box": (Box.from_json, SAMPLE_BOX)}

    box: Box
    """The box."""
    variant: Variant
    """The variant."""
    players: int
    """The number of leaders."""
    first_player: int
    """The first player of the first round, from 0."""
    leaders: tuple[str, ...] | None
    """The leader cards by seat if the caller chose them; None if they were chosen by moves."""
    chance: Chance
    """All chance of the game."""
    moves: tuple[Move, ...]
    """The moves in order."""
    answers: tuple[tuple[int, Move], ...] = ()
    """The last answers, each with its seat, if others were still to decide at the same time."""
    tags: tuple[tuple[str, str], ...] = attrs.field(default=(), validator=check_tags)
    """Names and values, such as the players and the date."""

    @classmethod
    def from_state(
        cls, state: GameState, *, tags: Mapping[str, str] | Iterable[tuple[str, str]] = ()
    ) -> Self:
        """Return the record of a game, up to a state of it.

        >>> from westeros_intrigue.btwixt import setup
        >>> Record.from_state(setup(3, seed=1)).moves
        ()

        Raises:
            WrongType: `state` is not a GameState.
            InvalidValue: the state was drawn from a view, and so has no history; or a tag could
                not be read back.
        """
        check_type("state", state, GameState)
        if state.moves is None:
            raise InvalidValue("a state drawn from a view has no record")
        table = state.table
        first_player = (table.first_player - len(table.results)) % table.players
        leaders = tuple(map(str, table.leaders)) if state.given_leaders else None
        return cls(
            table.box,
            table.variant,
            table.players,
            first_player,
            leaders,
            state.chance,
            state.moves,
            state.answers,
            tag_pairs(tags),
        )

    @classmethod
    def _read(cls, lines: list[Scanner], box: Box) -> Self:
        fields = {"box": exact(box.name, f"the box {box.name}")} | _FIELDS
        game = LineReader(cls.TITLE, fields, _line, repeated=("deck", "white")).read(lines)
        head = game.head
        chance = Chance(
            allies=head["allies"],
            tokens=head["tokens"],
            leaders=head["leader order"],
            influence=head["deck"],
            events=head["events"],
            leader_cards=head["white"],
        )
        return cls(
            box,
            head["variant"],
            head["players"],
            head["first player"],
            None if head["leaders"] == ("chosen",) else head["leaders"],
            chance,
            moves=tuple(move for seat, move in game.moves if seat is None),
            answers=tuple((seat, move) for seat, move in game.moves if seat is not None),
            tags=tuple(game.tags),
        )

    def begun(self, *, seed: int | None = None, chance: Chance | None = None) -> GameState:
        """Return a new game at the table of the record."""
        return setup(
            self.players,
            box=self.box,
            seed=seed,
            chance=chance,
            first_player=self.first_player,
            leaders=self.leaders,
            variant=self.variant,
        )

    def replay(self) -> Iterator[GameState]:
        """Yield the state before each move and the one after the last.

        >>> from westeros_intrigue.btwixt import setup
        >>> len(list(Record.from_state(setup(3, seed=1)).replay()))
        1

        Raises:
            IllegalMove: a move is refused.
            InvalidBox: the game cannot be played with the box.
            InvalidChance: the game cannot have that chance.
            InvalidValue: a number is out of its range.
        """
        state = self.begun(chance=self.chance)
        yield state
        for move in self.moves:
            state = apply(state, move)
            yield state
        for seat, move in self.answers:
            state = apply(state, move, player=seat)
            yield state

    def __str__(self) -> str:
        """Return the text of the record; **it contains every hand**.

        The box is only named: who reads the text needs the box as well.
        """
        chance = self.chance
        head = [
            ("box", self.box.name),
            ("players", str(self.players)),
            ("variant", str(self.variant)),
            ("first player", str(self.first_player)),
            ("leaders", " ".join(self.leaders or ("chosen",))),
            ("allies", " ".join(chance.allies)),
            ("tokens", " ".join(map(str, chance.tokens))),
            ("leader order", " ".join(chance.leaders)),
            *(("deck", " ".join(map(str, order))) for order in chance.influence),
            ("events", " ".join(map(str, chance.events))),
            *(("white", " ".join(map(str, order))) for order in chance.leader_cards),
        ]
        answers = (f"{seat}: {move}" for seat, move in self.answers)
        return written(self.TITLE, self.tags, head, (*self.moves, *answers))


def _line(text: str) -> tuple[int | None, Move]:
    """Return the move of a line, and before a colon the seat, if it is one of several answers."""
    seat, colon, answer = text.partition(": ")
    if colon and seat.strip() in _SEATS:
        return int(seat), parse_move(answer)
    return None, parse_move(text)


_SEATS = frozenset(map(str, range(MAX_PLAYERS)))


_FIELDS: dict[str, Scan[Any]] = {
    "players": field(number, "a number"),
    "variant": field(_VARIANTS.__getitem__, f"one of {', '.join(_VARIANTS)}"),
    "first player": field(number, "a number"),
    "leaders": field(each(str), "the ids of the leaders, or chosen"),
    "allies": field(each(str), "the ids of allies"),
    "tokens": field(each(number), "numbers"),
    "leader order": field(each(str), "the ids of leaders"),
    "events": field(each(parse_card), "cards"),
    "deck": field(each(parse_card), "cards"),
    "white": field(each(parse_card), "cards"),
}
