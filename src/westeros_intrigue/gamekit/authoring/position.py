"""Positions, events and words for games made with `GameOf`.

A position has the fields common to all games: the number of players, the seats to move, the viewer,
the log, the options, and the seed and moves for records, with the line at which the game began if
it was not set up. Authors of games add fields.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import MemberDescriptorType
from typing import Annotated, Any, ClassVar, Self, TypeAlias, TypeVar

import attrs

from westeros_intrigue.gamekit import limits, values
from westeros_intrigue.gamekit.documents import form_of_all_games
from westeros_intrigue.gamekit.drafts import make_copiers
from westeros_intrigue.gamekit.english import Speaker
from westeros_intrigue.gamekit.errors import InvalidValue, WrongType
from westeros_intrigue.gamekit.options import OptionValue, TableOptions
from westeros_intrigue.gamekit.travel import Travels, give_form

_LONGEST_SENTENCE = 1000
STATE = -1
"""The `viewer` of a state, which contains everything."""


class Stage(values.NamedEnum):
    """The phase of a game: a player decides, or it is over.

    >>> Position(players=2).phase, Position(players=2, to_move=None).phase
    (Stage.PLAYING, Stage.OVER)
    """

    PLAYING = "playing"
    """One or several players must decide."""
    OVER = "over"
    """The game is over."""


def _ascending(seats: int | Iterable[int] | None) -> tuple[int, ...]:
    """Return a seat, several seats, or no seat in ascending order."""
    if seats is None:
        return ()
    if type(seats) is tuple and len(seats) == 1 and type(seats[0]) is int and seats[0] >= 0:
        return seats  # almost always
    several = seats if isinstance(seats, Iterable) else (seats,)
    return tuple(sorted({values.check_integer("a seat", seat, 0) for seat in several}))


def _check_seats(name: str, seats: tuple[int, ...], players: int) -> None:
    """Raise InvalidValue if a seat, such as `seat + 1` after the last one, does not exist."""
    if seats and seats[-1] >= players:
        values.check_integer(f"a seat of {name}", seats[-1], 0, players - 1)


def _check_to_move(position: Position, _attribute: object, seats: tuple[int, ...]) -> None:
    if type(position.players) is not int:
        values.check_integer("players", position.players, 1)
    _check_seats("to_move", seats, position.players)


@attrs.frozen(field_transformer=limits.add_checks)
class Event(Travels):
    """An event in words, with the seats that learn of it.

    >>> event = Event("player 0 draws a 7", to=(0,), others="player 0 draws a card")
    >>> event.seen_by(0).words, event.seen_by(1).words
    ('player 0 draws a 7', 'player 0 draws a card')
    """

    words: Annotated[str, limits.Printable(_LONGEST_SENTENCE)]
    """The sentence, without a full stop; `player 0` stands for the name of the player at seat 0."""
    to: tuple[limits.Count, ...] | None = attrs.field(
        default=None, converter=attrs.converters.optional(_ascending)
    )
    """The seats, from 0, that learn of it; None for all."""
    others: Annotated[str, limits.Printable(_LONGEST_SENTENCE)] = ""
    """The sentence for everyone else; empty if they learn nothing."""

    def seen_by(self, viewer: int | None) -> Event:
        """Return the event as a seat, from 0, or a spectator if None, sees it."""
        if self.to is None or viewer in self.to:
            return self
        return Event(self.others)


give_form(Event, form_of_all_games(Event))


class Occurrence(Travels):
    """Base of the events of a game that are classes, with fields that programs can read.

    A subclass is frozen, and tells itself in words. `TO` makes it a secret of some seats; what the
    others learn of it is another event, in which `for_others` has replaced the secret fields. The
    game lists its classes in `EVENTS`.

    >>> from attrs import evolve, frozen
    >>> from westeros_intrigue.gamekit import Occurrence, Speaker
    >>> @frozen
    ... class Drew(Occurrence):
    ...     TO = "player"
    ...     player: int
    ...     card: int | None
    ...
    ...     def words(self, speaker):
    ...         card = "a card" if self.card is None else f"a {self.card}"
    ...         return f"{speaker.does(self.player, 'draws')} {card}"
    ...
    ...     def for_others(self):
    ...         return evolve(self, card=None)
    >>> drew = Drew(0, 7)
    >>> drew.seen_by(0).words(Speaker(0)), drew.seen_by(1).words(Speaker(1))
    ('you draw a 7', 'player 0 draws a card')
    """

    __slots__ = ()

    TO: ClassVar[str] = ""
    """The name of the field with the seat, or the tuple of seats, that learn of it; empty for
    all."""

    @abstractmethod
    def words(self, speaker: Speaker) -> str:
        """Return the event as a sentence without a full stop.

        >>> def words(self, speaker):
        ...     return f"{speaker.does(self.player, 'rolls')} {self.die}"

        Args:
            speaker: names the players, as their reader would.
        """

    def for_others(self) -> Self | None:
        """Return the event as the seats see it that do not learn of it; by default None, nothing.

        >>> def for_others(self):
        ...     return evolve(self, card=None)
        """
        return None

    @property
    def to(self) -> tuple[int, ...] | None:
        """The seats, from 0, that learn of it; None for all."""
        return _ascending(getattr(self, self.TO)) if self.TO else None

    def seen_by(self, viewer: int | None) -> Occurrence | Event:
        """Return the event as a seat, from 0, or a spectator if None, sees it.

        A seat that learns nothing sees an event without words.
        """
        to = self.to
        if to is None or viewer in to:
            return self
        return self.for_others() or Event("")


AnyEvent: TypeAlias = Event | Occurrence
"""An event in words, or of a class of the game's author."""


