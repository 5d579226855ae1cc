"""The start of a game and of a round."""

from __future__ import annotations

import attrs

from westeros_intrigue.base.chance import RandomSource, source_of
from westeros_intrigue.base.errors import InvalidValue, WrongType
from westeros_intrigue.base.values import check_type
from westeros_intrigue.rules.automated import Stack
from westeros_intrigue.rules.cards import Card
from westeros_intrigue.rules.dealing import (
    Deal,
    InvalidDeal,
    RoundDeal,
    check_deal,
    round_faults,
)
from westeros_intrigue.rules.game import GameState, RoundFrame, bits_of, passed_to
from westeros_intrigue.rules.phases import Phase, check_phase
from westeros_intrigue.rules.table import Table
from westeros_intrigue.rules.transitions import dealt, round_start
from westeros_intrigue.rules.variants import STANDARD, Variant


def setup(
    players: int,
    *,
    seed: int | None = None,
    rng: RandomSource | None = None,
    deal: Deal | None = None,
    first_player: int | None = None,
    variant: Variant = STANDARD,
) -> GameState:
    """Return a new game, with the first round dealt.

    All random outcomes of the game are drawn here, from the seed, from `rng`, or by default from
    the system's randomness; or they are those of `deal`, and the seed or `rng` draws what it lacks.
    A seed leads to the same deal on every version and platform.

    >>> state = setup(4, seed=7)
    >>> state.active_player, [len(hand) for hand in state.hands]
    (0, [9, 9, 9, 9])
    >>> setup(4, seed=7) == state
    True

    Args:
        players: 2 to 6.
        seed: an int of at least 0.
        rng: a source of random numbers; the game draws all that it needs at once.
        deal: the random outcomes. If they are incomplete, they are completed from the seed or
            `rng`; without both, `deal_round` deals the later rounds.
        first_player: the seat that starts round 1, from 0; None for the one that the variant
            fixes, or seat 0.
        variant: the rules of the game.

    Raises:
        InvalidValue: the players, the seed or the first player are out of range, or both seed and
            rng are passed.
        InvalidDeal: the deal does not fit the game; `faults` lists the reasons.
        InvalidVariant: the variant does not fit the players; `faults` lists the reasons.

    Rules: setup.hand-size, setup.unused, setup.starter, setup.first-player,
    setup.first-player.youngest, setup.throne.
    """
    table = Table.new(players, variant=variant, first_player=first_player)
    players = table.players
    if seed is not None and rng is not None:
        raise InvalidValue("pass only one of seed and rng")
    is_drawn = deal is None or seed is not None or rng is not None
    deal = Deal() if deal is None else deal
    if isinstance(deal, RoundDeal):
        raise WrongType("deal must be a Deal, not a RoundDeal: use Deal((round_deal,))")
    check_type("deal", deal, Deal)
    if is_drawn:
        deal = deal.completed(players, variant, source_of(seed, rng))
    else:
        check_deal(deal, players, variant)
    return next_round(RoundFrame(table, deal, score_piles=((),) * players))


def deal_round(state: GameState, round_deal: RoundDeal) -> GameState:
    """Return the state with the next round dealt, for a game that waits for its cards.

    >>> from westeros_intrigue import DECK
    >>> from westeros_intrigue.rules import deal_from_deck
    >>> table = setup(3, deal=Deal())
    >>> deal_round(table, deal_from_deck(DECK, 3))
    <GameState: 3 players, round 1 of 3, playing, player 0 to move>

    Raises:
        WrongPhase: the game is not in `Phase.DEALING`.
        InvalidDeal: the cards do not fit the round; `faults` lists the reasons.

    Rules: round.reshuffle, setup.hand-size, setup.starter, option.anyone-deal.
    """
    check_type("state", state, GameState)
    check_type("round_deal", round_deal, RoundDeal)
    check_phase(state.phase, Phase.DEALING, "a round is dealt")
    frame = state.frame
    players, variant, number = state.players, state.variant, state.round_number
    if faults := round_faults(round_deal, frame.last_dealt, players, variant, number):
        raise InvalidDeal(faults)
    return start_round(frame, round_deal, frame.rest)


def next_round(frame: RoundFrame) -> GameState:
    """Return the next round, dealt if the rest of the deal contains its cards."""
    table = frame.table
    if not frame.rest.rounds:
        stacks = _stacks(table, ((),) * table.players)
        held = (0,) * table.players
        return GameState(frame, None, (), (), *table.board[:2], held, stacks)
    round_deal, *later = frame.rest.rounds
    return start_round(frame, round_deal, Deal(later, frame.rest.throne_cards))


def start_round(frame: RoundFrame, round_deal: RoundDeal, rest: Deal) -> GameState:
    """Return the round with these cards at the first placement; `rest` is the deal after it."""
    table = dealt(frame.table, round_start(frame.table, round_deal.starters))
    frame = attrs.evolve(frame, table=table, round_deal=round_deal, rest=rest)
    held = tuple(bits_of(hand) for hand in round_deal.hands)
    stacks = _stacks(table, round_deal.hands)
    return passed_to(table.starting_player, frame, (), (), *table.board[:2], held, stacks)


def _stacks(table: Table, hands: tuple[tuple[Card, ...], ...]) -> tuple[Stack | None, ...]:
    automated = table.variant.automated
    stacks = (Stack(hand) if seat in automated else None for seat, hand in enumerate(hands))
    return tuple(stacks) if automated else ()
