"""A game in progress: its seats, its history, undo, and the next decision.

A seat belongs to a person, a named player or an automated house, and has tags in a record. Records
of any game, as text or JSON, begin or continue a session.
"""

from __future__ import annotations

import io
import random
import re
import unicodedata
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import chain, islice
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar, runtime_checkable

import attrs

from westeros_intrigue.gamekit import english, limits, values
from westeros_intrigue.gamekit.asking import decide, failure
from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.gamekit.english import verb_after_you
from westeros_intrigue.gamekit.errors import InvalidValue, NotationError
from westeros_intrigue.gamekit.game import GAMES, AnyGame, Game, Move, State, View
from westeros_intrigue.gamekit.options import OptionValue
from westeros_intrigue.gamekit.outline import Line, lines_of
from westeros_intrigue.gamekit.players import NamedPlayers
from westeros_intrigue.gamekit.records import PERSON, GameRecord, clean_name, trim_name
from westeros_intrigue.gamekit.results import YOU, FinalResult
from westeros_intrigue.gamekit.text import (
    GAME_LIMIT,
    LINE_LIMIT,
    Scanner,
    Tag,
    TextFile,
    scan_tag,
    tag_pairs,
    title_pattern,
)
from westeros_intrigue.notation import Record

View_contra = TypeVar("View_contra", contravariant=True)
Move_co = TypeVar("Move_co", covariant=True)

AUTOMATED = "automated"
"""The value of `who` for a seat that the rules play."""
_SEAT = re.compile(r"player (\d{1,3})\b('s| [a-z]+s\b)?")  # begins with letters, fast to find
_UNSEEN_BESIDE = {"Cf", "Mn", "Zs"}
"""The categories of characters that only change signs beside them, or separate them."""


@attrs.frozen(field_transformer=limits.add_checks)
class Seat(values.Value):
    """The person or the player in a seat.

    >>> Seat("Ada", PERSON), Seat("", "greedy")
    (Seat(name='Ada', who='person'), Seat(name='', who='greedy'))
    """

    name: str
    """The displayed name; empty for an unnamed person."""
    who: str
    """`PERSON`, `AUTOMATED`, or the name of a player of the game, such as `greedy`."""


def check_name(name: str, others: Iterable[str], players: Iterable[str]) -> str:
    """Return a person's name as the table shows it, without unseen characters at its ends.

    >>> check_name(" Ada", ["Ben"], ["greedy"]), check_name("\U0001f981", ["\U0001f409"], [])
    ('Ada', '\U0001f981')
    >>> check_name("GREEDY 3", ["Ben"], ["greedy"])
    Traceback (most recent call last):
    westeros_intrigue.gamekit.errors.InvalidValue: the table uses the name GREEDY 3; choose another

    Args:
        name: the name; empty for none.
        others: the names of the other seats.
        players: the names of the players of the game.

    Raises:
        InvalidValue: the name could be mistaken for another player's, or has characters that nobody
            sees.
    """
    shown = trim_name(name)
    likeness = _likeness(shown)
    kinds = (each.partition(":")[0] for each in players)
    words = {_likeness(each) for each in (YOU, "player", PERSON, AUTOMATED, *kinds)}
    is_used = likeness in map(_likeness, others) or likeness.rstrip("0123456789") in words
    if shown and is_used:
        raise InvalidValue(f"the table uses the name {shown}; choose another")
    return shown


def _likeness(name: str) -> str:
    """Return the common part of names that look alike: letters and digits, or else all signs.

    >>> _likeness("Ann-Lee"), _likeness("-_-")
    ('annlee', '-_-')
    """
    shown = unicodedata.normalize("NFKC", clean_name(name)).casefold()
    signs = "".join(each for each in shown if unicodedata.category(each) not in _UNSEEN_BESIDE)
    return "".join(filter(str.isalnum, shown)) or signs or shown


