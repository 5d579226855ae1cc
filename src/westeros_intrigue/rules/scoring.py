"""The end of a round and of the game: scoring, the Iron Throne cards, the winners.

`points` contains the arithmetic; here it changes states. `proceed` plays automated turns and scores
rounds, which need no decision.
"""

from __future__ import annotations

__all__ = ("__doc__",)  # an inner module: no name here is promised

from collections.abc import Iterable
from itertools import chain

import attrs

from westeros_intrigue.gamekit import limits, values
from westeros_intrigue.gamekit.errors import InvalidValue, WrongPhase
from westeros_intrigue.gamekit.results import FinalResult
from westeros_intrigue.rules import dealing, following, moves
from westeros_intrigue.rules.cards import IronThroneCard
from westeros_intrigue.rules.game_events import Phase, check_phase
from westeros_intrigue.rules.house_rules import find_house_rule
from westeros_intrigue.rules.points import Decision, rank_scores, rank_totals
from westeros_intrigue.rules.state import GameState, RoundFrame, next_round
from westeros_intrigue.rules.view import Position, check_position


def score_round(
    state: GameState, *, throne_card: IronThroneCard | None = None, hidden: bool = False
) -> GameState:
    """Return the state after a finished round is scored: the next round or the end of the game.

    If the deal does not contain the next round, the game waits for its cards.

    >>> from westeros_intrigue import apply, legal_moves, setup
    >>> state = setup(4, seed=7)
    >>> while moves := legal_moves(state):
    ...     state = apply(state, moves[0])
    >>> score_round(state)
    <GameState: 4 players, round 2 of 4, playing, player 1 to move>

    Args:
        state: a state in `Phase.ROUND_OVER`.
        throne_card: the Iron Throne card that was drawn, if the deal contains no more of them.
        hidden: True if only the player who drew the card has seen it, as at a real table. The cards
            of all rounds must then be hidden until `reveal`.

    Raises:
        WrongPhase: the round is not over, or is already scored.
        InvalidValue: an Iron Throne card is passed although the deal contains one, or is missing
            although the deal contains none; or the card is hidden in one round and known in
            another.
        InvalidDeal: the variant has no such Iron Throne card left.

    Rules: round.throne, round.penalty, round.count, setup.starter.nobody, components.tokens,
    components.tokens.supply, option.anyone-deal.nobody.
    """
    values.check_type("state", state, GameState)
    table, frame = state.table, state._frame
    result = following.finish_round(table)
    drawn = _draw_throne_card(frame, throne_card, hidden=hidden)
    table = following.score_table(table, result)
    result = attrs.evolve(result, deal=frame.round_deal, throne_card=drawn, kept=state.hands)
    piles = list(frame.score_piles)
    if drawn:
        piles[result.last_placer] += (drawn,)
    is_over = table.is_over
    if is_over and drawn:
        table = following.show_throne_cards(table, tuple(piles))
    frame = RoundFrame(
        table=table,
        rest=dealing.Deal(frame.rest.rounds, frame.rest.throne_cards[1:]),
        score_piles=tuple(piles),
        results=(*frame.results, result),
        round_deal=frame.round_deal if is_over else None,
    )
    return attrs.evolve(state, frame=frame) if is_over else next_round(frame)


def reveal(state: GameState, throne_cards: Iterable[IronThroneCard]) -> GameState:
    """Return a finished game with its hidden Iron Throne cards revealed.

    >>> from westeros_intrigue import STANDARD, Deal, apply, legal_moves, setup
    >>> deal = Deal(setup(4, seed=7).rest.rounds[:1])
    >>> state = setup(4, deal=deal, variant=STANDARD.with_rounds(1))
    >>> while moves := legal_moves(state):
    ...     state = apply(state, moves[0])
    >>> state = score_round(state, hidden=True)
    >>> state.results[0].throne_card, state.table.score_pile_sizes
    (None, (1, 0, 0, 0))
    >>> state = reveal(state, [IronThroneCard(1, icons=2)])
    >>> state.penalty_points, final_winner(state).totals
    ((4, 7, 6, 6), (3, 7, 6, 6))

    Args:
        state: a state in `Phase.GAME_OVER`.
        throne_cards: the cards in the order drawn, one for each round; cards of rounds without
            results come first, by seat, from 0.

    Raises:
        WrongPhase: the game is not over, or the cards are already known.
        InvalidDeal: the variant does not have these cards.
        InvalidValue: there is not one card for each round.

    Rules: final.reveal, info.throne.
    """
    values.check_type("state", state, GameState)
    table = state.table.revealed(throne_cards)
    results = tuple(
        attrs.evolve(result, throne_card=shown.throne_card)
        for result, shown in zip(state.results, table.results, strict=True)
    )
    piles = table.revealed_score_piles
    frame = attrs.evolve(state._frame, table=table, results=results, score_piles=piles)
    return attrs.evolve(state, frame=frame)


