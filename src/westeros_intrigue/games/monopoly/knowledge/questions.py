"""Questions and views: the facts for a decision, and each player's knowledge.

A view is consistent with many games, which can be drawn at random. A snapshot is the table at one
moment, without the edition and earlier moves.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple, Protocol, Self, runtime_checkable

import attrs
from typing_extensions import TypeAliasType

from westeros_intrigue.gamekit import agenda, chance, errors
from westeros_intrigue.gamekit.agenda import Step
from westeros_intrigue.gamekit.codecs import Data
from westeros_intrigue.gamekit.limits import Count, OneOf, OnlyIfUnusual
from westeros_intrigue.gamekit.values import Value, check_type, make_unchecked
from westeros_intrigue.games.monopoly.pieces import spaces
from westeros_intrigue.games.monopoly.pieces.board import Deal, draw_seed
from westeros_intrigue.games.monopoly.position.happenings import Events, Paid, Purpose
from westeros_intrigue.games.monopoly.position.moves import Bundle
from westeros_intrigue.games.monopoly.position.state import (
    Decision,
    GameState,
    Position,
    PublicFacts,
    Question,
    View,
    check_position,
    check_seat,
    means_of,
    rent_of,
)
from westeros_intrigue.games.monopoly.position.table import (
    Holdings,
    Moment,
    Tries,
    count_buildings,
    facts_of,
)
from westeros_intrigue.games.monopoly.turns import dealings, throws

BuildingName = TypeAliasType("BuildingName", Annotated[str, OneOf(("Holdfast", "Castle"))])
"""The names of the buildings."""


@runtime_checkable
class AnyFacts(Protocol):
    """The numbers of a question: a named tuple, which a step makes."""

    @classmethod
    def of(cls, table: Holdings, step: Any, /) -> Self:  # noqa: ANN401 - each has its own step
        """Return the numbers of a step at a table."""
        ...

    def _asdict(self) -> dict[str, Any]: ...


class FloorFacts(NamedTuple):
    """The numbers of an interval."""

    passes: Count
    offers: tuple[Count, ...]

    @classmethod
    def of(cls, _table: Holdings, step: dealings.Interval, /) -> Self:
        return cls(step.passes, step.offers)


class AnswerFacts(NamedTuple):
    """The numbers of an offer to answer."""

    proposer: spaces.Seat
    give: Bundle
    take: Bundle

    @classmethod
    def of(cls, _table: Holdings, step: dealings.Answer, /) -> Self:
        return cls(step.proposer, step.give, step.take)


class JailFacts(NamedTuple):
    """The numbers of the ways out of jail."""

    fee: spaces.Coins
    tries: Tries | None

    @classmethod
    def of(cls, table: Holdings, step: throws.InJail, /) -> Self:
        return cls(table.board.edition.jail.fee, table.jail_tries[step.player])


class PurchaseFacts(NamedTuple):
    """The numbers of a purchase."""

    space: spaces.SpaceNumber
    price: spaces.Coins
    offers: Count

    @classmethod
    def of(cls, table: Holdings, step: throws.Purchase, /) -> Self:
        return cls(step.space, table.board.prices[step.space], step.offers)


class BidFacts(NamedTuple):
    """The numbers of an auction."""

    space: spaces.SpaceNumber
    building: BuildingName | None
    high: Count
    leader: spaces.Seat | None
    lowest_bid: Count

    @classmethod
    def of(cls, table: Holdings, step: dealings.Auction, /) -> Self:
        lowest_bid = step.find_lowest_bid(table)
        return cls(step.space, step.building, step.high, step.leader, lowest_bid)


class SitingFacts(NamedTuple):
    """The building that needs a place."""

    building: BuildingName

    @classmethod
    def of(cls, _table: Holdings, step: dealings.Siting, /) -> Self:
        return cls(step.building)


class RentFacts(NamedTuple):
    """The numbers of a claim to rent; without the rent of an Order, which follows from a throw."""

    visitor: spaces.Seat
    space: spaces.SpaceNumber
    rent: Count | None

    @classmethod
    def of(cls, table: Holdings, step: throws.RentClaim, /) -> Self:
        return cls(step.visitor, step.space, rent_of(table, step.space))


class DebtFacts(NamedTuple):
    """The numbers of a debt."""

    creditor: spaces.Seat | None
    amount: Count
    means: Count

    @classmethod
    def of(cls, table: Holdings, step: dealings.Owing, /) -> Self:
        return cls(step.creditor, step.amount, means_of(table, step.debtor))


class DeedFacts(NamedTuple):
    """The effect of a card on deeds."""

    is_swap: bool

    @classmethod
    def of(cls, _table: Holdings, step: throws.DeedChoice, /) -> Self:
        return cls(step.is_swap)


_FACTS: Mapping[type[Step], type[AnyFacts]] = {
    dealings.Interval: FloorFacts,
    dealings.Answer: AnswerFacts,
    throws.InJail: JailFacts,
    throws.Purchase: PurchaseFacts,
    dealings.Auction: BidFacts,
    dealings.Siting: SitingFacts,
    throws.RentClaim: RentFacts,
    dealings.Owing: DebtFacts,
    throws.DeedChoice: DeedFacts,
}
_STEPS: tuple[type[Step], ...] = (*dealings.STEPS, *throws.STEPS)
_QUESTIONS = {step.KIND: step for step in _STEPS if issubclass(step, Question)}
# A question that a row or a list of steps lacks is a KeyError here.
FACTS = {decision: _FACTS[_QUESTIONS[decision]] for decision in Decision}
"""The class of the numbers of each question, besides the player and the question."""


def facts(table: Holdings) -> dict[str, Data] | None:
    """Return the numbers of the open question by name; None when no player is asked.

    Rules: info.public.
    """
    player = table.active_player
    if player is None:
        return None
    step = agenda.first_step(table.agenda, Question)
    numbers = _FACTS[type(step)].of(table, step)._asdict()
    return {
        "player": player,
        "decision": step.KIND.value,
        **{name: _data(part) for name, part in numbers.items()},
    }


def _data(part: Data | spaces.Numbers | Bundle) -> Data:
    if isinstance(part, Bundle):
        return {"deeds": list(part.deeds), "cards": part.cards, "coins": part.coins}
    return list(part) if isinstance(part, tuple) else part


def observe(state: GameState, player: int | None) -> View:
    """Return the view of a state for a player or a spectator: all except future chance.

    >>> from westeros_intrigue.games.monopoly import setup
    >>> observe(setup(2, seed=1), 1).table == observe(setup(2, seed=2), 0).table
    True

    Args:
        state: any state.
        player: the seat of the viewer, from 0; None for a spectator.

    Raises:
        InvalidValue: the player does not exist.

    Rules: info.public, info.views.
    """
    if type(state) is not GameState:
        check_type("state", state, GameState)
    table = state.table
    if player is not None and (type(player) is not int or not 0 <= player < len(table.cash)):
        player = check_seat(state, player)  # which mostly takes longer than all the rest
    return View(table, player)


def events(before: Position | None, after: Position) -> Events:
    """Return the events from one position of a game to a later one, or all so far.

    The cost depends on the events in between, not on the length of the game. Two states have the
    same events as two views of them.

    >>> from westeros_intrigue.games.monopoly import Pass, apply, sentence, setup
    >>> before = setup(2, seed=1)
    >>> for event in events(before, apply(before, Pass())):
    ...     if words := sentence(event, 0):
    ...         print(words)
    you throw 4 and 1
    you move to The Old Gods

    Args:
        before: a state or a view; None for all events that the later position knows of.
        after: a state or a view of the same game, not earlier.

    Raises:
        InvalidValue: the second position does not come after the first.

    Rules: info.public, info.views.
    """
    check_position(after)
    if before is None:
        return after.table.moves.all_events()
    check_position(before)
    old, new = before.table, after.table
    found = new.moves.events_since(old.moves)
    # Mostly the same object, whose comparison takes longer than all the rest.
    is_one_game = old.start is new.start or old.start == new.start
    if found is None or not is_one_game:
        raise errors.InvalidValue("the second position does not come after the first in one game")
    return found


def ledger(before: Position, after: Position, player: int) -> dict[Purpose, int]:
    """Return a player's earnings and expenses, from seat 0, between two positions, by purpose.

    Expenses are negative, so the sum is the change in the player's cash.

    >>> from westeros_intrigue.games.monopoly import apply, parse_move, setup
    >>> before = setup(2, seed=1)
    >>> after = apply(apply(before, parse_move("pass")), parse_move("buy"))
    >>> ledger(before, after, 0), after.cash[0] - before.cash[0]
    ({Purpose.DEED: -2}, -2)

    Args:
        before: a state or a view.
        after: a state or a view of the same game, not earlier.
        player: the seat, from 0.

    Raises:
        InvalidValue: the second position does not come after the first, or no such seat exists.
    """
    player = check_seat(after, player)
    found = Counter[Purpose]()
    for event in events(before, after):
        if isinstance(event, Paid):
            found[event.why] += event.amount * ((event.payee == player) - (event.payer == player))
    return {why: coins for why, coins in found.items() if coins}


def determinize(view: View, rng: chance.RandomSource) -> GameState:
    """Return a game consistent with a view, with shuffled unseen cards and new throws.

    >>> import random
    >>> from westeros_intrigue.games.monopoly import setup
    >>> view = observe(setup(2, seed=1), 0)
    >>> observe(determinize(view, random.Random(1)), 0) == view
    True

    Args:
        view: the view of a seat or a spectator.
        rng: a source of random numbers, such as `random.Random(1)`.

    Raises:
        InvalidValue: a random number is out of range.

    Rules: info.views, info.deck.
    """
    check_type("view", view, View)
    chance.check_source(rng)
    table = view.table
    deck = (*table.draws, *chance.shuffle(table.unseen_cards, rng))
    seed = draw_seed(rng)
    deal = make_unchecked(Deal, deck=deck, rolls=table.throws, seed=seed, used=0)
    return GameState(table, deal)


@attrs.frozen  # pyright: ignore[reportGeneralTypeIssues] - a draft is not frozen
class Showing(Value, Moment):
    """The facts for a client without the rules. Tuples are indexed by player, deeds by space.

    >>> from westeros_intrigue.games.monopoly import setup
    >>> shown = Showing.of(setup(2, seed=1))
    >>> shown.treasury, shown.question["decision"]
    (203, 'floor')

    Rules: info.public.
    """

    sample: bool
    """True if the game is played with invented numbers (rule edition.sample-flag)."""
    treasury: int
    """The coins of the Treasury without the pot; they may be below 0 (rule components.treasury)."""
    holdfasts_left: Count
    """The number of Holdfasts that the Treasury has."""
    castles_left: Count
    """The number of Castles that the Treasury has."""
    unseen_cards: spaces.CardNumbers
    """The numbers of the cards that no player has seen, ascending."""
    question: Mapping[str, Data] | None = attrs.field(hash=False)
    """The numbers of the open question by name; None when no player is asked."""
    # Declared again, so that files of tables without the house rule need not have it.
    pot: Annotated[Count, OnlyIfUnusual()] = 0
    """The coins in the pot of the house rule; 0 without it (rule house.pot)."""

    @classmethod
    def of(cls, position: PublicFacts) -> Showing:
        """Return the facts of a state or a view."""
        table = position.table
        holdfasts, castles = count_buildings(table)
        supply = table.board.edition.supply
        return cls(
            **facts_of(Moment, table),
            sample=position.sample,
            treasury=position.treasury,
            holdfasts_left=supply.holdfasts - holdfasts,
            castles_left=supply.castles - castles,
            unseen_cards=table.unseen_cards,
            question=facts(table),
        )


@attrs.frozen
class Snapshot(Value):
    """A player's knowledge at one moment, for a client without the rules.

    Its document does not grow with the game, and is smaller than a view's, which contains the
    edition.

    >>> from westeros_intrigue.games.monopoly import DOCUMENTS, observe, setup
    >>> snapshot = Snapshot.of(observe(setup(3, seed=1), 2))
    >>> snapshot.player, snapshot.table.cash
    (2, (30, 30, 30))
    >>> DOCUMENTS.from_json(Snapshot, DOCUMENTS.to_json(snapshot)) == snapshot
    True

    Rules: info.public, info.views.
    """

    player: spaces.Seat | None
    """The seat of the viewer, from 0; None for a spectator."""
    table: Showing
    """The facts on the table."""

    @classmethod
    def of(cls, view: View) -> Snapshot:
        """Return the snapshot of a view.

        Raises:
            WrongType: `view` is not a View.
        """
        check_type("view", view, View)
        return cls(view.player, Showing.of(view))