def words_of(event: AnyEvent, viewer: int | None = None) -> str:
    """Return an event in words for a viewer, or for a spectator if None; empty for nothing.

    Raises:
        WrongType: `words` of the author returns something else.
    """
    if isinstance(event, Event):
        return event.words
    words = event.words(Speaker(viewer))
    values.check_type(f"the words of {type(event).__name__}", words, str)
    return words


@attrs.frozen
class Position(Travels):
    """Base of the positions of a game: a state, or a view of one with the hidden parts replaced.

    A subclass adds fields with `attrs.frozen`. Each has a type that JSON can represent: int, bool,
    str, a `Word`, another frozen class, or tuples of these.

    >>> from attrs import frozen
    >>> @frozen
    ... class Heap(Position):
    ...     stones: int = 12
    >>> heap = Heap(players=2)
    >>> heap.active_player, heap.replace(stones=0, to_move=None).is_over
    (0, True)
    """

    players: Annotated[int, limits.Range(1)] = attrs.field(kw_only=True)
    """The number of seats, counted from 0 clockwise."""
    to_move: tuple[Annotated[int, limits.Range(0)], ...] = attrs.field(
        default=(0,),
        kw_only=True,
        converter=_ascending,
        validator=_check_to_move,
    )
    """The seats that may decide now: one for a turn, several for simultaneous decisions, none when
    the game is over. `replace` also accepts a single seat or None."""
    viewer: Annotated[int, limits.Range(STATE)] | None = attrs.field(
        default=STATE, kw_only=True, repr=False
    )
    """The seat, from 0, whose view this is; None for a spectator's view, -1 for the state."""
    turn: limits.Count = attrs.field(default=0, kw_only=True)
    """The number of moves made so far."""
    log: tuple[AnyEvent, ...] = attrs.field(default=(), kw_only=True, repr=False)
    """The events that the viewer knows."""
    _options: TableOptions = attrs.field(default=(), kw_only=True, repr=False, alias="_options")
    _seed: int | None = attrs.field(default=None, kw_only=True, repr=False, alias="_seed")
    _moves: tuple[tuple[int, Any], ...] | None = attrs.field(
        default=None, kw_only=True, repr=False, alias="_moves"
    )
    _line: str = attrs.field(default="", kw_only=True, repr=False, alias="_line")

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    @property
    def active_player(self) -> int | None:
        """The seat that must decide, from 0, the first of several; None when the game is over."""
        return self.to_move[0] if self.to_move else None

    @property
    def deciders(self) -> tuple[int, ...]:
        """The seats that may decide now, from 0, as `to_move` has them."""
        return self.to_move

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return not self.to_move

    @property
    def phase(self) -> Stage:
        """The stage of the game: a player decides, or it is over."""
        return Stage.PLAYING if self.to_move else Stage.OVER

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The options of the table, by name.

        An option whose default is None is present only if set.
        """
        return dict(self._options)

    def replace(self, **fields: Any) -> Self:  # noqa: ANN401 - the fields of the subclass
        """Return the position with some fields replaced."""
        cls: Any = type(self)
        attributes, copy = _plain_attributes(cls)
        if not fields.keys() <= attributes.keys() or "players" in fields:
            return attrs.evolve(self, **fields)
        # As `attrs.evolve`, but values that stay have been checked, and this is called often.
        other: Self = copy(self)
        for name, value in fields.items():
            converter = attributes[name].converter
            _set(other, name, converter(value) if converter else value)
        for name in fields:
            if validator := attributes[name].validator:
                validator(other, attributes[name], getattr(other, name))
        return other

    def announce(
        self, words: str | Occurrence, *, to: Iterable[int] | None = None, others: str = ""
    ) -> Self:
        """Return the position with an event added to its log.

        >>> Position(players=2).announce("player 1 rolls a 6").log[0].words
        'player 1 rolls a 6'

        Args:
            words: a sentence without a full stop; write `player 0` for the player at seat 0. Or an
                event of a class, which itself says who learns of it.
            to: the seats, from 0, that learn of it; None for all.
            others: the sentence for everyone else; empty if they learn nothing.

        Raises:
            InvalidValue: there is no such seat, or an event of a class has `to` or `others`.
        """
        event: AnyEvent
        if isinstance(words, Occurrence):
            if to is not None or others:
                raise InvalidValue(f"{type(words).__name__} says itself who learns of it, by TO")
            event = words
        else:
            event = Event(words, to, others)
        _check_seats("to", event.to or (), self.players)
        return attrs.evolve(self, log=(*self.log, event))


_set = object.__setattr__
_CONVERTERS: tuple[type, ...] = (attrs.Converter,) if hasattr(attrs, "Converter") else ()
"""Converters that need more than the value, in recent versions of attrs."""


@lru_cache(maxsize=256)
def _plain_attributes(cls: type[Position]) -> tuple[Mapping[str, Any], Callable[[Any], Any]]:
    """Return the attributes of a class by name, and a function that copies an instance.

    There are none if more than they make the instances of the class.
    """
    attributes = attrs.fields_dict(cls)
    is_plain = not hasattr(cls, "__attrs_post_init__") and not hasattr(cls, "_attrs_cached_hash")
    for each in attributes.values():
        is_plain &= each.init and not isinstance(each.converter, _CONVERTERS)
        is_plain &= isinstance(getattr(cls, each.name, None), MemberDescriptorType)
    return (attributes, make_copiers(cls, cls)[1]) if is_plain else ({}, attrs.evolve)


P = TypeVar("P", bound=Position)


def without_log(view: P) -> P:
    """Return a view without its log.

    >>> view = Position(players=2, viewer=None).announce("player 1 rolls a 6")
    >>> without_log(view).log
    ()

    Raises:
        WrongType: the position is a state, whose document is its moves.
    """
    if view.viewer == STATE:
        raise WrongType(f"only a view can be written without its past, not the state {view!r}")
    return view.replace(log=())


def extra_fields(cls: type[Position]) -> list[str]:
    """Return the names of the fields that the author of a game added to `Position`."""
    base = attrs.fields_dict(Position)
    return [each.name for each in attrs.fields(cls) if each.name not in base]