def seats_for(
    names: Sequence[str], players: int, automated: Collection[int], people: int, others: str
) -> tuple[Seat, ...]:
    """Return the seats; people have the first seats that are not automated.

    >>> [seat.who for seat in seats_for(["Ada"], 3, {0}, 1, "greedy")]
    ['automated', 'person', 'greedy']

    Args:
        names: the names of people, if they have any.
        players: the number of seats.
        automated: the seats that the rules play.
        people: the number of people.
        others: the player in the other seats.

    Raises:
        InvalidValue: a name could be mistaken for another player's, or there are too many people.
    """
    for number, name in enumerate(names):
        check_name(name, names[:number], [others])
    free = [seat for seat in range(players) if seat not in automated]
    if (wanted := max(people, len(names))) > len(free):
        raise InvalidValue(
            f"the table has {english.count_things(len(free), 'seat')} for people, not {wanted}"
        )
    called = dict(zip(free, names, strict=False))
    return tuple(
        Seat(called.get(seat, ""), PERSON)
        if seat in free[:people]
        else Seat("", AUTOMATED if seat in automated else others)
        for seat in range(players)
    )


def names_of(seats: Sequence[Seat], alone: str = "", first: int = 0) -> tuple[str, ...]:
    """Return the names of the seats; unnamed people are called players with a number.

    >>> names_of([Seat("", PERSON), Seat("Greedy", "greedy")], alone="You")
    ('You', 'Greedy')

    Args:
        seats: the seats.
        alone: the name of the only person; empty to treat them like other players.
        first: the number of seat 0 in the front end.
    """
    is_alone = alone and sum(seat.who == PERSON for seat in seats) == 1
    return tuple(
        seat.name or (alone if is_alone else f"Player {number}")
        for number, seat in enumerate(seats, first)
    )


def with_names(sentence: str, names: Sequence[str], titles: Mapping[str, str] = {}) -> str:
    """Return a sentence from a game with names instead of seat numbers and ids.

    >>> with_names("player 1 plays the-wall#1", ("Ada", "Ben"), {"the-wall": "The Wall"})
    'Ben plays The Wall'
    >>> with_names("player 0 has won a Castle: where does it stand?", ("You",))
    'You have won a Castle: where does it stand?'
    >>> with_names("player 0 may act before player 0's throw", ("You",))
    'You may act before your throw'
    >>> with_names(
    ...     "player 0 passes, and player 1 rolls 6, then player 0 carries on", ("You", "Ben")
    ... )
    'You pass, and Ben rolls 6, then you carry on'

    Args:
        sentence: the sentence about an event, a question or a move.
        names: the names of the seats.
        titles: the names for ids, as returned by the game's `titles`.
    """
    if titles:
        sentence = re.sub(
            r"[a-z0-9-]+(?:#\d+)?",
            lambda found: titles.get(found[0].partition("#")[0], found[0]),
            sentence,
        )
    return _SEAT.sub(partial(_name_in, names), sentence)


def _name_in(names: Sequence[str], found: re.Match[str]) -> str:
    """Return a name with the verb or the genitive after it; You is lower case after a word."""
    if int(found[1]) >= len(names):  # the name of a place or a card
        return found[0]
    before = found.string[max(found.start() - 2, 0) : found.start()]
    name, after = names[int(found[1])], found[2] or ""
    if name == YOU:
        is_genitive = after == "'s"
        name = "your" if is_genitive else YOU
        after = "" if is_genitive or not after else f" {verb_after_you(after[1:])}"
        is_within = before[1:] == " " and (before[0].isalnum() or before[0] in "_,:")
        name = name.lower() if is_within else english.capital(name)
    return name + after


def sentences(
    game: Game[State, View, Move],
    before: State,
    after: State,
    viewer: int | None,
    names: Sequence[str],
) -> list[str]:
    """Return the events between two states of a game, as far as a viewer may know them.

    The sentences have the names of seats and cards.
    """
    titles = game.titles(after)
    told = (game.sentence(event, viewer) for event in game.events(before, after))
    return [with_names(each, names, titles) for each in told if each]


def draw_lines(
    game: Game[State, View, Move], position: State | View, names: Sequence[str]
) -> tuple[Line, ...]:
    """Return a position of a game as text, line by line, with names of seats and cards."""
    titles = game.titles(position)
    return tuple(
        attrs.evolve(line, text=with_names(line.text, names, titles))
        for line in lines_of(game.draw_text(position))
    )


