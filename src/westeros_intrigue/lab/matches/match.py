"""The terms of a match, and one game of it with its outcome.

The terms determine every game: seatings, cards and random numbers. Files and results contain them
as data. A player is named in the game, or passed by the caller.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

import copy
import random
import re
import secrets
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from hashlib import sha256
from itertools import combinations, cycle, islice, permutations
from pathlib import Path
from pkgutil import resolve_name
from typing import Annotated, Any, Protocol, TypeAlias, runtime_checkable

import attrs

import westeros_intrigue
from westeros_intrigue.documents import Data
from westeros_intrigue.gamekit import chance, english, limits, values
from westeros_intrigue.gamekit.asking import decide, seat_player
from westeros_intrigue.gamekit.errors import (
    InvalidValue,
    PlayerFailed,
    WesterosIntrigueError,
    WrongType,
)
from westeros_intrigue.gamekit.game import GAMES, AnyGame, AnyPosition
from westeros_intrigue.gamekit.options import OptionValue, TableOptions, check_options
from westeros_intrigue.gamekit.seeds import bits_of
from westeros_intrigue.lab.simulation import packing
from westeros_intrigue.lab.simulation.results_file import terms_data
from westeros_intrigue.rules.house_games import HouseRules
from westeros_intrigue.rules.state import GameState
from westeros_intrigue.rules.variants import STANDARD, InvalidVariant, Variant

MOST_SEATINGS = 24
"""The maximum number of seatings if each deal is played in all of them."""


@attrs.frozen
class Match(values.Value):
    """The terms of a match, which determine the seating, cards and random numbers of every game.

    >>> from westeros_intrigue import STANDARD
    >>> match = Match(("ann", "ben"), players=2, deals=100, seed=1, variant=STANDARD)
    >>> match.seatings(0)
    ((0, 1), (1, 0))
    >>> str(match.start(0).hands[1][0]), match.source(0, purpose=1).random()
    ('S2', 0.876728951050878)
    >>> match.to_data()["names"]
    ['ann', 'ben']

    A seed can be guessed, and with it all cards. A salt is a secret of the run:

    >>> salted = Match(("ann", "ben"), 2, 100, None, STANDARD, salt="0123456789abcdef" * 2)
    >>> salted.salt_hash[:16]
    '3eb1bd439947eb76'

    Raises:
        InvalidVariant: every seat is automated.
        InvalidValue: the lineup does not have a name for each other seat, or there is not either a
            seed or a salt.
    """

    names: tuple[str, ...]
    """The names of the entrants. Elsewhere, an entrant is an index into this tuple, from 0."""
    players: int
    """The number of seats at a table, automated ones included."""
    deals: int
    """The number of deals, which are numbered from 0."""
    seed: int | None
    """The seed of all random numbers, 0 to 2**53 - 1; None with a salt."""
    variant: Variant | None
    """The variant of each game of Westeros Intrigue; None for another game."""
    lineup: tuple[int, ...] = ()
    """The entrants at each table, in any order and possibly repeated; empty for a balanced
    choice."""
    forfeits: bool = False
    """True if a failing player loses the game; otherwise its failure ends the match."""
    game: str = westeros_intrigue.KEY
    """The key of the game in `GAMES`."""
    options: TableOptions = ()
    """The options of a game without a variant, by name."""
    move_seconds: limits.Ordinal | None = None
    """The seconds that a player may take over a move; None for no limit."""
    forfeit_on: Annotated[str, limits.Printable(500)] = ""
    """The only class of exceptions, as `module:name`, by which a player loses the game, besides a
    move over the limit; empty for all failures. It counts only if `forfeits` is true."""
    salt: str = ""
    """The secret of all random numbers, 32 hexadecimal digits; empty with a seed."""

    def __attrs_post_init__(self) -> None:
        if (self.seed is None) == (not self.salt):
            raise InvalidValue("a match has either a seed or a salt")
        if self.salt:
            check_salt(self.salt)
        if not self.chairs:
            raise InvalidVariant(["every seat is automated, so no seat is left for a player"])
        if not self.lineup:
            return
        everybody = range(len(self.names))
        if len(self.lineup) != len(self.chairs) or {*self.lineup} != {*everybody}:
            lineup = [self.names[place] if place in everybody else place for place in self.lineup]
            raise InvalidValue(
                f"the lineup must have {english.count_things(len(self.chairs), 'name')}, one for "
                f"each seat that is not automated: each of {', '.join(self.names)}, and no others; "
                f"not {len(lineup)}: {', '.join(map(str, lineup))}"
            )

    @property
    def rounds(self) -> int:
        """The number of rounds of a game; 0 for a game that is not played in rounds."""
        return self.variant.rounds_for(self.players) if self.variant else 0

    @property
    def chairs(self) -> tuple[int, ...]:
        """The seats for entrants: all but the automated ones."""
        automated = self.variant.automated if self.variant else ()
        return tuple(seat for seat in range(self.players) if seat not in automated)

    def seatings(self, deal: int) -> tuple[tuple[int | None, ...], ...]:
        """Return the seatings of a deal: the entrant of each seat, from 0, or None if automated.

        If there are at most 24 different seatings, each deal is played in all of them. All entrants
        play the same number of games, or some play one more if the chairs do not divide evenly.
        With more entrants than chairs, all combinations meet.

        Otherwise the entrants form a circle, shuffled for each deal, and the chairs rotate around
        it. That is one game for each entrant, and each entrant has every chair once.

        >>> from westeros_intrigue import STANDARD
        >>> match = Match(("a", "b", "c"), players=2, deals=1, seed=1, variant=STANDARD)
        >>> match.seatings(0)
        ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1))
        >>> len(Match(tuple("abcdef"), players=6, deals=1, seed=1, variant=STANDARD).seatings(0))
        6
        """
        seatings, chairs = self._balanced_seatings, len(self.chairs)
        if len(seatings) > MOST_SEATINGS:
            source = self.source(deal, "seating")
            circle = chance.shuffle(self.lineup or range(len(self.names)), source)
            turns = range(len(circle))
            seatings = tuple(tuple(islice(cycle(circle), turn, turn + chairs)) for turn in turns)
        entrants = (dict(zip(self.chairs, seating, strict=True)) for seating in seatings)
        return tuple(tuple(map(entrant.get, range(self.players))) for entrant in entrants)

    def start(self, deal: int) -> AnyPosition:
        """Return the first state of a deal, in any game.

        >>> match = Match(("ann", "ben"), 2, 1, 1, None, game="monopoly", options=(("offers", 0),))
        >>> match.start(0)
        <GameState: 2 players, turn 1, playing, player 0: floor, sample edition>
        """
        game: Any = GAMES[self.game]
        cards = self.source(deal, "cards")
        start: AnyPosition
        if self.variant:  # of the card game, perhaps with a house rule
            start = game.setup(self.players, rng=cards, variant=self.variant)
        else:
            seed = cards.getrandbits(bits_of(game) if self.salt else _SEEDED_BITS)
            start = game.new_game(self.players, dict(self.options), seed=seed)
        return start

    def source(self, deal: int, purpose: int | str) -> random.Random:
        """Return the source of random numbers for a deal and a seat, or another purpose.

        It depends only on the seed or salt, the deal and the purpose, not on entrants or earlier
        games. With a salt, nobody can find other numbers from those of one purpose.

        Args:
            deal: the number of the deal, from 0.
            purpose: a seat, from 0, or a word for another use.
        """
        if self.salt:
            return chance.source_for(self.salt, f"match, deal {deal}, {purpose}")
        return source_named(f"{self.seed} {deal} {purpose}")

    @property
    def salt_hash(self) -> str:
        """The SHA-256 of the salt, which can be published before the match; empty with a seed.

        Once the salt is also published, everybody can check that it was chosen before.
        """
        return sha256(self.salt.encode()).hexdigest() if self.salt else ""

    def to_data(self) -> dict[str, Data]:
        """Return the terms as plain data, for JSON."""
        unused = {"options"} if self.variant else {"variant"}
        unused.add("seed" if self.salt else "salt")
        if self.game == westeros_intrigue.KEY:
            unused.add("game")
        if self.move_seconds is None:
            unused.add("move_seconds")
        if not self.forfeit_on:
            unused.add("forfeit_on")
        return terms_data(self, without=unused)

    @cached_property
    def _balanced_seatings(self) -> tuple[tuple[int, ...], ...]:
        """All different seatings of the tables, or one more than `MOST_SEATINGS` of them."""
        everybody = tuple(range(len(self.names)))
        times, more = divmod(len(self.chairs), len(everybody))
        lineups: Iterable[tuple[int, ...]] = [self.lineup]
        if not self.lineup:
            lineups = (everybody * times + others for others in combinations(everybody, more))
        different = (seating for lineup in lineups for seating in sorted({*permutations(lineup)}))
        return tuple(islice(different, MOST_SEATINGS + 1))


def fresh_salt() -> str:
    """Return a new secret for a match: 128 random bits as hexadecimal digits.

    >>> len(fresh_salt())
    32
    """
    return secrets.token_hex(_SALT_BYTES)


def check_salt(salt: str) -> str:
    """Return a salt. Raise InvalidValue unless it is 32 hexadecimal digits in lower case."""
    values.check_type("salt", salt, str)
    if not re.fullmatch(f"[0-9a-f]{{{2 * _SALT_BYTES}}}", salt):
        raise InvalidValue(
            f"salt must be {2 * _SALT_BYTES} hexadecimal digits in lower case, as the result of a "
            f"match shows it, not {values.short_repr(salt)}"
        )
    return salt


_SALT_BYTES = 16
_SEEDED_BITS = 53
"""The size of the seeds of deals in a match with a seed, which are those of earlier versions."""


def source_named(name: str) -> random.Random:
    """Return the source of random numbers of a name."""
    return random.Random(int.from_bytes(sha256(name.encode()).digest()))  # noqa: S311 - a game


Chooser: TypeAlias = Callable[[Any, chance.RandomSource], object]
"""A player of any game: a function from its view and a source of random numbers to a move."""
LONGEST_REPORT = 10_000
"""The number of characters of a traceback that are stored, counted from its end."""


LONGEST_PLAYERS_REPORT = 200_000
"""The number of characters of a player's report that are stored."""


