"""Variants: the options of a game, who sits at the table, and how many cards and rounds there are.

A `Variant` contains the choices made before a game, but no chance. Its methods say what follows for
a number of players: hands, starters, rounds, the width of a court.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Annotated, Any, ParamSpec, TypeVar

import attrs

from westeros_intrigue.gamekit import english, errors, limits, values
from westeros_intrigue.rules.cards import (
    DECK,
    WIDEST,
    CardCount,
    House,
    IronThroneCard,
    ThroneCards,
)

T = TypeVar("T")
P = ParamSpec("P")

MIN_PLAYERS = 2
"""The minimum number of players."""
MAX_PLAYERS = 6
"""The maximum number of players."""
Seat = Annotated[int, limits.Range(0, MAX_PLAYERS - 1)]
"""The number of a player, from 0."""
PerPlayer = Annotated[tuple[T, ...], limits.Length(MIN_PLAYERS, MAX_PLAYERS)]
"""A value for each player, from 0."""
PlayerCount = Annotated[int, limits.Range(MIN_PLAYERS, MAX_PLAYERS)]
"""The number of players."""
_LARGEST_HAND = 14
"""The hand of two players, who leave the other cards unused (rule setup.unused)."""
_DEAD_A_ROUND = 2
# Assumed: the rules mention seven cards of 1 to 3 points, but not the number of each.
_THRONE_CARDS = tuple(
    IronThroneCard(value, icons) for icons, value in enumerate((1, 1, 2, 2, 2, 3, 3), start=1)
)
OPTION_RULES = {
    "house_affiliation": "option.affiliation",
    "rivalry": "option.rivalry",
    "anyone_can_die": "option.anyone",
}
"""The options, which are boolean fields of Variant, with the ids of their rules."""
OPTIONS = tuple(OPTION_RULES)
MOST_ROUNDS = 100
"""The maximum number of rounds in a game."""
MOST_THRONE_CARDS = 500
"""The maximum number of Iron Throne cards in a game."""
_LONGEST_HOUSE_RULE = 200
_FARTHEST = 1000  # only limits the printed numbers; `check` knows the number of players


class InvalidVariant(errors.Faulty):
    """A variant that is inconsistent or does not fit the players; `faults` lists every fault.

    >>> from westeros_intrigue import STANDARD, setup
    >>> setup(2, variant=STANDARD.with_rounds(8))
    Traceback (most recent call last):
    westeros_intrigue.rules.variants.InvalidVariant: 8 rounds need as many Iron Throne cards, and \