def places(final: FinalResult, names: Sequence[str]) -> Iterator[str]:
    """Yield the places of a finished game, best first, with the names of the seats.

    >>> from westeros_intrigue.games import monopoly
    >>> final = monopoly.FinalResult((2,), (), ((2,), (0,), (1,)), None)
    >>> list(places(final, ("Ada", "Ben", "Cem")))
    ['1. Cem', '2. Ada', '3. Ben']
    """
    place = 1
    for group in final.ranking:
        yield f"{place}. {' and '.join(names[seat] for seat in group)}"
        place += len(group)


def tags_of(seats: Iterable[Seat]) -> dict[str, str]:
    """Return the tags of a record that `seats_in` reads the seats from.

    >>> tags_of([Seat("Ada ", PERSON)])
    {'Player-0': 'Ada', 'Seat-0': 'person'}

    Raises:
        InvalidValue: a name has characters that nobody sees.
    """
    tags = {}
    for number, seat in enumerate(seats):
        if name := trim_name(seat.name):
            tags[f"Player-{number}"] = name
        tags[f"Seat-{number}"] = seat.who
    return tags


def _with_seats(tags: Mapping[str, str], seats: Sequence[Seat]) -> tuple[Tag, ...]:
    """Return the tags of a record with a seed, and last with those of the seats."""
    own = {"seed", *(f"{each}-{at}" for at in range(len(seats)) for each in ("seat", "player"))}
    rest = {name: value for name, value in tags.items() if name.lower() not in own}
    return tag_pairs(rest | {"Seed": tags.get("Seed", "0")} | tags_of(seats))


def seats_in(
    tags: Mapping[str, str],
    players: int,
    known: NamedPlayers[Any],
    *,
    automated: Mapping[int, str] = {},
    others: str = "",
) -> tuple[Seat, ...]:
    """Return the seats in a record's tags, which need not be trusted, with names to be shown.

    Without tags, a person has the first seat and `others` have the rest. Unnamed computer players
    get the names of their programs, with the number of the seat if several share a program. Unnamed
    people stay unnamed: each front end has a different word for them.

    Args:
        tags: the tags of the record.
        players: the number of seats.
        known: the players of the game.
        automated: the names of the seats, by number, that the rules play.
        others: the name of a player for seats that the record does not name; empty for the default.

    Raises:
        InvalidValue: a tag names a player that the game does not have, or a person for a seat that
            the rules play.
    """
    free = [seat for seat in range(players) if seat not in automated]
    usual = dict.fromkeys(automated, AUTOMATED) | dict.fromkeys(free[:1], PERSON)
    chosen = []
    for number in range(players):
        who = tags.get(f"Seat-{number}", usual.get(number, others or known.usual))
        wanted = ""
        if number not in automated and who != PERSON and not known.has(who):
            wanted = f"for {PERSON}, {known.listed}"
        elif number in automated and who == PERSON:
            wanted = AUTOMATED
        if wanted:
            raise InvalidValue(f"seat {number} is {wanted}, not {values.short_repr(who)}")
        # The rules play an automated seat, whichever player was chosen for it.
        chosen.append(AUTOMATED if number in automated else who)
    seats = []
    for number, who in enumerate(chosen):
        name = "" if who == PERSON else automated.get(number, who.replace(":", " ").capitalize())
        if who not in {PERSON, AUTOMATED} and chosen.count(who) > 1:
            name += f" {number}"
        seats.append(Seat(clean_name(tags.get(f"Player-{number}", "")) or clean_name(name), who))
    return tuple(seats)


def owner_of(record: GameRecord[Any]) -> str:
    """Return the command that continues a game: `play`, or one for real cards.

    >>> from westeros_intrigue import Record, setup
    >>> state = setup(2, seed=1)
    >>> (
    ...     owner_of(Record.from_state(state)),
    ...     owner_of(Record.from_state(state, tags={"Referee": "x"})),
    ... )
    ('play', 'referee')
    """
    sees = dict(record.tags).get("Referee")
    if sees is None:
        return "play"
    return "assist" if "hand of player" in sees else "referee"