@runtime_checkable
class ReportingPlayer(Protocol):
    """A player with a text about its game, which the file of a match keeps in the line of the deal.

    >>> from westeros_intrigue.lab.language import LanguagePlayer
    >>> isinstance(LanguagePlayer(print, "btwixt"), ReportingPlayer)
    True
    """

    def report(self) -> str:
        """Return the report after the game, in the process that played it."""
        ...


@attrs.frozen
class Forfeit(values.Value):
    """A game lost because a player raised an error, chose an illegal move, or took too long.

    >>> Forfeit(seat=1, round_number=2, placement=5, report="ZeroDivisionError").seat
    1
    """

    seat: limits.Count
    """The seat of the player, from 0."""
    round_number: limits.Ordinal | None
    """The round, from 1, which is lost like all later ones; None in a game without rounds."""
    placement: limits.Ordinal
    """The placement of the round, or the move of the game, at which the player failed, from 1."""
    report: Annotated[str, limits.Longest(LONGEST_REPORT)]
    """The error with its traceback; after too long a move, where the player was."""
    on_time: Annotated[bool, limits.OnlyIfUnusual()] = False
    """True if the player took longer over a move than the match allows."""


@attrs.define(slots=False, eq=False, repr=False)
class EntrantFailed(PlayerFailed):
    """An entrant raised an error or chose an illegal move, and the match counts no forfeits.

    It adds the deal, the seating and the traceback to a `PlayerFailed`. `player` is the name of the
    entrant.

    >>> forfeit = Forfeit(1, 2, 5, "Traceback of the KeyError")
    >>> print(EntrantFailed("ann", 1, 20, "KeyError", "'S4'", 17, (1, 0), forfeit))
    ann failed at deal 17, in seat 1 of the seating (1, 0), round 2, placement 5:
    Traceback of the KeyError
    """

    deal: int
    """The number of the deal, from 0."""
    seating: tuple[int | None, ...]
    """The entrant of each seat, from 0, as its index in `Match.names`; None for an automated
    seat."""
    forfeit: Forfeit
    """The seat, the moment and the error."""

    def __str__(self) -> str:
        failed = self.forfeit
        moment = f"move {failed.placement}"
        if failed.round_number is not None:
            moment = f"round {failed.round_number}, placement {failed.placement}"
        return (
            f"{self.player} failed at deal {self.deal}, in seat {failed.seat} of the seating "
            f"{self.seating}, {moment}:\n{failed.report}"
        )