the table has 7
    """


def check_players(players: object) -> int:
    """Return the number of players. Raise InvalidValue unless it is from 2 to 6."""
    return values.check_integer("players", players, MIN_PLAYERS, MAX_PLAYERS)


def needs_houses(options: Iterable[str]) -> bool:
    """Return True if one of the options adjusts points by the houses of the seats."""
    return not {"house_affiliation", "rivalry"}.isdisjoint(options)


def _refuse_unknown_options(method: Callable[P, T]) -> Callable[P, T]:
    """Return the method with an error for the name of no option that says which was meant."""

    @wraps(method)
    def call_with_options(*args: P.args, **options: P.kwargs) -> T:
        for name in options:
            if name not in OPTIONS:
                options_in_words = english.join_words(OPTIONS, "or")
                perhaps = english.did_you_mean(name, OPTIONS)
                raise errors.WrongType(
                    f"an option must be {options_in_words}, not {name!r}{perhaps}"
                )
        return method(*args, **options)

    return call_with_options


def _convert_automated(seats: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted({*limits.integers_of("automated", seats, 0, _FARTHEST)}))


def throne_tuple(throne_cards: Iterable[IronThroneCard]) -> ThroneCards:
    """Return a tuple of Iron Throne cards. Raise an error for anything else, or too many."""
    cards = limits.tuple_of("throne_cards", IronThroneCard, throne_cards)
    if len(cards) > MOST_THRONE_CARDS:
        raise errors.InvalidValue(
            f"a game has at most {MOST_THRONE_CARDS} Iron Throne cards, not {len(cards)}"
        )
    return cards


@attrs.frozen(cache_hash=True, field_transformer=limits.add_checks)
class Variant(values.Value):
    """The variable rules of a game, as data: options, seats, rounds, Iron Throne cards.

    `setup`, not the class, checks that a variant is consistent and fits the number of players. The
    `with_` methods return a changed copy.

    >>> STANDARD.rounds_for(5), STANDARD.with_rounds(1).rounds_for(5)
    (5, 1)
    >>> STANDARD.hand_size(5, 1), STANDARD.starter_count(5, 1), STANDARD.width_limit(5)
    (7, 1, 8)
    >>> variant = STANDARD.with_options(anyone_can_die=True)
    >>> [(variant.cards_in_game(number), variant.has_dead(number)) for number in (1, 2, 3)]
    [(36, False), (34, True), (32, True)]
    >>> SOLO_SCHEMING.with_options(rivalry=True).options
    ('rivalry',)
    >>> STANDARD, STANDARD.with_rounds(1)
    (Variant(), Variant(rounds=1))

    Raises:
        InvalidValue: a number is out of range.

    Rules: setup.hand-size, setup.starter, court.width, round.count, solo.rounds, solo.elsewhere,
    option.affiliation, option.rivalry, option.anyone, option.anyone-deal, option.anyone-deal.width.
    """

    rounds: Annotated[int, limits.Range(1, MOST_ROUNDS)] | None = None
    """The number of rounds; None for one per player (rule round.count)."""
    house_affiliation: bool = False
    """True if rule option.affiliation is in play."""
    rivalry: bool = False
    """True if rule option.rivalry is in play."""
    anyone_can_die: bool = False
    """True if rule option.anyone is in play."""
    houses: tuple[House, ...] = ()
    """The house of each seat, from 0; empty if seats have no houses (rule option.houses)."""
    automated: Annotated[tuple[limits.Count, ...], limits.Length(ascending=True)] = attrs.field(
        default=(), converter=_convert_automated
    )
    """The automated seats, counted from 0, ascending (rule solo.elsewhere)."""
    throne_cards: Annotated[
        ThroneCards, limits.Length(most=MOST_THRONE_CARDS), limits.OnlyIfUnusual()
    ] = attrs.field(default=_THRONE_CARDS, converter=throne_tuple)
    """The Iron Throne cards of the game. The default is *assumed* (rule components.throne.spread):
    owners of the game can set the printed ones. Empty if unknown, as at a real table before the
    cards are revealed."""
    first_player: Annotated[int, limits.Range(0, _FARTHEST)] | None = None
    """The seat that starts round 1, from 0, if the variant fixes it; None if the caller chooses."""
    dead: Annotated[CardCount, limits.OnlyIfUnusual()] = 0
    """The number of characters that died before round 1 of a resumed game with Anyone Can Die: two
    for each round played before."""
    house_rule: Annotated[str, limits.Printable(_LONGEST_HOUSE_RULE), limits.OnlyIfUnusual()] = ""
    """The key of the game's house rule and its options, such as `last-counts bonus=5`; empty by the
    printed rules."""

    def __repr__(self) -> str:
        """The fields that differ from `STANDARD`."""
        changed = [
            f"{field.name}={value!r}"
            for field in attrs.fields(Variant)
            if (value := getattr(self, field.name)) != field.default
        ]
        return f"Variant({', '.join(changed)})"

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the options in play."""
        return tuple(option for option in OPTIONS if getattr(self, option))

    def traits(self, players: int) -> frozenset[str]:
        """Return the traits of a table of the variant, as `Rule.tables` names them.

        >>> sorted(STANDARD.traits(5))
        ['5-players', 'all-characters', 'usual-rounds', 'usual-throne-cards']

        Raises:
            InvalidValue: the number of players is not from 2 to 6.
        """
        seats = (self.rounds, self.houses, self.automated)
        is_solo = seats == (SOLO_SCHEMING.rounds, SOLO_SCHEMING.houses, SOLO_SCHEMING.automated)
        has_automated = bool(self.automated)
        facts = {
            f"{check_players(players)}-players": True,
            "usual-rounds": self.rounds is None,
            "usual-throne-cards": self.throne_cards == _THRONE_CARDS,
            "all-characters": not self.anyone_can_die,
            "solo": is_solo,
            "automated": has_automated,
            "automated-elsewhere": has_automated and not is_solo,
            "houses": needs_houses(self.options),
        }
        options = {option.replace("_", "-") for option in self.options}
        return frozenset({*(name for name, holds in facts.items() if holds), *options})

    def rounds_for(self, players: int) -> int:
        """Return the number of rounds of a game.

        Raises:
            InvalidValue: the number of players is not from 2 to 6.
        """
        players = check_players(players)
        return players if self.rounds is None else self.rounds

    def hand_size(self, players: int, round_number: int) -> int:
        """Return the number of cards dealt to each seat in a round.

        Args:
            players: 2 to 6.
            round_number: the round, counted from 1.

        Raises:
            InvalidValue: the number of players or the round is out of range.
        """
        return self._deal_sizes(players, round_number)[0]

    def starter_count(self, players: int, round_number: int) -> int:
        """Return the number of cards that start the bottom row of a round.

        Args:
            players: 2 to 6.
            round_number: the round, counted from 1.

        Raises:
            InvalidValue: the number of players or the round is out of range.
        """
        return self._deal_sizes(players, round_number)[1]

    def _deal_sizes(self, players: int, round_number: int) -> tuple[int, int]:
        """Return the number of cards dealt to each seat in a round, and the number of starters."""
        in_game = self.cards_in_game(round_number)
        size, left = divmod(in_game, check_players(players))
        return min(size, _LARGEST_HAND) if in_game == len(DECK) else size, left

    def cards_in_game(self, round_number: int) -> int:
        """Return the number of characters in the game in a round.

        Args:
            round_number: the round, counted from 1.

        Raises:
            InvalidValue: the round is below 1, or so late that no card would be left.
        """
        dying = _DEAD_A_ROUND if self.anyone_can_die else 0
        alive = len(DECK) - self.dead
        last = max(1, alive // dying) if dying else None
        round_number = values.check_integer("round_number", round_number, 1, last)
        return alive - dying * (round_number - 1)

    def has_dead(self, round_number: int) -> bool:
        """Return True if characters died before a round; all characters left are then dealt.

        Args:
            round_number: the round, counted from 1.

        Raises:
            InvalidValue: the round is below 1.
        """
        return self.cards_in_game(round_number) < len(DECK)

    def width_limit(self, players: int) -> int:
        """Return the maximum number of cards in the bottom row of the court.

        Raises:
            InvalidValue: the number of players is not from 2 to 6.
        """
        return WIDEST if check_players(players) > MIN_PLAYERS else WIDEST - 1

    @_refuse_unknown_options
    def with_options(
        self,
        *,
        house_affiliation: bool | None = None,
        rivalry: bool | None = None,
        anyone_can_die: bool | None = None,
    ) -> Variant:
        """Return the variant with options switched on or off; None leaves an option unchanged.

        >>> STANDARD.with_options(anyone_can_dye=True)
        Traceback (most recent call last):
        westeros_intrigue.gamekit.errors.WrongType: an option must be house_affiliation, rivalry \
or anyone_can_die, not 'anyone_can_dye'; did you mean anyone_can_die?

        Args:
            house_affiliation: rule option.affiliation, by which the last card of the court saves a
                point.
            rivalry: rule option.rivalry, by which the last card of the court costs a point.
            anyone_can_die: rule option.anyone, by which two cards die after a round.

        Raises:
            WrongType: there is no such option, or a value is not a bool.
        """
        return self._with(
            house_affiliation=house_affiliation, rivalry=rivalry, anyone_can_die=anyone_can_die
        )

    def with_seats(
        self, *, houses: Iterable[House] | None = None, automated: Iterable[int] | None = None
    ) -> Variant:
        """Return the variant with these houses, from seat 0, and these automated seats.

        >>> two = STANDARD.with_seats(houses=(House.STARK, House.LANNISTER), automated=(1,))
        >>> two.automated, str(two.houses[1])
        ((1,), 'Lannister')

        Args:
            houses: the house of each seat, from seat 0; None leaves them unchanged.
            automated: the automated seats, from 0; None leaves them unchanged.

        Raises:
            InvalidValue: the number of a seat is negative or far too high.

        Rules: option.houses, option.houses.same, option.houses.automated.
        """
        return self._with(houses=houses, automated=automated)

    def _with(self, **fields: Any) -> Variant:  # noqa: ANN401 - the fields, each of its type
        changes = {name: value for name, value in fields.items() if value is not None}
        return attrs.evolve(self, **changes)

    def with_rounds(self, rounds: int) -> Variant:
        """Return the variant with a number of rounds.

        Raises:
            InvalidValue: the number is out of range.
        """
        return attrs.evolve(self, rounds=rounds)

    def with_throne_cards(self, throne_cards: Iterable[IronThroneCard]) -> Variant:
        """Return the variant with other Iron Throne cards; pass an empty tuple if they are unknown.

        >>> printed = [IronThroneCard(2, icons=icons) for icons in range(1, 8)]
        >>> print(STANDARD.with_throne_cards(printed).throne_cards[6])
        2 points off, 7 icons

        Raises:
            InvalidValue: there are more than 500 cards.

        Rules: components.throne, components.throne.custom.
        """
        return attrs.evolve(self, throne_cards=throne_cards)

    def with_dead(self, dead: int) -> Variant:
        """Return the variant for the rest of a game with Anyone Can Die, after a number of deaths.

        Round 1 is dealt like a round that follows these deaths.

        >>> variant = STANDARD.with_options(anyone_can_die=True).with_rounds(2).with_dead(4)
        >>> [variant.cards_in_game(round_number) for round_number in (1, 2)]
        [32, 30]

        Raises:
            InvalidValue: the number is out of range.
        """
        return attrs.evolve(self, dead=dead)

    def check(self, players: int, first_player: int | None = None) -> int:
        """Check that the variant fits a number of players; return the seat that starts.

        >>> STANDARD.with_options(rivalry=True).check(players=2)
        Traceback (most recent call last):
        westeros_intrigue.rules.variants.InvalidVariant: rivalry needs a house for each of \
2 players: use with_seats(houses=...)

        Args:
            players: 2 to 6.
            first_player: the seat that starts round 1, from 0; None for the seat that the variant
                fixes, or seat 0.

        Raises:
            InvalidVariant: the variant is inconsistent, or does not fit the players or the first
                player.
            InvalidValue: the number of players or the first player is out of range.

        Rules: components.throne, solo.seats, solo.elsewhere, option.houses, option.anyone-deal.
        """
        players = check_players(players)
        fixed = self.first_player
        start = (fixed or 0) if first_player is None else first_player
        start = values.check_integer("first_player", start, 0, players - 1)
        faults = [*self._faults(players)]
        if fixed not in (None, start):
            faults.append(f"player {fixed} always starts, not player {start}")
        if faults:
            raise InvalidVariant(faults)
        return start

    def _faults(self, players: int) -> Iterator[str]:
        rounds = self.rounds_for(players)
        if self.throne_cards and rounds > len(self.throne_cards):
            yield (
                f"{rounds} rounds need as many Iron Throne cards, and the table has "
                f"{len(self.throne_cards)}"
            )
        if self.dead and not self.anyone_can_die:
            yield (
                "dead characters need the option anyone_can_die: use "
                "with_options(anyone_can_die=True)"
            )
        if self.dead % _DEAD_A_ROUND:
            yield f"dead must be two for each earlier round of Anyone Can Die, not {self.dead}"
        played = self.dead // _DEAD_A_ROUND + rounds - 1
        if self.anyone_can_die and len(DECK) - _DEAD_A_ROUND * played < players:
            counted = english.count_things(played, "round")
            yield f"after {counted} of Anyone Can Die no hand can be dealt"
        if self.houses and len(self.houses) != players:
            yield (
                f"there must be {players} houses, one for each player, not {len(self.houses)}: "
                "use with_seats(houses=...)"
            )
        if not self.houses:
            features = [option for option in self.options if needs_houses([option])]
            features += ["an automated seat"] if self.automated else []
            for feature in features:
                yield (
                    f"{feature} needs a house for each of {players} players: use "
                    "with_seats(houses=...)"
                )
        yield from (
            f"automated seat {seat} is not one of {players} players, counted from 0"
            for seat in self.automated
            if seat >= players
        )


STANDARD = Variant()
"""The game of the rulebook, without options."""

SOLO_SCHEMING = Variant(
    rounds=5,
    houses=(House.STARK, House.BARATHEON, House.LANNISTER, House.TARGARYEN),
    automated=(1, 2, 3),
    first_player=0,
)
"""One player, Stark at seat 0, against three automated houses.

Rules: solo.seats, solo.seats.hands, solo.rounds.
"""