def final_winner(position: Position) -> FinalResult[Decision]:
    """Return the winners, the totals and the ranking of a finished game, by its house rule.

    >>> from westeros_intrigue import play_game, random_player
    >>> final_winner(play_game([random_player] * 3, seed=1)).ranking
    ((2,), (0,), (1,))

    Args:
        position: a state or a view in `Phase.GAME_OVER`.

    Raises:
        WrongPhase: the game is not over, or its Iron Throne cards are not revealed.

    Rules: final.reveal, final.total, final.lowest, final.icons, final.shared, final.ranking.
    """
    check_position(position)
    check_phase(position.phase, Phase.GAME_OVER, "a game has winners")
    piles = position.table.revealed_score_piles
    if not piles:
        raise WrongPhase("the Iron Throne cards are not revealed yet: pass them to `reveal`")
    final = rank_scores(position.penalty_points, piles)
    if not position.variant.house_rule:
        return final
    rule, _ = find_house_rule(position.variant.house_rule)
    totals = (rule.total(position, seat, total) for seat, total in enumerate(final.totals))
    return rank_totals(limits.tuple_of("totals", int, totals), piles)


def _draw_throne_card(
    frame: RoundFrame, passed: IronThroneCard | None, *, hidden: bool
) -> IronThroneCard | None:
    """Return the Iron Throne card drawn in the round; None if it is hidden."""
    to_come, drawn = frame.rest.throne_cards, list(chain(*frame.score_piles))
    values.check_type("hidden", hidden, bool)
    if passed is not None:
        values.check_type("throne_card", passed, IronThroneCard)
    if hidden and (to_come or passed):
        raise InvalidValue("a known Iron Throne card cannot be hidden")
    if to_come:
        if passed:
            raise InvalidValue(
                "the deal contains the Iron Throne card of this round: leave throne_card= out"
            )
        return to_come[0]
    if hidden and drawn:
        raise InvalidValue(
            "the Iron Throne cards of earlier rounds are known, so this one cannot be hidden: pass "
            "it as throne_card="
        )
    if hidden:
        return None
    if frame.table._rounds_scored and not drawn:
        raise InvalidValue("the Iron Throne cards of earlier rounds are hidden: use hidden=True")
    if passed is None:
        raise InvalidValue(
            "the deal contains no more Iron Throne cards: pass the one drawn as throne_card=, or "
            "hidden=True"
        )
    if dealing.throne_faults([*drawn, passed], frame.table.variant):
        # The message must not reveal whether the card was drawn or never existed.
        raise dealing.InvalidDeal([f"no Iron Throne card ({passed}) is left to draw"])
    return passed


def proceed(state: GameState) -> GameState:
    """Return the next state in which a player must decide, or the end of the game.

    Automated houses make their dictated moves, and finished rounds are scored, as long as the deal
    contains the necessary cards.

    >>> from westeros_intrigue import SOLO_SCHEMING, apply, legal_moves, setup
    >>> state = setup(4, seed=1, variant=SOLO_SCHEMING)
    >>> state = proceed(apply(state, legal_moves(state)[0]))
    >>> state.active_player, len(state.placements)
    (0, 4)

    Rules: solo.highest, round.end, round.throne, round.reshuffle.
    """
    values.check_type("state", state, GameState)
    while True:
        if (dictated := state.dictated) is not None:
            state = moves.apply(state, dictated)
        elif state.phase is Phase.ROUND_OVER and state.rest.throne_cards:
            state = score_round(state)
        else:
            return state