@attrs.frozen
class GameOutcome(values.Value):
    """The outcome of one game.

    After a forfeit, all other seats share first place and the victories of the lost rounds. Each
    lost round costs the failing player a point for every card of a full hand.
    """

    seating: tuple[limits.Count | None, ...]
    """The entrant of each seat, from 0; None for an automated seat."""
    last_placers: tuple[limits.Count, ...]
    """The seat that placed the last card of each round played, and so won it."""
    penalty_points: tuple[limits.Count, ...]
    """The points of each seat in all rounds, from seat 0; empty in a game without rounds."""
    ranking: tuple[tuple[limits.Count, ...], ...]
    """Groups of seats that share a place, from the first place."""
    forfeit: Forfeit | None = None
    """The failure of a player; None in a game that was played to its end."""
    reports: Annotated[
        tuple[Annotated[str, limits.Longest(LONGEST_PLAYERS_REPORT)], ...], limits.OnlyIfUnusual()
    ] = ()
    """The report of the player of each seat, from 0, empty for one without; none if no player
    reports."""


@attrs.frozen
class PlayedDeal(values.Value):
    """A deal in all its seatings."""

    deal: limits.Count
    """The number of the deal, from 0."""
    games: tuple[GameOutcome, ...]
    """The outcomes of the seatings, in the order of `Match.seatings`."""


