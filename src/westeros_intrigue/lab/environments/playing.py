"""Games played by actions, for all frameworks, and a player's knowledge as text.

The text is the same for all games that look alike to the player. A card is the letter of its house,
since card numbers have no effect on play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, Protocol, SupportsIndex, get_args

import attrs

import westeros_intrigue
from westeros_intrigue.gamekit.chance import RandomSource
from westeros_intrigue.gamekit.errors import InvalidValue
from westeros_intrigue.gamekit.game import Game, State
from westeros_intrigue.gamekit.values import (
    Value,
    check_field,
    check_integer,
    check_one_of,
    check_type,
    counted,
)
from westeros_intrigue.lab.environments import actions
from westeros_intrigue.lab.environments.layout import MOST_POINTS
from westeros_intrigue.players.playing import unseated
from westeros_intrigue.rules.cards import DECK, Card, IronThroneCard, Move
from westeros_intrigue.rules.court import IllegalMove
from westeros_intrigue.rules.dealing import Deal, InvalidDeal
from westeros_intrigue.rules.history import Elimination, Placement, RoundResult
from westeros_intrigue.rules.moves import apply
from westeros_intrigue.rules.scoring import final_winner, proceed
from westeros_intrigue.rules.state import GameState, View, letters, setup
from westeros_intrigue.rules.variants import MAX_PLAYERS, MIN_PLAYERS, InvalidVariant, Variant
from westeros_intrigue.views.view import observe

Rewards = Literal["points", "victory"]
"""The rewards of a game. "points" pays each round's points as it is scored, and the Iron Throne
cards at the end of the game; "victory" pays 1 at the end of the game, shared among the winners."""


class ActionTable(Protocol[State]):
    """The settings that all games of an environment share, for any game of the protocol."""

    @property
    def game(self) -> Game[State, Any, Any]:
        """The module of the game."""

    @property
    def players(self) -> int | None:
        """The number of players; None for the usual number of the game."""

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats that are not automated, from 0."""

    @property
    def action_count(self) -> int:
        """The number of actions."""

    @property
    def worst(self) -> float:
        """A lower bound of a game's return."""

    @property
    def best(self) -> float:
        """An upper bound of a game's return."""

    @property
    def longest(self) -> int:
        """A bound for the number of actions of a game."""

    def deal(self, rng: RandomSource, options: Mapping[str, Any] | None = None, /) -> State:
        """Return a new game at its first decision, with the deal in the options or a drawn one.

        Raises:
            InvalidDeal: the deal does not fit the game, or is incomplete.
        """

    def legal_actions(self, state: State, seat: int, /) -> Sequence[int]:
        """Return the actions of a seat that decides, in ascending order."""

    def text_of(self, state: State, action: int, seat: int, /) -> str:
        """Return an action of a seat that decides as text."""

    def play(self, state: State, seat: int, action: SupportsIndex | None, /) -> State:
        """Return the game at the next decision, after the action of a seat.

        Raises:
            IllegalMove: the action breaks a rule; the error contains only what the seat may know.
            InvalidValue: the action is out of range, or has no move.
        """

    def returns(self, state: State, /) -> tuple[float, ...]:
        """Return the return of each seat so far, from 0. It is public."""


@attrs.frozen
class TableToPlay(Value):
    """A table of the flagship, with the codes `wi-120/1` and `wi-402/1`."""

    players: int
    variant: Variant
    rewards: Rewards
    first_player: int

    def __attrs_post_init__(self) -> None:
        check_field(self, "players", MIN_PLAYERS, MAX_PLAYERS)
        check_type("variant", self.variant, Variant)
        check_field(self, "first_player", 0, self.players - 1)
        check_one_of("rewards", self.rewards, get_args(Rewards))
        self.variant.check(self.players, self.first_player)
        if not self.seats:
            raise InvalidVariant(["every seat is automated, and nobody is left to choose"])

    @property
    def game(self) -> Game[GameState, View, Move]:
        return westeros_intrigue

    @property
    def seats(self) -> tuple[int, ...]:
        automated = self.variant.automated
        return tuple(seat for seat in range(self.players) if seat not in automated)

    @property
    def worst(self) -> float:
        # The worst that "victory" pays is 0; less is a penalty for an illegal action.
        return -float(MOST_POINTS * self.rounds) if self.rewards == "points" else -1.0

    @property
    def best(self) -> float:
        # An Iron Throne card is worth at most 3 points.
        return 3.0 * self.rounds if self.rewards == "points" else 1.0

    @property
    def action_count(self) -> int:
        return actions.ACTION_COUNT

    @property
    def longest(self) -> int:
        return len(DECK) * self.rounds

    @property
    def rounds(self) -> int:
        """The number of rounds of a game."""
        return self.variant.rounds_for(self.players)

    def deal(self, rng: RandomSource, options: Mapping[str, Any] | None = None) -> GameState:
        check_type("options", {} if options is None else options, dict)
        deal: Deal | None = (options or {}).get("deal")
        state = setup(
            self.players,
            rng=rng if deal is None else None,
            deal=deal,
            variant=self.variant,
            first_player=self.first_player,
        )
        if deal is not None:
            _check_whole(deal, self.rounds)
        return proceed(state)

    def legal_actions(self, state: GameState, _seat: int) -> tuple[int, ...]:
        return actions.legal_actions(state)

    def text_of(self, state: GameState, action: int, _seat: int) -> str:
        house, slot = actions.place_of(state, action)
        return f"{house.letter}@{slot}"

    def play(self, state: GameState, seat: int, action: SupportsIndex | None) -> GameState:
        number = check_integer("action", action, 0, self.action_count - 1)
        try:
            return proceed(apply(state, actions.decode(state, number)))
        except IllegalMove:
            pass  # the error of a state contains every hand; raise that of the view
        return proceed(apply(state, actions.decode(observe(state, seat), number)))

    def returns(self, state: GameState) -> tuple[float, ...]:
        # All of it is public: Iron Throne cards count from the moment they are revealed.
        if self.rewards == "victory":
            return shares_of_victory(self.game, state)
        totals = final_winner(state).totals if state.is_over else state.penalty_points
        return tuple(float(-points) for points in totals)