def continue_game(
    game: AnyGame, record: GameRecord[Any], command: str = "play", others: str = ""
) -> AnySession:
    """Return the game of a record for the command that continues it.

    >>> import westeros_intrigue
    >>> from westeros_intrigue import Record, setup
    >>> session = continue_game(westeros_intrigue, Record.from_state(setup(2, seed=1)))
    >>> [seat.who for seat in session.seats]
    ['person', 'greedy']

    Raises:
        InvalidValue: the game belongs to another command, or lacks the cards of later rounds.
        ValueError: the rules refuse a move in the record.
    """
    if (owner := owner_of(record)) != command:
        raise InvalidValue(f"this game belongs to `westeros-intrigue {owner} --resume`")
    session: AnySession = Session.resumed(game, record, others=others)
    if command == "play" and isinstance(record, Record):
        rounds = record.variant.rounds_for(record.players)
        if len(record.deal.rounds) < rounds:
            raise InvalidValue("the record does not have the cards of all rounds")
    return session


@runtime_checkable
class _Search(Protocol[View_contra, Move_co]):
    """A player that searches until it is stopped."""

    def choose(
        self, view: View_contra, rng: RandomSource, *, stop: Callable[[], bool]
    ) -> Move_co: ...


@attrs.frozen(slots=False)
class Session(Generic[State, View, Move]):
    """Any game with its seats, at one moment. It is immutable: each step returns a new one.

    >>> from westeros_intrigue.games import btwixt
    >>> seats = (Seat("Ada", "person"), Seat("", "simple"), Seat("", "simple"))
    >>> session = Session.begun(btwixt, btwixt.setup(3, seed=1), seats, seed=1)
    >>> session = session.moved(0, session.game.legal_moves(session.state)[0])
    >>> session.waits_for, session.stepped().moment
    ('step', 2)
    >>> Session.resumed(btwixt, session.record) == session
    True

    A page or a terminal shows the view of a seat whose secrets may be visible:

    >>> session = session.undone()
    >>> session.looks(0), session.looks(1), session.view_of(0).player
    (0, None, 0)
    >>> move, text = session.hint(session.view_of(0), ["Ada", "Simple 1", "Simple 2"])
    >>> session.reseated(0, Seat("", "random")).people
    ()
    """

    game: Game[State, View, Move]
    """The module of the game."""
    seats: tuple[Seat, ...]
    """The seats, from 0."""
    tags: tuple[Tag, ...] = attrs.field(eq=False)
    """The tags of the record; those of the seats are last."""
    first: State
    """The first state of the game."""
    state: State
    """The current state."""
    moment: int = 0
    """The number of steps from the first state to this one."""
    past: tuple[tuple[int, State], ...] = ()
    """The moments when people decided, in order, each with its state."""

    @classmethod
    def begun(
        cls,
        game: Game[State, View, Move],
        state: State,
        seats: tuple[Seat, ...],
        *,
        seed: int,
        tags: Mapping[str, str] | None = None,
    ) -> Self:
        """Return a new game.

        Args:
            game: the module.
            state: its first state.
            seats: a seat for each player; missing names are filled in.
            seed: the seed for the named players' random numbers.
            tags: tags of the record.

        Raises:
            InvalidValue: the game has no player with a name; a seat is automated only here or only
                in the rules; or there is not one seat for each player.
        """
        seats = limits.tuple_of("seats", Seat, seats)
        if len(seats) != state.players:
            wanted = english.count_things(state.players, "seat")
            raise InvalidValue(f"the game has {wanted}, one for each player, not {len(seats)}")
        tags = {**(tags or {}), "Seed": str(seed), **tags_of(seats)}
        return cls.resumed(game, game.Record.from_state(state, tags=tags))

    @classmethod
    def resumed(
        cls,
        game: Game[State, View, Move],
        record: GameRecord[State],
        *,
        others: str = "",
    ) -> Self:
        """Return the game of a record, which may come from anywhere.

        Args:
            game: the module.
            record: the record.
            others: the names of players for seats that the record does not name; empty for the
                default.

        Raises:
            InvalidValue: a tag names a player that the game does not have, or a person for a seat
                that the rules play.
            ValueError: the rules refuse a move of the record.
        """
        tags = dict(record.tags)
        states = list(record.replay())
        seats = seats_in(
            tags,
            states[0].players,
            game.PLAYERS,
            automated=game.automated_seats(states[0]),
            others=others,
        )
        people = {number for number, seat in enumerate(seats) if seat.who == PERSON}
        moments = [
            (moment, state)
            for moment, state in enumerate(states[:-1])
            if state.active_player in people
        ]
        kept = _with_seats(tags, seats)
        return cls(game, seats, kept, states[0], states[-1], len(states) - 1, tuple(moments))

    @cached_property
    def people(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(number for number, seat in enumerate(self.seats) if seat.who == PERSON)

    @property
    def only_person(self) -> int | None:
        """The seat of the only person; None if there are several, or none."""
        return self.people[0] if len(self.people) == 1 else None

    @property
    def record(self) -> GameRecord[State]:
        """The record of the game so far; **it contains all hidden information**."""
        return self.game.Record.from_play(self.state, tags=self.tags)

    @property
    def waits_for(self) -> str:
        """The next event that the game waits for: `person`, `step` or, when it is over, `nobody`.

        A step is a named player's move, or an event without a decision.
        """
        if self.state.is_over:
            return "nobody"
        return "person" if self.state.active_player in self.people else "step"

    def looks(self, seat: int | None, here: Collection[int] | None = None) -> int | None:
        """Return a person's seat if they may see its secrets now, otherwise None.

        If several people share the screen, only the person to move may see secrets.

        Args:
            seat: the seat.
            here: the seats of the people at the screen; None for all people.
        """
        here = self.people if here is None else here
        may_look = seat in here and (len(here) == 1 or seat == self.state.active_player)
        return seat if may_look else None

    def view_of(self, seat: int | None, here: Collection[int] | None = None) -> View:
        """Return a person's view, or the public view if that person must not look now."""
        return self.game.observe(self.state, self.looks(seat, here))

    def hint(self, view: View, names: Sequence[str]) -> tuple[Move, str]:
        """Return the default player's move for a view, and a sentence about it.

        Raises:
            PlayerFailed: the player raised an error.
        """
        game, players = self.game, self.game.PLAYERS
        rng = random.Random(self.moment)  # noqa: S311 - a game, no secret
        try:
            move = self._choose(players.usual, None, view, rng)
            because = players[players.usual].reason(view, move)
        except (Exception, SystemExit) as error:  # a plug-in can raise anything
            raise failure(error, players.usual, view.active_player or 0, self.moment) from error
        words = game.move_in_words(view, move).rstrip(".")
        told = f"The computer would {words if words[:1].islower() else f'choose {words}'}"
        told += f"{because and ': '}{because}."
        return move, with_names(told, names, game.titles(self.state))

    def moved(self, seat: int, move: Move) -> Self:
        """Return the game after a person's move.

        Raises:
            InvalidValue: the seat does not belong to a person.
            ValueError: the rules refuse the move.
        """
        if seat not in self.people:
            raise InvalidValue(f"seat {seat} is not a person's")
        after = self.game.apply(self.state, move, player=seat)
        past = (*self.past, (self.moment, self.state))
        return attrs.evolve(self, state=after, moment=self.moment + 1, past=past)

    def stepped(self, *, stop: Callable[[], bool] | None = None) -> Self:
        """Return the game after the next step that needs no person.

        A named player draws the same numbers at the same moment, so it repeats its move after
        `undone`.

        Args:
            stop: once it returns True, a searching player makes the best move found so far.

        Raises:
            InvalidValue: the game waits for a person, or is over.
            PlayerFailed: the named player raised an error or chose an illegal move. `stepped` asks
                it again; `reseated` gives its seat to another.
        """
        if self.waits_for != "step":
            if self.state.is_over:
                raise InvalidValue("the game is over")
            seat = self.state.active_player
            raise InvalidValue(f"the game waits for player {seat}, a person, and not for a step")
        return attrs.evolve(self, state=self._next_state(stop), moment=self.moment + 1)

    def reseated(self, number: int, seat: Seat) -> Self:
        """Return the game with another person or computer player in a seat, given by number from 0.

        Raises:
            InvalidValue: the seat does not exist, or no such player can have it.
        """
        number = values.check_integer("number", number, 0, len(self.seats) - 1)
        values.check_type("seat", seat, Seat)
        seats = (*self.seats[:number], seat, *self.seats[number + 1 :])
        tags = _with_seats(dict(self.tags), seats)
        return self.resumed(self.game, attrs.evolve(self, tags=tags).record)

    def substitute(self, player: str) -> str:
        """Return a player to move instead of one that failed; empty if the game has no other.

        It is the game's usual player, or, if that one failed, the first other one.

        >>> import westeros_intrigue
        >>> state = westeros_intrigue.setup(2, seed=1)
        >>> seats = (Seat("Ada", PERSON), Seat("", "random"))
        >>> session = Session.begun(westeros_intrigue, state, seats, seed=1)
        >>> session.substitute("random"), session.substitute("greedy")
        ('greedy', 'random')
        """
        players = self.game.PLAYERS
        names = (name for name, other in players.items() if not other.is_numbered)
        return next((each for each in (players.usual, *names) if each != player), "")

    @property
    def can_undo(self) -> bool:
        """True if a person's last decision can be undone."""
        return not self._why_it_stands

    @property
    def _why_it_stands(self) -> str:
        """The reason why a person's last decision cannot be undone; empty if it can."""
        if not self.past or self.state.is_over:
            return "there is nothing to undo"
        game = self.game
        for event in game.events(self.past[-1][1], self.state):
            public = game.seen_by(event, None)
            if any(game.seen_by(event, seat) != public for seat in self.people):
                return "a player has seen hidden cards since, and the decision stands"
        return ""

    def undone(self) -> Self:
        """Return the game before a person's last decision.

        Raises:
            InvalidValue: no person has decided yet, the game is over, or a person has seen a
                secret since.
        """
        if reason := self._why_it_stands:
            raise InvalidValue(reason)
        moment, state = self.past[-1]
        return attrs.evolve(self, state=state, moment=moment, past=self.past[:-1])

    def _next_state(self, stop: Callable[[], bool] | None) -> State:
        state, seat = self.state, self.state.active_player
        following = self.game.proceed(state)
        if following != state:
            # Only the first of the next steps matters.
            record: GameRecord[State] = self.game.Record.from_play(following)
            return next(islice(record.replay(), self.moment + 1, None))
        assert seat is not None  # noqa: S101 - for the type checker: no player decides, nothing follows
        seed = dict(self.tags)["Seed"]
        rng = random.Random(f"{seed}/{self.moment}")  # noqa: S311 - a game, no secret
        who = self.seats[seat].who
        return decide(self.game, state, seat, partial(self._choose, who, stop), rng, name=who)

    def _choose(
        self, who: str, stop: Callable[[], bool] | None, view: View, rng: RandomSource
    ) -> Move:
        """Return the move of a named player, whose package may also fail to load."""
        player = self.game.PLAYERS.parse(who)
        if stop is not None and isinstance(player, _Search):
            move: Move = player.choose(view, rng, stop=stop)
            return move
        return player(view, rng)


AnySession: TypeAlias = Session[Any, Any, Any]
"""A session of any game."""


AnyRecord: TypeAlias = GameRecord[Any]
"""A record of any game."""
_HEAD = re.compile(r'\ufeff?\{\s*"game"\s*:\s*"([^"]*)"\s*,\s*"kind"\s*:')
"""The head of a document with the key of its game."""


def read_record(text: str, options: Mapping[str, OptionValue] = {}) -> tuple[AnyGame, AnyRecord]:
    """Return the game of a record and the record; of several records, the last.

    >>> from westeros_intrigue.games import monopoly
    >>> text = str(monopoly.Record.from_state(monopoly.setup(2, seed=1)))
    >>> read_record(text)[0] is monopoly
    True

    Args:
        text: one or more records of one game, as text or as JSON documents.
        options: the owner's files that the game was played with, by option.

    Raises:
        InvalidValue: the text is empty.
        NotationError: the text is not the record of any game.
        ValueError: the record, or one before it, is faulty.
    """
    values.check_type("text", text, str)
    game, records = read_records(io.StringIO(text), lambda _text, _game: options)
    *_, last = records
    return game, last


def read_records(
    file: TextFile,
    own_files: Callable[[str, AnyGame], Mapping[str, OptionValue]] = lambda _text, _game: {},
) -> tuple[AnyGame, Iterator[AnyRecord]]:
    """Return the game of a file of records and an iterator over the records.

    The records are text, or JSON documents that each begin a line. After an error, the iterator
    continues with the next record.

    >>> from westeros_intrigue.games import btwixt
    >>> file = io.StringIO()
    >>> btwixt.write_records([btwixt.Record.from_state(btwixt.setup(3, seed=1))] * 2, file)
    >>> _ = file.seek(0)
    >>> game, records = read_records(file)
    >>> game.NAME, len(list(records))
    ("A Game of Thrones: B'Twixt", 2)

    Args:
        file: a text file open for reading.
        own_files: a function from the first lines of the file and its game to the owner's files
            that the games were played with, by option.

    Raises:
        InvalidValue: the file is empty.
        NotationError: the file does not contain records of any game.
        ValueError: the owner's files do not fit the game; or, from the iterator, a record is
            faulty.
    """
    # A line from a device might never end.
    lines = iter(partial(file.readline, GAME_LIMIT + LINE_LIMIT), "")
    head: deque[str] = deque()
    documents: Iterator[str] | None = None
    game: AnyGame | None = None
    for line in lines:
        head.append(line)
        if len(head) == 1 and line.removeprefix("\ufeff").startswith("{"):
            documents = _documents(chain(head, lines))
            head = deque([next(documents)])
            game = _find_game(head[0])
            break
        if (game and read_tag(line) is None) or len(line) > GAME_LIMIT:
            break
        game = game or _find_game(line)
    text = "".join(head)
    if not text.strip():
        raise InvalidValue("it contains no games")
    if game is None:
        titles = " or ".join(f"'{game.Record.TITLE} 1'" for game in GAMES.values())
        expected = f"the title of a record, {titles}, or the JSON document of a record"
        raise NotationError(text.splitlines()[0][:40], 1, 1, expected)
    if documents:
        return game, map(partial(_record_of, game), chain(head, documents))
    return game, game.read_records(_Reread(head, file), own_files(text, game))


def read_tag(line: str) -> Tag | None:
    """Return the name and the value of a line from `tag_lines`; None for any other line."""
    try:
        return scan_tag(Scanner(line.rstrip()), ())
    except NotationError:
        return None


def _find_game(text: str) -> AnyGame | None:
    """Return the game of a document, or of a record with this title; None for other texts."""
    if head := _HEAD.match(text):
        return GAMES.get(head[1])
    line = text.removeprefix("\ufeff")
    games = GAMES.values()
    return next((game for game in games if title_pattern(game.Record.TITLE).match(line)), None)


def is_document(text: str) -> bool:
    """Return True if a text begins with a JSON document, judging by its head.

    >>> from westeros_intrigue import Record, setup, to_json
    >>> record = Record.from_state(setup(2, seed=1))
    >>> is_document(to_json(record)), is_document(str(record))
    (True, False)
    """
    return _HEAD.match(text) is not None


def _documents(lines: Iterable[str]) -> Iterator[str]:
    """Yield the documents in a file; a line that begins with a brace begins a document.

    A document that is too long is cut.
    """
    document = ""
    for line in lines:
        if line.startswith("{") and document.strip():
            yield document
            document = ""
        if len(document) <= GAME_LIMIT:
            document += line
    yield document


def _record_of(game: AnyGame, document: str) -> AnyRecord:
    return game.DOCUMENTS.from_json(game.Record, document, size_limit=GAME_LIMIT + LINE_LIMIT)


class _Reread:
    """A file whose first lines have been read and must be read again."""

    def __init__(self, lines: deque[str], file: TextFile) -> None:
        self._lines = lines
        self._file = file

    def readline(self, size: int, /) -> str:
        return self._lines.popleft() if self._lines else self._file.readline(size)