class MoveTooLong(WesterosIntrigueError, TimeoutError):
    """A player took longer over a move than the match allows.

    >>> print(MoveTooLong("the match allows 2 seconds a move"))
    the match allows 2 seconds a move
    """


Ask: TypeAlias = Callable[[int, Chooser], Chooser]
"""Returns the player that is asked for a move of a seat, from the seat and its own player."""


def play_deal(
    match: Match,
    entrants: Sequence[Chooser],
    deal: int,
    ask: Ask = lambda _seat, player: player,
) -> PlayedDeal:
    """Play a deal in all its seatings.

    Args:
        match: the terms.
        entrants: the players, in the order of the names.
        deal: the number of the deal, from 0.
        ask: returns the player that is asked, such as one with a limit of time.

    Raises:
        EntrantFailed: a player raised an error or chose an illegal move, and the match does not
            count forfeits.
    """
    start, games = match.start(deal), []
    for seating in match.seatings(deal):
        players = [copy_player(entrants, entrant) for entrant in seating]
        outcome = play_seated(match, deal, start, seating, players, ask=ask)
        reports = tuple(map(report_of, players))
        games.append(attrs.evolve(outcome, reports=reports) if any(reports) else outcome)
    return PlayedDeal(deal, (*games,))


def play_seated(
    match: Match,
    deal: int,
    start: AnyPosition,
    seating: tuple[int | None, ...],
    players: Sequence[Chooser | None],
    *,
    ask: Ask = lambda _seat, player: player,
) -> GameOutcome:
    """Play a game of a deal, and return its outcome, without reports.

    Args:
        match: the terms.
        deal: the number of the deal, from 0.
        start: its first state.
        seating: the entrant of each seat.
        players: the player of each seat, which may remember the game; None for an automated seat.
        ask: returns the player that is asked, such as one with a limit of time.

    Raises:
        EntrantFailed: a player raised an error or chose an illegal move, and the match does not
            count forfeits.
    """
    game: Any = GAMES[match.game]
    state: Any = start
    sources = [match.source(deal, seat) for seat in range(len(seating))]
    seated = [None if player is None else seat_player(player, game) for player in players]
    while not (state := game.play_on(game.proceed(state), players, sources)).is_over:
        seat = state.active_player
        name, player = match.names[seating[seat] or 0], ask(seat, seated[seat])
        try:
            state = decide(game, state, seat, player, sources[seat], name=name)
        except PlayerFailed as failed:
            return lose(match, deal, state, seating, failed)
    last_placers, points = _scores(state)
    return GameOutcome(seating, last_placers, points, game.final_winner(state).ranking)