def seat_without_player(seats: Sequence[int], players: Sequence[object]) -> int:
    """Return the one of the seats, those that are not automated, that has no player.

    Raises:
        InvalidValue: there is not exactly one such seat, or an automated seat has a player.
        WrongType: a player cannot be called.
    """
    empty = unseated(players, {*range(len(players))} - {*seats})
    if len(empty) != 1:
        raise InvalidValue(
            f"one seat must be None, for the learner, besides automated ones, not {len(empty)}"
        )
    return empty[0]


def shares_of_victory(game: Game[State, Any, Any], state: State) -> tuple[float, ...]:
    """Return the share of each seat in the victory, from 0; all 0 before the end."""
    winners = game.final_winner(state).winners if state.is_over else ()
    return tuple((seat in winners) / (len(winners) or 1) for seat in range(state.players))


def rewards_between(table: ActionTable[State], before: State, after: State) -> tuple[float, ...]:
    """Return the reward of each seat between two states, from 0."""
    then, now = table.returns(before), table.returns(after)
    return tuple(late - early for early, late in zip(then, now, strict=True))


def _check_whole(deal: Deal, round_count: int) -> None:
    """Raise an InvalidDeal unless a deal has the cards of a whole game."""
    faults = []
    if len(deal.rounds) < round_count:
        faults.append(f"the game has {counted(round_count, 'round')}, not {len(deal.rounds)}")
    if len(deal.throne_cards) < round_count:
        faults.append(
            f"the game draws {round_count} Iron Throne cards, and the deal has "
            f"{len(deal.throne_cards)}"
        )
    if faults:
        raise InvalidDeal(faults)


def public_text(view: View, *, recall: bool) -> str:
    """Return the public information: with `recall` of the whole game, otherwise of this moment."""
    table = view.table
    lines = [table.summary, f"player {table.starting_player} starts"]
    if recall:
        lines += map(_finished, table.results)
        lines.append(_placed(table.starters, table.placements))
        lines += _turned_over(view)
    else:
        lines.append(" ".join(f"{letters([card])}@{slot}" for slot, card in table.court.items()))
        stacks = ((seat, letters(stack)) for seat, stack in enumerate(table.known_stacks))
        lines += [f"player {seat} ends with {stack}" for seat, stack in stacks if stack]
    lines += [_out(gone, recall=recall) for gone in table.eliminations]
    lines.append(f"cards {_listed(table.hand_sizes)}")
    lines.append(f"points {_listed(table.penalty_points)}")
    lines.append(f"Iron Throne cards {_listed(table.score_pile_sizes)}")
    lines += map(_throne_cards, table.revealed_score_piles)
    return "\n".join(line for line in lines if line)


def private_text(view: View, *, recall: bool) -> str:
    """Return the information of the viewer alone."""
    lines = [f"player {view.player} holds {letters(view.hand)}", _throne_cards(view.score_pile)]
    if recall:
        kept = ("?" if cards is None else letters(cards) for cards in view.kept)
        lines += [f"kept {cards} in round {number}" for number, cards in enumerate(kept, start=1)]
    return "\n".join(line for line in lines if line)


def _finished(result: RoundResult) -> str:
    out = "; ".join(_out(gone, recall=True) for gone in result.eliminations)
    kept = _listed("-" if cards is None else letters(cards) for cards in result.kept)
    return (
        f"round {result.round_number}: {_placed(result.starters, result.placements)}; {out}; "
        f"kept {kept}"
    )


def _placed(starters: Iterable[Card], placements: Iterable[Placement]) -> str:
    placed = (f"{of.player}{letters([of.move.card])}@{of.move.slot}" for of in placements)
    return " ".join([letters(starters), *placed]).strip()


def _out(gone: Elimination, *, recall: bool) -> str:
    when = f" after {gone.placements_before}" if recall else ""
    return f"player {gone.player} out{when} with {gone.cards_left}"


def _turned_over(view: View) -> Iterator[str]:
    for seat, turns in enumerate(view.table.turned_over):
        if turns:
            aside = (letters(cards) or "-" for cards in turns)
            yield f"player {seat} set aside {' '.join(aside)}"


def _throne_cards(pile: Iterable[IronThroneCard | None]) -> str:
    return ", ".join(str(card or "?") for card in pile)


def _listed(things: Iterable[object]) -> str:
    return " ".join(map(str, things))