def copy_player(entrants: Sequence[Chooser], entrant: int | None) -> Chooser | None:
    """Return a copy of an entrant for one seat of one game; None for an automated seat.

    Otherwise, players could remember others' hands.
    """
    return None if entrant is None else copy.deepcopy(entrants[entrant])


def lose(
    match: Match,
    deal: int,
    state: AnyPosition,
    seating: tuple[int | None, ...],
    failed: PlayerFailed,
) -> GameOutcome:
    """Return the outcome of a game in which a player failed.

    Args:
        match: the terms.
        deal: the number of the deal, from 0.
        state: the state in which the player failed.
        seating: the entrant of each seat.
        failed: the failure, whose cause is the player's error.

    Raises:
        EntrantFailed: the match does not count this failure as a forfeit.
    """
    forfeit = _forfeit(state, failed)
    if not _is_forfeit(match, failed.__cause__):
        raise EntrantFailed(
            failed.player, failed.seat, failed.moment, failed.kind, failed.reason, deal, seating,
            forfeit,
        ) from failed.__cause__  # fmt: skip
    last_placers, scores = _scores(state)
    points = [*scores]
    variant, loser = match.variant or STANDARD, forfeit.seat
    for round_number in range(forfeit.round_number or 1, match.rounds + 1):
        points[loser] += variant.hand_size(match.players, round_number)
    ranking = tuple(seat for seat in range(match.players) if seat != loser), (loser,)
    return GameOutcome(seating, last_placers, (*points,), ranking, forfeit)


def _scores(state: AnyPosition) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the last placers of the rounds, and the points of the seats, in the card game."""
    if not isinstance(state, GameState):
        return (), ()
    return tuple(result.last_placer for result in state.results), tuple(state.penalty_points)


def report_of(player: object) -> str:
    """Return the report of a player after a game; empty for a player that does not report."""
    return player.report()[:LONGEST_PLAYERS_REPORT] if isinstance(player, ReportingPlayer) else ""


def name_of_class(cls: type) -> str:
    """Return the name by which the terms of a match have a class.

    >>> name_of_class(TimeoutError)
    'builtins:TimeoutError'
    """
    return f"{cls.__module__}:{cls.__qualname__}"


def _is_forfeit(match: Match, error: BaseException | None) -> bool:
    """Return True if a player that fails by an error loses the game, and the match goes on."""
    if not match.forfeits:
        return False
    names = {name_of_class(each) for each in type(error).__mro__}
    return not match.forfeit_on or match.forfeit_on in names or isinstance(error, MoveTooLong)


def _forfeit(state: AnyPosition, failed: PlayerFailed) -> Forfeit:
    round_number, placement = None, (failed.moment or 0) + 1
    if isinstance(state, GameState):
        round_number, placement = state.round_number, len(state.placements) + 1
    report = "".join(traceback.format_exception(failed.__cause__))[-LONGEST_REPORT:]
    on_time = isinstance(failed.__cause__, MoveTooLong)
    return Forfeit(failed.seat, round_number, placement, report, on_time)


LONGEST_MOVE = 86_400
"""The maximum limit of a move in seconds: a day."""
MOST_DEALS = 10**9
"""The maximum number of deals of a match."""


def table_of(
    game: AnyGame,
    start: AnyPosition,
    variant: Variant,
    options: Mapping[str, OptionValue],
    rounds: int | None,
) -> tuple[Variant | None, TableOptions]:
    """Return the variant of a match of the card game, or the options of another game.

    Raises:
        InvalidValue: the game has no variant, both a variant and options are given, an option
            fixes the first player of the card game, or the variant has a house rule that only its
            own game plays.
        InvalidVariant: the variant does not fit the players.
    """
    values.check_type("variant", variant, Variant)
    if isinstance(start, GameState):
        if options and variant != STANDARD:
            raise InvalidValue("a match has options or a variant, not both")
        if "first_player" in options:
            raise InvalidValue("each entrant has every seat: first_player does not go with it")
        variant = start.variant if variant == STANDARD else variant
        variant = variant if rounds is None else variant.with_rounds(rounds)
        if not isinstance(game, HouseRules):
            # A state knows the slots that a house rule opens and, at its end, its totals.
            packing.refuse_house_rule(variant, "permits", "total")
        card_game: Any = game
        card_game.setup(start.players, seed=0, variant=variant)  # for its checks
        return variant, ()
    if rounds is not None or variant != STANDARD or game.automated_seats(start):
        raise InvalidValue(f"{game.NAME} has options instead of a variant")
    return None, tuple(sorted(check_options(game.OPTIONS, options).items()))


def names_of(entrants: Mapping[str, Chooser | str]) -> tuple[str, ...]:
    """Return the names of the entrants.

    Raises:
        InvalidValue: the match has no entrants, a name is not printable, or a player cannot be
            copied.
        WrongType: an entrant is neither a player nor the name of one.
    """
    values.check_type("entrants", entrants, Mapping)
    if not entrants:
        raise InvalidValue("a match needs an entrant")
    for name, player in entrants.items():
        if not (isinstance(name, str) and name.strip() and name.isprintable()):
            raise InvalidValue(f"entrant {values.short_repr(name)} needs a printable name")
        if not (callable(player) or isinstance(player, str)):
            raise WrongType(
                f"{name} must be the name of a player, or callable with view and rng, not "
                f"{values.short_repr(player)}"
            )
        try:
            copy.deepcopy(player)
        except Exception as error:  # another package's player may raise anything
            raise InvalidValue(
                f"{name} cannot be copied, but each seat of each game needs a copy: "
                f"{type(error).__name__}: {error}. Give its class a __deepcopy__"
            ) from error
    return tuple(entrants)


def choosers_of(game: str, entrants: Mapping[str, Chooser | str]) -> dict[str, Chooser]:
    """Return the players of entrants. Workers do too: names reach them, while functions may not.

    Raises:
        InvalidValue: no player has a name, or it cannot be imported or called.
    """
    return choosers_in(GAMES[game], entrants)


def choosers_in(game: AnyGame, entrants: Mapping[str, Chooser | str]) -> dict[str, Chooser]:
    """Return the players of entrants in a game, which need not be in `GAMES`.

    Raises:
        InvalidValue: no player has a name, or it cannot be imported or called.
    """
    return {
        name: player_of(game, player) if isinstance(player, str) else player
        for name, player in entrants.items()
    }


def player_of(game: AnyGame, name: str) -> Chooser:
    """Return the player of a name: a player of the game, or `MODULE:NAME` for your own.

    Modules can also be imported from the folder in which the program was started.

    >>> from westeros_intrigue.games import monopoly
    >>> player_of(
    ...     monopoly, "westeros_intrigue.games.monopoly:random_player"
    ... ) is monopoly.random_player
    True

    Raises:
        InvalidValue: no player has the name, or it cannot be imported or called.
    """
    players = game.PLAYERS
    module, _, own = name.partition(":")
    if not (module and own) or f"{module}:N" in players:
        return players.parse(name)
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.insert(0, here)
    try:
        imported = resolve_name(name)
    except Exception as error:  # another package's module may raise anything
        raise InvalidValue(
            f"cannot import {name} as MODULE:NAME: {type(error).__name__}: {error}"
        ) from error
    if not callable(imported):
        raise InvalidValue(f"{name} is not a player: it cannot be called with a view and rng")
    player: Chooser = imported
    return player
